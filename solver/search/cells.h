/* search/cells.h -- linked cells: which grains are near a place.
 *
 * Room: search.  May include: base, scene.
 *
 * A grid over the bounds of the grains, its cells at least as wide as the largest pair
 * reaches, so that the partners of a grain are in the 27 cells around it.  Grains far from
 * the rest widen the cells instead of the grid: the number of cells stays below 8 n + 4096.
 * Cells are numbered with z fastest, so that a column of three is one run of the list.
 */
#ifndef GM_SEARCH_CELLS_H
#define GM_SEARCH_CELLS_H

#include "scene/grains.h"

typedef struct gm_cells {
  gm_vec3 origin;       /* m  lower corner of cell (0, 0, 0) */
  double width;         /* m  of a cell */
  int nx, ny, nz;       /* cells along each axis */
  gm_index n, capacity; /* grains sorted; rows allocated */
  gm_index *cell;       /* [n]  cell of a grain */
  gm_index *grain;      /* [n]  grains by cell, rising rows within one */
  gm_index *start;      /* [nx ny nz + 1] into grain */
  gm_index start_capacity;
} gm_cells;

/* Sort the grains into cells of at least `width` m.  GM_ERR_NUMBER: a position is not a
 * number; GM_ERR_MEMORY. */
gm_status gm_cells_sort(gm_cells *c, const gm_grains *g, double width);

void gm_cells_clear(gm_cells *c);

/* Cell coordinate of a position along one axis, clamped to the grid of `n`. */
GM_INLINE int gm_cells_at(double x, double origin, double width, int n)
{
  const int k = (int)((x - origin) / width);
  return k < 0 ? 0 : k >= n ? n - 1 : k;
}

#endif
