/* search/cells.h -- linked cells: which grains are near a place.
 *
 * Room: search.  May include: base, scene.
 *
 * Grids over the bounds of the grains, one for each level of size: a level holds the grains
 * of at most its largest radius and more than half of it (the last one all that are smaller),
 * its cells as wide as two of the largest reach.  A grain looks for partners in every level,
 * in the cells that a box of its reach overlaps, so that small grains are not looked for in
 * cells made for large ones.  Grains far from the rest widen the cells instead of the grid:
 * a grid has at most 8 n + 4096 cells.  Cells are numbered with z fastest, so that a column
 * of them is one run of the columns below, which hold positions as the vector unit wants
 * them: what it finds near is looked at again in double precision.
 */
#ifndef GM_SEARCH_CELLS_H
#define GM_SEARCH_CELLS_H

#include "scene/grains.h"
#include <stddef.h>

enum { GM_CELLS_LEVELS = 6, GM_CELLS_LANES = 8 };

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
  float margin; /* m  of distances from float positions, at most half of it */
  int n_levels;
  gm_cells_level level[GM_CELLS_LEVELS];
  gm_index n; /* grains sorted */
  gm_index
      *grain; /* [n]  by level and cell, rising rows within one; borrowed */
  float *x, *y, *z; /* [n] m  from the origin; borrowed */
  float *r;         /* [n] m; borrowed */
  gm_index *start;  /* [cells + 1] of each level, into grain */
  gm_index *cell;   /* [n] scratch: in start, -1 not of this level; borrowed */
  gm_index *order;  /* [n] scratch: by group; borrowed */
  gm_index *count;  /* [threads][groups] scratch */
  size_t start_capacity, count_capacity;
} gm_cells;

/* Bytes that n grains need while they are sorted, and the part of them that stays in use. */
size_t gm_cells_room(gm_index n);
size_t gm_cells_kept(gm_index n);

/* Sort the grains; a pair may reach `skin` (m) beyond touch.  room: gm_cells_room bytes,
 * aligned to 64, the caller's as long as the cells are used.
 * GM_ERR_NUMBER: a position is not a number; GM_ERR_MEMORY. */
gm_status gm_cells_sort(gm_cells *c, const gm_grains *g, double skin,
                        void *room);

void gm_cells_clear(gm_cells *c);

/* Cell coordinate of a place `off` m from the origin, clamped to the grid of `n`. */
GM_INLINE int gm_cells_at(double off, double per, int n)
{
  const double k = off * per;
  return k > 0.0 ? (k < n ? (int)k : n - 1) : 0;
}

#endif
