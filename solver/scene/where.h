/* scene/where.h -- the part of a mesh that is there for grains.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_WHERE_H
#define GM_SCENE_WHERE_H

#include "scene/structures.h"

/* Find what the scene leaves out of the mesh of structure `k` of the config: s->where, s->left_out,
 * and what the carriers have to know of them.  Requires: s->surface is there.
 * GM_ERR_INPUT: faults of the config. */
gm_status gm_where_find(gm_config *config, size_t k, gm_structure *s,
                        gm_carriers_options *options);

/* Tell triangles that are left out from the others, or no longer, while the surface is cut into
 * patches: as if they were made of something else. */
void gm_where_part(gm_structure *s, int apart);

/* Measure what is left out, now that sites are placed.
 * GM_ERR_INPUT, a fault of the config: nothing is there. */
gm_status gm_where_measure(gm_config *config, size_t k, gm_structure *s);

#endif
