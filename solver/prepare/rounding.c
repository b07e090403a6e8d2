/* prepare/rounding.c -- how far single precision moves the places of a scene. */
#include "prepare/rounding.h"

#include "insert/sources.h"

static double far(double most, gm_vec3 x)
{
  const double c[3] = {fabs(x.x), fabs(x.y), fabs(x.z)};
  for (int k = 0; k < 3; ++k)
    if (isfinite(c[k])) most = fmax(most, c[k]);
  return most;
}

double gm_rounding_find(const gm_scene *s)
{
  double most = far(far(0.0, s->domain.min), s->domain.max);
  for (gm_index i = 0; i < s->grains.n; ++i)
    most = far(most, gm_row_vec(s->grains.g[i].x));
  for (gm_index k = 0; k < s->pours.n; ++k) {
    gm_vec3 low, high;
    gm_sources_pour_bounds(&s->pours.row[k], &s->structures, &low, &high);
    most = far(far(most, low), high);
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_vec3 x;
    for (int q = 0; q < 8; ++q)
      if (gm_structures_corner(&s->structures.row[k], q, &x))
        most = far(most, x);
  }
  return 0x1p-24 * most;
}
