/* file/polydata.h -- writes points and cells that never change in VTK's layout.
 *
 * A static VTKHDF PolyData 2.0 without arrays; the caller adds these.
 */
#ifndef GM_FILE_POLYDATA_H
#define GM_FILE_POLYDATA_H

#include "base/vec3.h"
#include "file/table.h"

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

/* Write the group with points, cells and empty groups for their arrays.  single: points
 * in single precision.  After GM_ERR_FILE the file is unusable. */
gm_status gm_polydata_put(const gm_table_parts *to, bool single,
                          const gm_polydata *data);

#endif
