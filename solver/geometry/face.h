/* geometry/face.h -- part of the surface of a mesh at which grains are inserted.
 */
#ifndef GM_GEOMETRY_FACE_H
#define GM_GEOMETRY_FACE_H

#include "scene/pours.h"
#include "scene/structures.h"

/* Build the face that the key grains[source].pour names.  Requires: the meshes are built.
 * GM_ERR_INPUT, with an error message: the mesh has no such group.  GM_ERR_MEMORY. In all
 * cases gm_pours_clear releases *face. */
gm_status gm_face_build(gm_config *config, size_t source,
                        const gm_structures *structures, gm_face *face);

/* Random centre of a sphere of radius r (m) in front of the face at its current place,
 * with a gap of `clear` times r.  With u[0] to u[2] uniform in (0, 1), the point is
 * uniform by area.  *normal receives the normal there. */
gm_vec3 gm_face_point(const gm_face *face, const gm_structures *structures,
                      double r, double clear, const double u[4],
                      gm_vec3 *normal);

#endif
