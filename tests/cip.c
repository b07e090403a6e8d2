/* tests/cip.c -- CIP on a full grid. */
#include "cip.h"

/* Hermite's cubics at u in [0, 1], and their derivatives: of[order][end][value or
 * slope]. */
typedef struct cubics {
  double of[3][2][2];
} cubics;

static cubics cubics_at(double u)
{
  const double v = 1.0 - u;
  return (cubics){
      {{{v * v * (1.0 + 2.0 * u), u * v * v},
        {u * u * (1.0 + 2.0 * v), -u * u * v}},
       {{-6.0 * u * v, v * (1.0 - 3.0 * u)},
        {6.0 * u * v, u * (3.0 * u - 2.0)}},
       {{12.0 * u - 6.0, 6.0 * u - 4.0}, {6.0 - 12.0 * u, 6.0 * u - 2.0}}}};
}

/* f and its derivatives in a plane, or f_z and its own, in units of cells. */
typedef struct jet {
  double f, x, y, xx, xy, yy;
} jet;

/* What node `row` carries: f, f_x, f_y, f_xy; with `along` z the derivatives of those. */
static void read_node(const grid *g, size_t row, int along, double to[2][2])
{
  const gm_vec3 *s = &g->slope[row];
  const double *m = g->mixed[row], h = g->h;
  to[0][0] = along ? h * s->z : g->f[row];
  to[1][0] = h * (along ? h * m[GRID_ZX] : s->x);
  to[0][1] = h * (along ? h * m[GRID_YZ] : s->y);
  to[1][1] = h * h * (along ? h * m[GRID_XYZ] : m[GRID_XY]);
}

/* In plane k, cell (i, j). */
static jet plane(const grid *g, int i, int j, int k, const cubics *u,
                 const cubics *v, int along)
{
  double line[3][2][2] = {{{0.0}}}; /* order in x, end and kind in y */
  for (int q = 0; q < 4; ++q) {
    const int a = q >> 1, b = q & 1;
    double node[2][2];
    read_node(g, grid_row(g, i + a, j + b, k), along, node);
    for (int order = 0; order < 3; ++order) {
      const double *w = u->of[order][a];
      line[order][b][0] += w[0] * node[0][0] + w[1] * node[1][0];
      line[order][b][1] += w[0] * node[0][1] + w[1] * node[1][1];
    }
  }
  double d[3][3];
  for (int p = 0; p < 3; ++p) {
    for (int q = 0; q + p < 3; ++q)
      d[p][q] = v->of[q][0][0] * line[p][0][0] +
                v->of[q][0][1] * line[p][0][1] +
                v->of[q][1][0] * line[p][1][0] + v->of[q][1][1] * line[p][1][1];
  }
  return (jet){d[0][0], d[1][0], d[0][1], d[2][0], d[1][1], d[0][2]};
}

/* The jet of x -> P(R^T x), R a turn with that cosine and sine. */
static jet turned(jet p, double c, double s)
{
  return (jet){.f = p.f,
               .x = c * p.x - s * p.y,
               .y = s * p.x + c * p.y,
               .xy = c * s * (p.xx - p.yy) + (c * c - s * s) * p.xy};
}

static void enter(grid *to, size_t row, gm_query_result exact)
{
  to->f[row] = exact.distance;
  to->slope[row] = exact.gradient;
  for (int m = 0; m < GRID_MIXED; ++m)
    to->mixed[row][m] = 0.0;
}

void cip_advect(const grid *from, grid *to, double angle, grid_field *enters,
                const void *of)
{
  const double c = cos(angle), s = sin(angle), per = 1.0 / from->h;
  const int last = from->n - 1;
  for (int i = 0; i <= last; ++i) {
    for (int j = 0; j <= last; ++j) {
      const gm_vec3 x = grid_place(from, i, j, 0);
      const double u = (c * x.x + s * x.y - from->low) * per;
      const double v = (c * x.y - s * x.x - from->low) * per;
      const int out = u < 0.0 || v < 0.0 || u > last || v > last;
      const int a = u < last ? (int)u : last - 1;
      const int b = v < last ? (int)v : last - 1;
      const cubics cu = cubics_at(u - a), cv = cubics_at(v - b);
      for (int k = 0; k <= last; ++k) {
        const size_t row = grid_row(to, i, j, k);
        if (out) {
          enter(to, row, enters(of, grid_place(from, i, j, k)));
          continue;
        }
        const jet f = turned(plane(from, a, b, k, &cu, &cv, 0), c, s);
        const jet z = turned(plane(from, a, b, k, &cu, &cv, 1), c, s);
        to->f[row] = f.f;
        to->slope[row] = gm_vec(per * f.x, per * f.y, per * z.f);
        to->mixed[row][GRID_XY] = per * per * f.xy;
        to->mixed[row][GRID_YZ] = per * per * z.y;
        to->mixed[row][GRID_ZX] = per * per * z.x;
        to->mixed[row][GRID_XYZ] = per * per * per * z.xy;
      }
    }
  }
}

double cip_at(const grid *g, gm_vec3 x)
{
  double u, v, w;
  const int i = grid_cell(g, x.x, &u), j = grid_cell(g, x.y, &v);
  const int k = grid_cell(g, x.z, &w);
  const cubics cu = cubics_at(u), cv = cubics_at(v), cw = cubics_at(w);
  double sum = 0.0;
  for (int end = 0; end < 2; ++end) {
    for (int along = 0; along < 2; ++along)
      sum += cw.of[0][end][along] * plane(g, i, j, k + end, &cu, &cv, along).f;
  }
  return sum;
}
