/* geometry/mesh_extent.h -- the part of a mesh with which grains can collide (scene key
 * `where`).
 */
#ifndef GM_GEOMETRY_MESH_EXTENT_H
#define GM_GEOMETRY_MESH_EXTENT_H

#include "scene/structures.h"

/* Find which part of the mesh of structure `k` the scene omits (s->where, s->left_out),
 * and pass it to the options of the distance field.  Requires s->surface.
 * GM_ERR_INPUT: errors of the config. */
gm_status gm_mesh_extent_find(gm_config *config, size_t k, gm_structure *s,
                              gm_mesh_collider_options *options);

/* With `apart` 1, gives omitted triangles another material, so that patches are cut at
 * their border; with `apart` 0, restores the materials. */
void gm_mesh_extent_part(gm_structure *s, int apart);

/* Measure the omitted area once virtual particles are placed.  GM_ERR_INPUT, an error of
 * the config: no part of the surface remains. */
gm_status gm_mesh_extent_measure(gm_config *config, size_t k, gm_structure *s);

#endif
