/* tests/upwind.c -- distances carried by first-order upwind differences. */
#include "upwind.h"

/* The node's value after the step; false where the flow enters. */
static bool differences(const grid *g, const int node[3], const double cells[3],
                        double *value)
{
  const ptrdiff_t n = g->n, step[3] = {n * n, n, 1};
  const double *f = g->f + grid_row(g, node[0], node[1], node[2]);
  *value = *f;
  for (int a = 0; a < 3; ++a) {
    if (cells[a] == 0.0) continue;
    const int from = cells[a] > 0.0 ? -1 : 1;
    if (node[a] + from < 0 || node[a] + from >= g->n) return false;
    *value -= fabs(cells[a]) * (*f - f[from * step[a]]);
  }
  return true;
}

void upwind_advect(const grid *from, grid *to, double angle, grid_field *enters,
                   const void *of)
{
  const gm_vec3 per = {0.0, 0.0, angle / from->h};
  for (int i = 0; i < from->n; ++i) {
    for (int j = 0; j < from->n; ++j) {
      for (int k = 0; k < from->n; ++k) {
        const int node[3] = {i, j, k};
        const gm_vec3 x = grid_place(from, i, j, k), u = gm_cross(per, x);
        double *f = &to->f[grid_row(to, i, j, k)];
        if (!differences(from, node, (double[3]){u.x, u.y, u.z}, f))
          *f = enters(of, x).distance;
      }
    }
  }
}
