/* prepare/rounding.h -- how far single precision moves the places of a scene. */
#ifndef GM_PREPARE_ROUNDING_H
#define GM_PREPARE_ROUNDING_H

#include "scene/scene.h"

/* Half a step of a single-precision number at the largest coordinate of the scene before
 * its first step (grains, pours, bounded structures, finite sides), in m. */
double gm_rounding_find(const gm_scene *scene);

#endif
