/* scene/mesh.h -- a structure from a file of triangles, carried by virtual particles.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_MESH_H
#define GM_SCENE_MESH_H

#include "scene/scene.h"

/* Radii of the grains that a mesh will meet, in m. */
typedef struct gm_mesh_grains {
  double smallest, largest;
} gm_mesh_grains;

/* Read the mesh of structure `k` of the config into *s (scene/mesh_file.h) and place its sites: spacing as
 * given, or (smallest - allowed overlap) / sqrt 3; distances from what an overlap of half a
 * radius needs to twice the largest radius, so that a frame has them for grains in reach.
 * Faults of the config (GM_ERR_INPUT) where the file or the spacing will not do. */
gm_status gm_mesh_build(gm_config *config, size_t k,
                        const gm_materials *materials, gm_mesh_grains grains,
                        gm_structure *s);

#endif
