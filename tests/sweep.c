/* tests/sweep.c -- re-initialisation by fast sweeping. */
#include "sweep.h"

#include "check.h"
#include <stdlib.h>

/* Row of the neighbour along axis a towards `way`, or -1. */
static ptrdiff_t beside(const grid *g, const int node[3], int a, int way)
{
  int to[3] = {node[0], node[1], node[2]};
  to[a] += way;
  if (to[a] < 0 || to[a] >= g->n) return -1;
  return (ptrdiff_t)grid_row(g, to[0], to[1], to[2]);
}

/* Distance of a node beside the zero level, f over the length of its gradient, along each
 * axis the steeper of both one-sided differences; infinite elsewhere. */
static double crossed(const grid *g, const int node[3])
{
  const double f = g->f[grid_row(g, node[0], node[1], node[2])];
  double squares = 0.0;
  bool crosses = false;
  for (int a = 0; a < 3; ++a) {
    double rise[2] = {0.0, 0.0};
    for (int way = 0; way < 2; ++way) {
      const ptrdiff_t to = beside(g, node, a, 2 * way - 1);
      if (to < 0) continue;
      crosses |= (g->f[to] < 0.0) != (f < 0.0);
      rise[way] = (2 * way - 1) * (g->f[to] - f);
    }
    const double steepest = fmax(fabs(rise[0]), fabs(rise[1]));
    squares += steepest * steepest;
  }
  return crosses ? g->h * fabs(f) / sqrt(squares) : INFINITY;
}

/* The distance d with sum over axes of (d - d_a)^+^2 = h^2, d_a the nearer
 * neighbour's. */
static double solve(double h, double a, double b, double c)
{
  const double low = fmin(a, fmin(b, c)), high = fmax(a, fmax(b, c));
  const double middle = fmax(fmin(a, b), fmin(fmax(a, b), c));
  double d = low + h;
  if (d <= middle) return d;
  const double apart = middle - low;
  d = 0.5 * (low + middle + sqrt(2.0 * h * h - apart * apart));
  if (d <= high) return d;
  const double sum = low + middle + high;
  const double squares = low * low + middle * middle + high * high;
  return (sum + sqrt(sum * sum - 3.0 * (squares - h * h))) / 3.0;
}

static void visit(const grid *g, const int node[3], const bool *fixed,
                  double *d)
{
  const size_t row = grid_row(g, node[0], node[1], node[2]);
  if (fixed[row]) return;
  double nearer[3];
  for (int a = 0; a < 3; ++a) {
    const ptrdiff_t p = beside(g, node, a, -1), q = beside(g, node, a, 1);
    nearer[a] = fmin(p < 0 ? INFINITY : d[p], q < 0 ? INFINITY : d[q]);
  }
  if (isinf(nearer[0]) && isinf(nearer[1]) && isinf(nearer[2])) return;
  d[row] = fmin(d[row], solve(g->h, nearer[0], nearer[1], nearer[2]));
}

static void sweep(const grid *g, int diagonal, const bool *fixed, double *d)
{
  const int n = g->n, last = n - 1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        const int node[3] = {diagonal & 4 ? last - i : i,
                             diagonal & 2 ? last - j : j,
                             diagonal & 1 ? last - k : k};
        visit(g, node, fixed, d);
      }
    }
  }
}

bool sweep_again(grid *g)
{
  const int n = g->n;
  const size_t nodes = (size_t)n * (size_t)n * (size_t)n;
  double *d = malloc(nodes * sizeof *d);
  bool *fixed = malloc(nodes * sizeof *fixed), any = false;
  if (!CHECK(d && fixed)) exit(1);
  for (size_t row = 0; row < nodes; ++row) {
    const int node[3] = {(int)(row / (size_t)n / (size_t)n),
                         (int)(row / (size_t)n) % n, (int)(row % (size_t)n)};
    d[row] = crossed(g, node);
    fixed[row] = isfinite(d[row]);
    any |= fixed[row];
  }
  for (int diagonal = 0; any && diagonal < 8; ++diagonal)
    sweep(g, diagonal, fixed, d);
  for (size_t row = 0; any && row < nodes; ++row)
    g->f[row] = g->f[row] < 0.0 ? -d[row] : d[row];
  if (any) grid_differentiate(g, true);
  free(d);
  free(fixed);
  return any;
}
