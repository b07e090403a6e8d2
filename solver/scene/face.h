/* scene/face.h -- the surface of a mesh that grains come from.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_FACE_H
#define GM_SCENE_FACE_H

#include "scene/structures.h"

typedef struct gm_face {
  gm_index structure; /* its row */
  gm_index n;         /* triangles */
  gm_index *triangle; /* [n] */
  double *upto;       /* [n] m2  area, this one and those before */
  gm_vec3 min, max;   /* m  bounds in the body frame */
} gm_face;

/* The face that pour grains[source] names; requires meshes that are built.  GM_ERR_INPUT, with a
 * fault: there is no such group.  GM_ERR_MEMORY.  *face must be cleared in all cases. */
gm_status gm_face_build(gm_config *config, size_t source,
                        const gm_structures *structures, gm_face *face);
void gm_face_clear(gm_face *face);

/* A place for a sphere of radius r (m) that lies on the face, `clear` (1, of r) off it, where the face
 * is now: uniform by area for u uniform in (0, 1).  *normal receives the normal there. */
gm_vec3 gm_face_point(const gm_face *face, const gm_structures *structures,
                      double r, double clear, const double u[4],
                      gm_vec3 *normal);

#endif
