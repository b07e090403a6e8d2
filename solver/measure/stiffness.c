/* measure/stiffness.c -- how stiff the contacts of grains are, for a continuum.
 *
 * The normal stiffness is the second derivative of the energy of the law, so that every
 * law serves.
 */
#include "measure/stiffness.h"

/* Extent of points and grains along gravity, over its magnitude. */
static double depth_of(const gm_scene *s)
{
  double low = INFINITY, high = -INFINITY;
  const gm_vec3 down = gm_unit(s->gravity);
  for (gm_index i = 0; i < s->points.n; ++i) {
    const double at = gm_dot(down, gm_row_vec(s->points.p[i].x));
    low = fmin(low, at);
    high = fmax(high, at);
  }
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const double at = gm_dot(down, gm_row_vec(s->grains.g[i].x));
    low = fmin(low, at);
    high = fmax(high, at);
  }
  return high > low ? high - low : 0.0;
}

static double energy_at(const gm_law *law, const gm_coefficients *c,
                        double radius, double overlap)
{
  const gm_law_contact k = {.overlap = overlap, .radius = radius};
  return law->energy(c, &k);
}

/* Force and stiffness at that overlap. */
static double slope(const gm_law *law, const gm_coefficients *c, double radius,
                    double overlap, double *force)
{
  const double e = 0.05 * overlap;
  const double low = energy_at(law, c, radius, overlap - e);
  const double here = energy_at(law, c, radius, overlap);
  const double high = energy_at(law, c, radius, overlap + e);
  *force = (high - low) / (2.0 * e);
  return (high - 2.0 * here + low) / (e * e);
}

gm_stiffness gm_stiffness_of(const gm_model *model, const gm_scene *s)
{
  const gm_continuum *o = &s->continuum;
  const gm_index pair = o->material * GM_MATERIALS_MAX + o->material;
  if (o->mode == GM_MODE_DISCRETE ||
      !gm_material_paired(&s->materials.pair[o->material][o->material]))
    return (gm_stiffness){0.0, 0.0};
  const gm_coefficients *c = &model->table[pair];
  const double d = o->diameter;
  const double pressure = 0.5 * o->density * gm_norm(s->gravity) * depth_of(s);
  const double area = s->structures.flat ? d * s->grains.rule.thickness : d * d;
  const double wanted = fmax(pressure * area, 1.0e-9 * o->density * d * d * d);
  double low = 1.0e-12 * d, high = 0.5 * d, force;
  for (int k = 0; k < 60; ++k) { /* overlap by bisection of its logarithm */
    const double middle = sqrt(low * high);
    slope(model->law, c, 0.25 * d, middle, &force);
    *(force < wanted ? &low : &high) = middle;
  }
  const double kn = slope(model->law, c, 0.25 * d, sqrt(low * high), &force);
  const double part = model->law->law == GM_LAW_HERTZ ? 1.5 * c->kn : c->kn;
  return (gm_stiffness){kn, part > 0.0 ? kn * c->kt / part : 0.0};
}
