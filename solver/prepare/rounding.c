/* prepare/rounding.c -- how far single precision moves the places of a scene. */
#include "prepare/rounding.h"

#include "insert/pours_build.h"

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
    gm_pours_build_bounds(&s->pours.row[k], &s->structures, &low, &high);
    most = far(far(most, low), high);
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    for (int q = 0; q < 8; ++q) {
      const gm_shape *f = &b->shape;
      const gm_vec3 y = {q & 1 ? f->max.x : f->min.x,
                         q & 2 ? f->max.y : f->min.y,
                         q & 4 ? f->max.z : f->min.z};
      if (isfinite(gm_norm2(y)))
        most = far(most, gm_pose_to_world(&b->pose, y));
    }
  }
  return 0x1p-24 * most;
}
