/* insert/radii.c -- distributions of radii.
 *
 *   normal     r = mean + deviation z
 *   lognormal  r = median exp(deviation z)
 *
 * Here z is a standard normal number truncated at two bounds a, b: z = P^-1(P(a) + u
 * (P(b) - P(a))), with P the cumulative normal distribution.
 */
#include "insert/radii.h"

#include "base/math.h"

/* P(z) = 1/2 + exp(-z^2/2) / sqrt(2 pi) (z + z^3/3 + z^5/15 ...), all of one sign. */
static double cumulative(double z)
{
  if (fabs(z) > 9.0) return z > 0.0;
  double term = z, sum = z;
  for (int k = 3; fabs(term) > 1.0e-17 * fabs(sum); k += 2)
    sum += term *= z * z / k;
  return 0.5 + gm_math_exp(-0.5 * z * z) / sqrt(2.0 * GM_PI) * sum;
}

/* The z in [low, high] with P(z) = p: Newton's method, with bisection where a step
 * leaves the shrinking bracket. */
static double inverse(double p, double low, double high)
{
  double z = 0.5 * (low + high);
  for (int k = 0; k < 100; ++k) {
    const double off = cumulative(z) - p;
    *(off > 0.0 ? &high : &low) = z;
    const double slope = gm_math_exp(-0.5 * z * z) / sqrt(2.0 * GM_PI);
    double next = z - off / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - z) <= 4.0e-16 * fmax(fabs(z), 1.0)) return next;
    z = next;
  }
  return z;
}

/* Bounds of z: as given, else three standard deviations. */
static void find_cut(const gm_config_radii *r, double *a, double *b)
{
  *a = -3.0;
  *b = 3.0;
  if (r->kind == GM_RADIUS_NORMAL) {
    const double m = r->normal.mean, s = r->normal.deviation;
    if (!isnan(r->normal.min)) *a = (r->normal.min - m) / s;
    if (!isnan(r->normal.max)) *b = (r->normal.max - m) / s;
  } else {
    const double m = r->lognormal.median, s = r->lognormal.deviation;
    if (!isnan(r->lognormal.min)) *a = gm_math_log(r->lognormal.min / m) / s;
    if (!isnan(r->lognormal.max)) *b = gm_math_log(r->lognormal.max / m) / s;
  }
}

static double radius_of(const gm_config_radii *r, double z)
{
  return r->kind == GM_RADIUS_NORMAL
             ? r->normal.mean + r->normal.deviation * z
             : r->lognormal.median * gm_math_exp(r->lognormal.deviation * z);
}

static double at_bell(const gm_config_radii *r, double u)
{
  double a, b;
  find_cut(r, &a, &b);
  const double pa = cumulative(a), pb = cumulative(b);
  return radius_of(r, inverse(pa + u * (pb - pa), a, b));
}

static double to_power(double a, int power)
{
  return power == 2 ? a * a : a * a * a;
}

/* Fraction of row k by number, not normalised: where weights are masses, mass over
 * r^mass, as the mass of a grain is proportional to. */
static double share(const gm_config_radii *r, int mass, size_t k)
{
  const gm_config_class *c = &r->table.rows[k];
  return r->table.by == GM_BY_NUMBER ? c->weight
                                     : c->weight / to_power(c->radius, mass);
}

static double at_table(const gm_config_radii *r, int mass, double u)
{
  double all = 0.0, sum = 0.0;
  for (size_t k = 0; k < r->table.n_rows; ++k)
    all += share(r, mass, k);
  for (size_t k = 0; k < r->table.n_rows; ++k) {
    sum += share(r, mass, k);
    if (u * all < sum) return r->table.rows[k].radius;
  }
  return r->table.rows[r->table.n_rows - 1].radius;
}

double gm_radii_at(const gm_config_radii *r, int mass, double u)
{
  switch (r->kind) {
  case GM_RADIUS_CONSTANT:
    return r->constant;
  case GM_RADIUS_UNIFORM:
    return r->uniform[0] + u * (r->uniform[1] - r->uniform[0]);
  case GM_RADIUS_TABLE:
    return at_table(r, mass, u);
  default:
    return at_bell(r, u);
  }
}

/* side -1: smallest radius; 1: largest radius. */
static double extreme(const gm_config_radii *r, int side)
{
  double a, b, most = -INFINITY;
  switch (r->kind) {
  case GM_RADIUS_CONSTANT:
    return r->constant;
  case GM_RADIUS_UNIFORM:
    return r->uniform[side > 0];
  case GM_RADIUS_TABLE:
    for (size_t k = 0; k < r->table.n_rows; ++k)
      most = fmax(most, side * r->table.rows[k].radius);
    return side * most;
  default:
    find_cut(r, &a, &b);
    return radius_of(r, side > 0 ? b : a);
  }
}

double gm_radii_largest(const gm_config_radii *r)
{
  return extreme(r, 1);
}

double gm_radii_smallest(const gm_config_radii *r)
{
  return extreme(r, -1);
}

double gm_radii_mean(const gm_config_radii *r, int mass, int power)
{
  if (r->kind == GM_RADIUS_TABLE) {
    double all = 0.0, sum = 0.0;
    for (size_t k = 0; k < r->table.n_rows; ++k) {
      const double a = r->table.rows[k].radius;
      const double s = share(r, mass, k);
      all += s;
      sum += power == 2 ? s * a * a : s * a * a * a;
    }
    return sum / all;
  }
  enum { POINTS = 2048 };
  double sum = 0.0;
  for (int k = 0; k < POINTS; ++k) {
    const double a = gm_radii_at(r, mass, (k + 0.5) / POINTS);
    sum += to_power(a, power);
  }
  return sum / POINTS;
}
