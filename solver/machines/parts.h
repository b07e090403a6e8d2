/* machines/parts.h -- parts of a mesh with a role of their own, given by names of
 * groups.
 *
 * Each list of groups has one bit; triangles and patches carry the bits of the lists
 * that name them.  The lists are those of the conveyors of the structure, in order,
 * then those of the sinks that name groups of it.
 */
#ifndef GM_MACHINES_PARTS_H
#define GM_MACHINES_PARTS_H

#include "scene/pours.h"
#include "scene/structures.h"

/* Set the bits of the triangles of structure k in s->part, which stays null if no list
 * names groups.  Requires: the surface was read.  GM_ERR_INPUT, with an error message:
 * the mesh has no group of that name.  GM_ERR_MEMORY. */
gm_status gm_parts_find(gm_config *config, size_t k, gm_structure *s);

/* The bit of a sink that names groups of a structure; 0 if it names none. */
uint32_t gm_parts_of_sink(const gm_config *config, size_t sink);

/* With `apart` 1, gives the triangles of each part another material, so that patches are
 * cut between parts; with `apart` 0, restores the materials. */
void gm_parts_apart(gm_structure *s, int apart);

/* Set the bits of the patches from those of their triangles.  GM_ERR_MEMORY. */
gm_status gm_parts_give(gm_structure *s);

/* ---- part of the surface of a mesh at which grains are inserted ------------------ */

/* Build the face that the key grains[source].pour names.  Requires: the meshes are built.
 * GM_ERR_INPUT, with an error message: the mesh has no such group.  GM_ERR_MEMORY. In all
 * cases gm_pours_clear releases *face. */
gm_status gm_parts_face(gm_config *config, size_t source,
                        const gm_structures *structures, gm_face *face);

/* Random centre of a sphere of radius r (m) in front of the face at its current place,
 * with a gap of `clear` times r.  With u[0] to u[2] uniform in (0, 1), the point is
 * uniform by area.  *normal receives the normal there. */
gm_vec3 gm_parts_point(const gm_face *face, const gm_structures *structures,
                       double r, double clear, const double u[4],
                       gm_vec3 *normal);

#endif
