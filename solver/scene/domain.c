/* scene/domain.c -- the domain and its periodic images. */
#include "scene/domain.h"

/* Returns 1.5 2^52 ulp, where ulp is the spacing of doubles near `far`.  Adding it to a
 * number of magnitude at most `far` rounds that number to a multiple of ulp;
 * subtracting it again is exact. */
static double domain_grid(double far)
{
  int exponent;
  frexp(far, &exponent); /* far < 2^exponent */
  return ldexp(1.5, exponent + 1);
}

static double snap_to_domain_grid(double x, double grid)
{
  const double y = x + grid;
  return y - grid;
}

void gm_domain_repeat(gm_domain *d, int axes)
{
  double *const min[3] = {&d->min.x, &d->min.y, &d->min.z};
  double *const max[3] = {&d->max.x, &d->max.y, &d->max.z};
  d->periodic = axes != 0;
  d->side = d->grid = (gm_row4){0.0, 0.0, 0.0, 0.0};
  for (int a = 0; a < 3; ++a) {
    if (!(axes >> a & 1)) continue;
    const double far = fmax(fabs(*min[a]), fabs(*max[a])) + *max[a] - *min[a];
    d->grid[a] = domain_grid(far);
    *min[a] = snap_to_domain_grid(*min[a], d->grid[a]);
    *max[a] = snap_to_domain_grid(*max[a], d->grid[a]);
    d->side[a] = *max[a] - *min[a];
    d->kind[2 * a] = d->kind[2 * a + 1] = GM_BOUNDARY_PERIODIC;
  }
  for (int k = 0; k < GM_DOMAIN_IMAGES; ++k) {
    const gm_row4 sides = {gm_domain_sides(k, 0), gm_domain_sides(k, 1),
                           gm_domain_sides(k, 2), 0.0};
    d->shift[k] = sides * d->side;
  }
}

void gm_domain_settle(const gm_domain *d, gm_grains *g)
{
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  g->grid = d->grid;
  for (gm_index i = 0; i < g->n; ++i) {
    gm_row4 x = g->g[i].x;
    for (int a = 0; a < 3; ++a) {
      const double L = d->side[a];
      if (L > 0.0) x[a] -= L * floor((x[a] - min[a]) / L);
    }
    x = gm_domain_snap(d, x);
    g->g[i].x = gm_domain_home(d, x); /* rounding may have put it on the
                                         upper face */
  }
}

gm_status gm_domain_check(const gm_domain *d, const gm_grains *g)
{
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  for (gm_index i = 0; i < g->n; ++i) {
    for (int a = 0; a < 3; ++a) {
      if (!(d->side[a] > 0.0)) continue;
      const double sides = (g->g[i].x[a] - min[a]) / d->side[a];
      if (sides > -0.25 && sides < 1.25) continue;
      return gm_fail(
          GM_ERR_NUMBER,
          "grain %lld at (%g, %g, %g) m is more than a quarter of the "
          "periodic length outside the domain along %c, after at most "
          "a hundred steps, or ten of hard grains; choose a smaller time step",
          (long long)g->id[i], g->g[i].x[0], g->g[i].x[1], g->g[i].x[2],
          "xyz"[a]);
    }
  }
  return GM_OK;
}
