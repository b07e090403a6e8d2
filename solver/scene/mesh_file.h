/* scene/mesh_file.h -- the surface of a structure from a file.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * STL is read strictly (structure/stl.h), every other format by structure/import.h.  Nobody
 * is let down in silence: what was mended or is odd goes into a report, and a mesh whose
 * size fits no grain is refused with the unit it is likely drawn in.
 */
#ifndef GM_SCENE_MESH_FILE_H
#define GM_SCENE_MESH_FILE_H

#include "config/config.h"
#include "scene/structures.h"
#include "structure/soup.h"

/* Read and mend the mesh of structure `k` of the config into s->surface, say in s->report
 * what was found, and give its groups their materials.  `materials` knows their rows, s has
 * its own already; radii of the grains in m, from `smallest` to `largest`.
 * Faults of the config (GM_ERR_INPUT) where the file, its size or its groups will not do.
 * GM_ERR_MEMORY. */
gm_status gm_mesh_file_read(gm_config *config, size_t k,
                            const gm_materials *materials, double smallest,
                            double largest, gm_structure *s);

/* The triangles of the file `file` beside the scene; mesh_unit in m, 0: 1 m.  GM_ERR_INPUT, no fault.
 * GM_ERR_MEMORY. */
gm_status gm_mesh_file_soup(const gm_config *config, const char *file,
                            double mesh_unit, gm_soup *soup);

/* Is triangle t of a group of that name? */
int gm_mesh_file_is_called(const gm_surface *surface, gm_index t,
                           const char *name);

/* Fail: the surface of the file `mesh` has no group of that name.  GM_ERR_INPUT. */
gm_status gm_mesh_file_no_group(const char *mesh, const gm_surface *surface,
                                const char *name);

#endif
