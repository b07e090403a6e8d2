/* body/tessellate.h -- a shape as polygons, for display. */
#ifndef GM_BODY_TESSELLATE_H
#define GM_BODY_TESSELLATE_H

#include "base/status.h"
#include "body/shape.h"

/* Polygons in the body frame; polygon k uses points corner[start[k]..start[k + 1]). */
typedef struct gm_polygons {
  gm_index n_points, n, n_corners;
  gm_vec3 *points;  /* [n_points] m */
  gm_index *start;  /* [n + 1] */
  gm_index *corner; /* [n_corners] */
  gm_index *patch;  /* [n]  patch of the shape */
} gm_polygons;

/* Makes polygons of every patch of `shape`; circles become 96 straight parts.  Planes and
 * lines without ends are cut by the box [min, max] (m, body frame) and have no polygon
 * where they miss the box; lines extend over its z.  GM_ERR_MEMORY: *polygons is
 * incomplete, and gm_tessellate_clear releases it. */
gm_status gm_tessellate_shape(const gm_shape *shape, gm_vec3 min, gm_vec3 max,
                              gm_polygons *polygons);

void gm_tessellate_clear(gm_polygons *polygons);

#endif
