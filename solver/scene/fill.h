/* scene/fill.h -- a region filled with grains.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_FILL_H
#define GM_SCENE_FILL_H

#include "scene/place.h"
#include "scene/scene.h"

/* How many grains fill number `source` brings, if the first has the number `first`: its
 * count, or as many as come nearest to its solid fraction. */
size_t gm_fill_count(const gm_config *config, size_t source,
                     const gm_materials *materials, gm_id first);

/* Append the grains of fill number `source` of the config, whole inside its region, clear
 * of structures and of each other; ids from *next on.  A fault (GM_ERR_INPUT) if they do
 * not fit. */
gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next);

#endif
