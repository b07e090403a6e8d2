/* machines/mesh_file.h -- reads and repairs the surface of a structure from a file.
 *
 * STL is read strictly (import/import.h), every other format by import/import.h.  Repairs
 * and remaining defects are listed in a report.  A mesh whose size does not fit the
 * grains is rejected, and the message names the unit in which it was probably drawn.
 */
#ifndef GM_MACHINES_MESH_FILE_H
#define GM_MACHINES_MESH_FILE_H

#include "config/config.h"
#include "mesh/soup.h"
#include "scene/structures.h"

/* Read and repair the mesh of structure `k` of the config into s->surface, describe in
 * s->report what was found, and assign the materials of its groups.  s->material must
 * be set; radii of the grains are in m, from `smallest` to `largest`.  Reports errors
 * of the config (GM_ERR_INPUT) where the file, its size or its groups are unsuitable.
 * GM_ERR_MEMORY. */
gm_status gm_mesh_file_read(gm_config *config, size_t k,
                            const gm_materials *materials, double smallest,
                            double largest, gm_structure *s);

/* Note that `file`, and of glTF the files that it names, belong to the scene, by `key`.
 * GM_ERR_MEMORY. */
gm_status gm_mesh_file_note(gm_config *config, const char *file,
                            const char *key);

/* Read the triangles of `file`, a path relative to the scene; mesh_unit in m, 0 means 1
 * m.  GM_ERR_INPUT: the message is recorded, but the caller has to report it for a key.
 * GM_ERR_MEMORY. */
gm_status gm_mesh_file_soup(const gm_config *config, const char *file,
                            double mesh_unit, gm_soup *soup);

/* Returns 1 if triangle t belongs to a group of that name. */
int gm_mesh_file_is_called(const gm_surface *surface, gm_index t,
                           const char *name);

/* Record that the surface of the file `mesh` has no group of that name, and list its
 * groups; returns GM_ERR_INPUT. */
gm_status gm_mesh_file_no_group(const char *mesh, const gm_surface *surface,
                                const char *name);

#endif
