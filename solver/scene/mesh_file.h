/* scene/mesh_file.h -- the surface of a structure from a file.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_MESH_FILE_H
#define GM_SCENE_MESH_FILE_H

#include "config/config.h"
#include "structure/surface.h"

/* Read and mend the mesh of structure `k` of the config into the empty *surface.
 * Faults of the config (GM_ERR_INPUT) where the file will not do. */
gm_status gm_mesh_file_read(gm_config *config, size_t k, gm_surface *surface);

#endif
