/* search/near.h -- which structures are near a place.
 *
 * Room: search.  May include: base, structure, scene.
 *
 * A coarse grid over the grains; a structure is listed in the cells that its bounds, widened by the
 * reach of the grains, overlap: far from all grains in none, without bounds in all.  A grain
 * then looks at the structures of its cell only, in rising order, so that the cost of a list
 * grows with what is near and not with structures times grains.
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
  gm_index *structure; /* rows of structures by cell, rising within one    */
  size_t start_capacity, capacity;
} gm_near;

/* List the structures that are present in the cells of a grid over those of the grains
 * (sorted: search/cells.h); `reach` (m) is the widest of a grain.  GM_ERR_MEMORY. */
gm_status gm_near_sort(gm_near *near, const gm_structures *structures,
                       const gm_cells *grains, double reach);

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
