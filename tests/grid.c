/* tests/grid.c -- distances on a full grid. */
#include "grid.h"

#include "check.h"
#include <stdlib.h>

static size_t nodes(const grid *g)
{
  return (size_t)g->n * (size_t)g->n * (size_t)g->n;
}

grid grid_make(int n, double h, int derivatives)
{
  grid g = {n, h, -0.5 * h * (n - 1), NULL, NULL, NULL};
  g.f = calloc(nodes(&g), sizeof *g.f);
  if (derivatives) g.slope = calloc(nodes(&g), sizeof *g.slope);
  if (derivatives) g.mixed = calloc(nodes(&g), sizeof *g.mixed);
  if (CHECK(g.f && (g.slope || !derivatives) && (g.mixed || !derivatives)))
    return g;
  fputs("no memory for a grid\n", stderr);
  exit(1);
}

void grid_clear(grid *g)
{
  free(g->f);
  free(g->slope);
  free(g->mixed);
  *g = (grid){0};
}

size_t grid_bytes(const grid *g)
{
  return nodes(g) * (sizeof *g->f + (g->slope ? sizeof *g->slope : 0) +
                     (g->mixed ? sizeof *g->mixed : 0));
}

void grid_fill(grid *g, grid_field *field, const void *of)
{
  for (int i = 0; i < g->n; ++i) {
    for (int j = 0; j < g->n; ++j) {
      for (int k = 0; k < g->n; ++k) {
        const gm_query_result p = field(of, grid_place(g, i, j, k));
        g->f[grid_row(g, i, j, k)] = p.distance;
        if (g->slope) g->slope[grid_row(g, i, j, k)] = p.gradient;
      }
    }
  }
  grid_differentiate(g, false);
}

/* Rows of the neighbours of a node along axis a, the node itself beyond the ends, and one
 * over their distance, in 1/m. */
static double around(const grid *g, const int node[3], int a, size_t at[2])
{
  for (int end = 0; end < 2; ++end) {
    int to[3] = {node[0], node[1], node[2]};
    if (to[a] > 0 && !end) --to[a];
    if (to[a] < g->n - 1 && end) ++to[a];
    at[end] = grid_row(g, to[0], to[1], to[2]);
  }
  return 1.0 / (g->h * (node[a] == 0 || node[a] == g->n - 1 ? 1.0 : 2.0));
}

static void differentiate_node(grid *g, const int node[3], int what)
{
  size_t x[2], y[2], z[2];
  const double px = around(g, node, 0, x), py = around(g, node, 1, y),
               pz = around(g, node, 2, z);
  const size_t row = grid_row(g, node[0], node[1], node[2]);
  const gm_vec3 *s = g->slope;
  if (what == 0) {
    g->slope[row] =
        gm_vec(px * (g->f[x[1]] - g->f[x[0]]), py * (g->f[y[1]] - g->f[y[0]]),
               pz * (g->f[z[1]] - g->f[z[0]]));
  } else if (what == 1) {
    double *m = g->mixed[row];
    m[GRID_XY] =
        0.5 * (px * (s[x[1]].y - s[x[0]].y) + py * (s[y[1]].x - s[y[0]].x));
    m[GRID_YZ] =
        0.5 * (py * (s[y[1]].z - s[y[0]].z) + pz * (s[z[1]].y - s[z[0]].y));
    m[GRID_ZX] =
        0.5 * (pz * (s[z[1]].x - s[z[0]].x) + px * (s[x[1]].z - s[x[0]].z));
  } else {
    g->mixed[row][GRID_XYZ] =
        pz * (g->mixed[z[1]][GRID_XY] - g->mixed[z[0]][GRID_XY]);
  }
}

void grid_differentiate(grid *g, bool slopes)
{
  for (int what = slopes ? 0 : 1; what < (g->mixed   ? 3
                                          : g->slope ? 1
                                                     : 0);
       ++what) {
    for (int i = 0; i < g->n; ++i) {
      for (int j = 0; j < g->n; ++j) {
        for (int k = 0; k < g->n; ++k)
          differentiate_node(g, (int[3]){i, j, k}, what);
      }
    }
  }
}

int grid_cell(const grid *g, double x, double *place)
{
  const double u = (x - g->low) / g->h;
  const int i = u > 0.0 ? (int)u : 0, last = g->n - 2;
  *place = u - (i < last ? i : last);
  return i < last ? i : last;
}

double grid_trilinear(const grid *g, gm_vec3 x)
{
  double u, v, w;
  const int i = grid_cell(g, x.x, &u), j = grid_cell(g, x.y, &v),
            k = grid_cell(g, x.z, &w);
  double row[4];
  for (int q = 0; q < 4; ++q) {
    const double *f = &g->f[grid_row(g, i + (q >> 1), j + (q & 1), k)];
    row[q] = f[0] + w * (f[1] - f[0]);
  }
  const double near = row[0] + v * (row[1] - row[0]);
  const double far = row[2] + v * (row[3] - row[2]);
  return near + u * (far - near);
}
