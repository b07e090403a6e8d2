/* search/near.h -- a coarse grid that lists the structures near each cell.
 *
 * The grid covers the grains.  A structure is listed in the cells that its bounds,
 * widened by the reach of the grains, overlap: in none if it is far from all grains, in
 * all if it has no bounds.  A grain tests only the structures of its cell, in rising
 * order, so that the cost of a list does not grow with structures times grains.
 */
#ifndef GM_SEARCH_NEAR_H
#define GM_SEARCH_NEAR_H

#include "scene/structures.h"
#include "search/cells.h"
#include <stddef.h>

typedef struct gm_near {
  gm_vec3 origin;      /* m  lower corner of cell (0, 0, 0)                */
  double per[3];       /* 1/m  cells along each axis                       */
  int n[3];            /* cells along each axis                            */
  gm_index *start;     /* [n product + 1] into structure                   */
  gm_index *structure; /* structures listed in each cell, rising            */
  size_t start_capacity, capacity;
} gm_near;

/* Lists the present structures in the cells of a grid over the sorted grains
 * (search/cells.h).  `reach` (m): largest radius plus skin.  A copy of a body that has
 * periodic images is listed once for each, as the number s + image n of structure s of n
 * (scene/domain.h).  GM_ERR_MEMORY. */
gm_status gm_near_sort(gm_near *near, const gm_structures *structures,
                       const gm_domain *domain, const gm_cells *grains,
                       double reach);

void gm_near_clear(gm_near *near);

/* The cell of a grain at x (m). */
GM_INLINE gm_index gm_near_cell(const gm_near *near, gm_vec3 x)
{
  const gm_vec3 off = gm_sub(x, near->origin);
  const double at[3] = {off.x * near->per[0], off.y * near->per[1],
                        off.z * near->per[2]};
  gm_index cell = 0;
  for (int a = 0; a < 3; ++a) {
    const int last = near->n[a] - 1;
    const int k = at[a] > 0.0 ? (at[a] < last ? (int)at[a] : last) : 0;
    cell = cell * near->n[a] + k;
  }
  return cell;
}

#endif
