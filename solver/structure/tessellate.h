/* structure/tessellate.h -- a shape as polygons, to be looked at.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_TESSELLATE_H
#define GM_STRUCTURE_TESSELLATE_H

#include "base/status.h"
#include "structure/shape.h"

/* Polygons in the body frame; polygon k uses points corner[start[k]..start[k + 1]). */
typedef struct gm_polygons {
  gm_index n_points, n, n_corners;
  gm_vec3 *points;  /* [n_points] m */
  gm_index *start;  /* [n + 1] */
  gm_index *corner; /* [n_corners] */
  gm_index *patch;  /* [n]  patch of the shape */
} gm_polygons;

/* Polygons of every patch of `shape`, round ones in 96 parts.  A plane is cut by the box
 * [min, max] (m, body frame); without a part in it it has no polygon.
 * GM_ERR_MEMORY: *polygons holds what gm_tessellate_clear releases. */
gm_status gm_tessellate_shape(const gm_shape *shape, gm_vec3 min, gm_vec3 max,
                              gm_polygons *polygons);

void gm_tessellate_clear(gm_polygons *polygons);

#endif
