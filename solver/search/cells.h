/* search/cells.h -- linked cells: grains sorted into grids, one grid for each size level.
 *
 * A level holds the grains whose radius is at most its largest radius and more than
 * half of it (the last level holds all smaller ones).  Its cells are as wide as the
 * reach of two of its largest grains.  A grain looks for partners in every level, in
 * the cells that the box of its reach overlaps, so that small grains do not share cells
 * made for large ones.  A grid has at most 8 n + 4096 cells; grains far from the rest
 * widen the cells instead.  Cells are numbered with z fastest, so that a column of
 * cells is one contiguous run of the float positions below, which vector loops test;
 * pairs they find near are tested again in double precision.
 */
#ifndef GM_SEARCH_CELLS_H
#define GM_SEARCH_CELLS_H

#include "scene/grains.h"
#include <stddef.h>

enum { GM_CELLS_LEVELS = 6, GM_CELLS_LANES = 8 };

#define GM_CELLS_FAR 1.0e12 /* m  a coordinate beyond is no position */

typedef struct gm_cells_level {
  double largest; /* m  radius */
  double per;     /* 1/m  cells along each axis */
  int nx, ny, nz; /* cells along each axis */
  int inner;      /* cells of a group: a column, or a slab of columns */
  gm_index n;     /* grains */
  gm_index start; /* row of its first cell in gm_cells.start */
} gm_cells_level;

typedef struct gm_cells {
  gm_vec3 origin, size; /* m  lower corner, extent of the coarsest grid */
  float margin;         /* m  float distances err by at most half of it */
  int n_levels;
  gm_cells_level level[GM_CELLS_LEVELS];
  gm_index n;       /* grains sorted */
  gm_index *grain;  /* [n]  sorted by level, cell, row; borrowed */
  float *x, *y, *z; /* [n] m  from the origin, sorted likewise; borrowed */
  float *r;         /* [n] m; borrowed */
  gm_index *start;  /* [cells + 1] of each level: first entry of grain[] */
  gm_index *cell;   /* [n] scratch: cell, -1 in another level; borrowed */
  gm_index *order;  /* [n] scratch: by group; borrowed */
  gm_index *count;  /* [threads][groups] scratch */
  size_t start_capacity, count_capacity;
} gm_cells;

/* Bytes that sorting n grains needs, and the part of them that stays in use after it. */
size_t gm_cells_room(gm_index n);
size_t gm_cells_kept(gm_index n);

/* Corners of the box of the centres; in the fourth lane the smallest and the largest
 * radius.  GM_ERR_NUMBER: a position is not a number. */
gm_status gm_cells_bound(const gm_grains *g, gm_row4 *low, gm_row4 *high);

/* Lays the grids for n grains in that box, and for pairs with gaps up to `skin` (m). */
void gm_cells_lay(gm_cells *c, gm_row4 low, gm_row4 high, gm_index n,
                  double skin);

/* Sorts the grains into cells for pairs with gaps up to `skin` (m).  room: gm_cells_room
 * bytes of the caller, aligned to 64; they must last as long as the cells.
 * GM_ERR_NUMBER: a position is not a number; GM_ERR_MEMORY. */
gm_status gm_cells_sort(gm_cells *c, const gm_grains *g, double skin,
                        void *room);

void gm_cells_clear(gm_cells *c);

/* Cell coordinate of a point `off` (m) from the origin, clamped to a grid of `n`
 * cells. */
GM_INLINE int gm_cells_at(double off, double per, int n)
{
  const double k = off * per;
  return k > 0.0 ? (k < n ? (int)k : n - 1) : 0;
}

#endif
