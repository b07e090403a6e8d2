/* result/world_surfaces.h -- the surfaces of the structures present in a frame, in the
 * world frame.
 */
#ifndef GM_RESULT_WORLD_SURFACES_H
#define GM_RESULT_WORLD_SURFACES_H

#include "result/result.h"

/* Polygon k has the points corners[offset[k]] to corners[offset[k + 1] - 1]. */
typedef struct gm_world_surfaces {
  int64_t n_points, n_corners;
  double *points; /* [n_points, 3] m */
  bool single;    /* points are stored in single precision in the file */
  int64_t *offset, *corners;
  gm_result_rows
      cells; /* n polygons; structure_id, patch, material, in this order */
} gm_world_surfaces;

/* Read the surfaces; *p must be cleared in all cases.  GM_ERR_FILE: the data of the
 * file are inconsistent. */
gm_status gm_world_surfaces_read(const gm_result *result, int64_t frame,
                                 gm_world_surfaces *p);

void gm_world_surfaces_clear(gm_world_surfaces *p);

#endif
