/* scene/fill.h -- grains placed at random in a region.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_FILL_H
#define GM_SCENE_FILL_H

#include "scene/place.h"
#include "scene/scene.h"

/* Append the grains of fill number `source` of the config, whole inside its region, clear
 * of structures and of each other; ids from *next on.  A fault (GM_ERR_INPUT) if they do
 * not fit. */
gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next);

/* Largest and smallest radius, in m, that a fill can draw. */
double gm_fill_largest(const gm_config_grains *source);
double gm_fill_smallest(const gm_config_grains *source);

#endif
