/* setup/points_build.h -- dense grains as a continuum at the start.
 */
#ifndef GM_SETUP_POINTS_BUILD_H
#define GM_SETUP_POINTS_BUILD_H

#include "scene/scene.h"

/* Chooses grid and density of the continuum, from the grains of the scene or else of its
 * fills; with hybrid.mode: continuum makes the points of all fills.  Requires: structures
 * stand, grains are placed.  GM_ERR_INPUT, GM_ERR_MEMORY. */
gm_status gm_points_build(gm_config *config, gm_scene *scene);

#endif
