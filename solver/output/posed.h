/* output/posed.h -- the surfaces of the structures that are present in a frame, in the world.
 *
 * Room: output.  May include: base.
 */
#ifndef GM_OUTPUT_POSED_H
#define GM_OUTPUT_POSED_H

#include "output/result.h"

/* Polygon k has the points corners[offset[k]] to corners[offset[k + 1] - 1]. */
typedef struct gm_posed {
  int64_t n_points, n_corners;
  double *points; /* [n_points, 3] m */
  bool single;    /* as the file keeps them */
  int64_t *offset, *corners;
  gm_result_rows
      cells; /* n polygons; structure_id, patch, material, in this order */
} gm_posed;

/* Read them; *p must be cleared in all cases.  GM_ERR_FILE: they contradict themselves. */
gm_status gm_posed_read(const gm_result *result, int64_t frame, gm_posed *p);

void gm_posed_clear(gm_posed *p);

#endif
