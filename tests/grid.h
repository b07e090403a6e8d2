/* tests/grid.h -- signed distances at the nodes of a full cubic grid, as conventional
 * codes keep them.
 *
 * n x n x n nodes, h apart, about the origin of the world.  CIP carries derivatives at
 * the nodes, too.  For comparisons with virtual particles (tests/bench/treatments.md);
 * the product has no such grid.
 */
#ifndef GM_TESTS_GRID_H
#define GM_TESTS_GRID_H

#include "body/shape.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct grid {
  int n;              /*    nodes along each axis           */
  double h;           /* m  between neighbours              */
  double low;         /* m  of the first node on every axis */
  double *f;          /* [n^3] m  node (i, j, k) in row (i n + j) n + k */
  gm_vec3 *slope;     /* [n^3] 1  derivatives of f, or null */
  double (*mixed)[4]; /* [n^3] 1/m, 1/m2  mixed derivatives, or null (cip.h) */
} grid;

enum { GRID_XY, GRID_YZ, GRID_ZX, GRID_XYZ, GRID_MIXED };

/* Distance and gradient at the world point x. */
typedef gm_query_result grid_field(const void *of, gm_vec3 x);

/* All zero, with so many derivatives: 0 or 7; checks that there is memory. */
grid grid_make(int n, double h, int derivatives);
void grid_clear(grid *g);

/* Bytes of its columns. */
size_t grid_bytes(const grid *g);

static inline size_t grid_row(const grid *g, int i, int j, int k)
{
  return ((size_t)i * (size_t)g->n + (size_t)j) * (size_t)g->n + (size_t)k;
}

static inline gm_vec3 grid_place(const grid *g, int i, int j, int k)
{
  return gm_vec(g->low + g->h * i, g->low + g->h * j, g->low + g->h * k);
}

/* Take the field at every node; and its gradients where derivatives are carried; mixed
 * ones by differences of those. */
void grid_fill(grid *g, grid_field *field, const void *of);

/* Take derivatives by central differences, one-sided at the ends: the mixed ones from the
 * others, and with `slopes` those from f. */
void grid_differentiate(grid *g, bool slopes);

/* Cell and place in it, in [0, 1], along one axis. */
int grid_cell(const grid *g, double x, double *place);

/* Trilinear at x, which must lie in the grid. */
double grid_trilinear(const grid *g, gm_vec3 x);

#endif
