/* output/polydata.h -- points and cells that stay as they are, as VTK wants them.
 *
 * Room: output.  May include: base.
 *
 * A static VTKHDF PolyData 2.0 without arrays; these are for the caller to put.
 */
#ifndef GM_OUTPUT_POLYDATA_H
#define GM_OUTPUT_POLYDATA_H

#include "base/vec3.h"
#include "output/table.h"

typedef enum gm_polydata_kind {
  GM_POLYDATA_VERTICES,
  GM_POLYDATA_POLYGONS,
} gm_polydata_kind;

/* Cell k has the points corner[offset[k]] to corner[offset[k + 1] - 1]. */
typedef struct gm_polydata {
  int64_t n_points;
  const gm_vec3 *points; /* [n_points] m */
  gm_polydata_kind kind; /* of the cells */
  int64_t n, n_corners;
  const int64_t *offset; /* [n + 1]      */
  const int64_t *corner; /* [n_corners]  */
} gm_polydata;

/* Make the group with points, cells and empty groups for arrays of both.  single: points
 * in single precision.
 * GM_ERR_FILE: the file is of no use. */
gm_status gm_polydata_put(const gm_table_parts *to, bool single,
                          const gm_polydata *data);

#endif
