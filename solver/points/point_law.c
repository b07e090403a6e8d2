/* points/point_law.c -- the law of material points.
 *
 * The return is one inline function of one point for each dimension, without branches, so
 * that the loop over the lanes is vectorised; single calls take the same function.
 */
#include "points/point_law.h"

#include "base/math.h"

enum { NEWTON = 6 };

double gm_point_law_slope(int dims, double phi)
{
  const double s = gm_math_sin(phi);
  return dims == 2 ? sqrt(2.0) * s : sqrt(2.0 / 3.0) * 6.0 * s / (3.0 - s);
}

/* ---- strain to stress ---------------------------------------------------- */

gm_point_tensor gm_point_law_stress(const gm_point_law *law, const gm_strain *b)
{
  const int d = law->dims;
  const double J = b->bar[3];
  if (!(J < 1.0)) return (gm_point_tensor){{0.0}};
  const double p = 0.5 * law->kappa * (J * J - 1.0);
  const double third = d == 2
                           ? 0.5 * (b->bar[0] + b->bar[1])
                           : (b->bar[0] + b->bar[1] + b->bar[2]) * (1.0 / 3.0);
  gm_point_tensor t;
  for (int k = 0; k < 3; ++k) {
    t.c[k] = p + law->mu * (b->bar[k] - third);
    t.c[3 + k] = law->mu * b->off[k];
  }
  if (d == 2) t.c[2] = 0.0;
  return t;
}

double gm_point_law_energy(const gm_point_law *law, const gm_strain *b)
{
  const double J = b->bar[3], e = J - 1.0;
  const double trace = b->bar[0] + b->bar[1] + b->bar[2] - 3.0;
  /* (J^2 - 1)/2 - ln J, without cancellation for small strains */
  const double pressed = e + 0.5 * e * e - gm_math_log1p(e);
  return (J < 1.0 ? 0.5 * law->kappa * pressed : 0.0) + 0.5 * law->mu * trace;
}

/* ---- return to the yield surface ----------------------------------------- */

/* Kirchhoff pressure times the slope, 0 in tension. */
GM_INLINE double yield_of(double kappa, double alpha, double J)
{
  const double y = 0.5 * alpha * kappa * (1.0 - J * J);
  return y > 0.0 ? y : 0.0;
}

/* Energy (J/m3) that yielding takes when the deviator of the trial stress is shortened
 * from `shear` to `yield` (Pa).  The elastic energy `spent` is their mean times the
 * strain of the flow, which goes against the mean of the stresses before and after.
 * `before` is the stress before along the trial stress; if it opposes the flow by more
 * than the yield stress, nothing is lost. */
GM_INLINE double flow_loss(double before, double shear, double yield,
                           double spent)
{
  const double twice = before + yield;
  return shear > yield && twice > 0.0 && spent > 0.0
             ? spent * twice / (shear + yield)
             : 0.0;
}

GM_INLINE double strain_determinant(double x, double y, double z, double xy,
                                    double yz, double zx)
{
  return x * (y * z - yz * yz) - xy * (xy * z - yz * zx) +
         zx * (xy * yz - y * zx);
}

/* b: xx, yy, zz, xy, yz, zx of bbar*, det 1; old: of bbar before.  Returns the energy
 * (J/m3) that yielding takes. */
GM_INLINE double return_3(const double old[6], double yield, double mu,
                          double b[6])
{
  const double third = (b[0] + b[1] + b[2]) * (1.0 / 3.0);
  double x = b[0] - third, y = b[1] - third, z = b[2] - third;
  double xy = b[3], yz = b[4], zx = b[5];
  double q = x * x + y * y + z * z + 2.0 * (xy * xy + yz * yz + zx * zx);
  const double shear = mu * sqrt(q);
  const double part = shear > yield ? yield / shear : 1.0;
  const double along = x * (old[0] - 1.0) + y * (old[1] - 1.0) +
                       z * (old[2] - 1.0) +
                       2.0 * (xy * old[3] + yz * old[4] + zx * old[5]);
  const double whole = 0.5 * q, cubed = strain_determinant(x, y, z, xy, yz, zx);
  x *= part;
  y *= part;
  z *= part;
  xy *= part;
  yz *= part;
  zx *= part;
  q *= 0.5 * part * part;
  const double det = strain_determinant(x, y, z, xy, yz, zx);
  const double top = 1.0 + sqrt(q);
  double r = third < top ? third : top; /* at or above the largest root */
  for (int k = 0; k < NEWTON; ++k)
    r -= (r * (r * r - q) + (det - 1.0)) / (3.0 * r * r - q);
  b[0] = r + x;
  b[1] = r + y;
  b[2] = r + z;
  b[3] = xy;
  b[4] = yz;
  b[5] = zx;
  /* third - r by the difference of their cubic equations, without cancellation: rounding
   * would be lost where there is almost no strain */
  const double lower = ((whole - q) * r - (cubed - det)) /
                       (third * third + third * r + r * r - whole);
  return flow_loss(mu * mu * along / shear, shear, yield, 1.5 * mu * lower);
}

/* The same in the plane: xx, yy, xy. */
GM_INLINE double return_2(const double old[6], double yield, double mu,
                          double b[6])
{
  double x = 0.5 * (b[0] - b[1]), xy = b[3];
  const double q = x * x + xy * xy, shear = mu * sqrt(2.0 * q);
  const double part = shear > yield ? yield / shear : 1.0;
  const double whole = sqrt(1.0 + q);
  const double along = x * (old[0] - old[1]) + 2.0 * xy * old[3];
  x *= part;
  xy *= part;
  const double r = sqrt(1.0 + part * part * q);
  b[0] = r + x;
  b[1] = r - x;
  b[3] = xy;
  return flow_loss(mu * mu * along / shear, shear, yield,
                   mu * (1.0 - part * part) * q / (whole + r));
}

/* ---- a step -------------------------------------------------------------- */

/* x^(-1/3) for x near 1. */
GM_INLINE double inverse_root(double x)
{
  double y = 3.0 / (2.0 + x);
  for (int k = 0; k < 5; ++k)
    y *= (4.0 - x * (y * y * y)) * (1.0 / 3.0);
  return y;
}

GM_INLINE double step_3(double kappa, double mu, double alpha,
                        const double d[9], const double old[6], double b[6],
                        double *J)
{
  const double f[9] = {1.0 + d[0], d[1], d[2], d[3],      1.0 + d[4],
                       d[5],       d[6], d[7], 1.0 + d[8]};
  const double det = f[0] * (f[4] * f[8] - f[5] * f[7]) -
                     f[1] * (f[3] * f[8] - f[5] * f[6]) +
                     f[2] * (f[3] * f[7] - f[4] * f[6]);
  const double root = inverse_root(det), s = root * root;
  double g[9]; /* f b */
  for (int i = 0; i < 3; ++i) {
    g[3 * i] = f[3 * i] * b[0] + f[3 * i + 1] * b[3] + f[3 * i + 2] * b[5];
    g[3 * i + 1] = f[3 * i] * b[3] + f[3 * i + 1] * b[1] + f[3 * i + 2] * b[4];
    g[3 * i + 2] = f[3 * i] * b[5] + f[3 * i + 1] * b[4] + f[3 * i + 2] * b[2];
  }
  b[0] = s * (g[0] * f[0] + g[1] * f[1] + g[2] * f[2]);
  b[1] = s * (g[3] * f[3] + g[4] * f[4] + g[5] * f[5]);
  b[2] = s * (g[6] * f[6] + g[7] * f[7] + g[8] * f[8]);
  b[3] = s * (g[0] * f[3] + g[1] * f[4] + g[2] * f[5]);
  b[4] = s * (g[3] * f[6] + g[4] * f[7] + g[5] * f[8]);
  b[5] = s * (g[6] * f[0] + g[7] * f[1] + g[8] * f[2]);
  *J *= det;
  return return_3(old, yield_of(kappa, alpha, *J), mu, b);
}

GM_INLINE double step_2(double kappa, double mu, double alpha,
                        const double d[9], const double old[6], double b[6],
                        double *J)
{
  const double a = 1.0 + d[0], e = 1.0 + d[4], det = a * e - d[1] * d[3];
  const double s = 1.0 / det;
  const double ax = a * b[0] + d[1] * b[3], ay = a * b[3] + d[1] * b[1];
  const double ex = d[3] * b[0] + e * b[3], ey = d[3] * b[3] + e * b[1];
  b[0] = s * (ax * a + ay * d[1]);
  b[1] = s * (ex * d[3] + ey * e);
  b[3] = s * (ax * d[3] + ay * e);
  *J *= det;
  return return_2(old, yield_of(kappa, alpha, *J), mu, b);
}

/* Work of the Kirchhoff stress of b, J in the strain d = dt L. */
GM_INLINE double elastic_work(double kappa, double mu, const double b[6],
                              double J, const double d[9], int dims)
{
  const double pressed = 0.5 * kappa * (J * J - 1.0);
  const double p = pressed < 0.0 ? pressed : 0.0; /* without shear if J > 1 */
  const double x = d[0], y = d[4], z = dims == 2 ? 0.0 : d[8];
  const double third =
      dims == 2 ? 0.5 * (b[0] + b[1]) : (b[0] + b[1] + b[2]) * (1.0 / 3.0);
  const double sheared = (b[0] - third) * x + (b[1] - third) * y +
                         (b[2] - third) * z + b[3] * (d[1] + d[3]) +
                         b[4] * (d[5] + d[7]) + b[5] * (d[2] + d[6]);
  return p * (x + y + z) + mu * sheared;
}

GM_INLINE void advance_points(const gm_point_law *law, gm_point_lanes *o,
                              int dims)
{
  const double kappa = law->kappa, mu = law->mu, alpha = law->alpha;
  for (int k = 0; k < GM_POINT_LANES; ++k) {
    double d[9], old[6], b[6], J = o->J[k];
    for (int i = 0; i < 9; ++i)
      d[i] = o->rise[i][k];
    for (int i = 0; i < 6; ++i)
      old[i] = b[i] = o->bar[i][k];
    o->lost[k] = dims == 2 ? step_2(kappa, mu, alpha, d, old, b, &J)
                           : step_3(kappa, mu, alpha, d, old, b, &J);
    o->work[k] = elastic_work(kappa, mu, b, J, d, dims);
    for (int i = 0; i < 6; ++i)
      o->bar[i][k] = b[i];
    o->J[k] = J;
  }
}

GM_CLONED static void advance_point_2(const gm_point_law *law,
                                      gm_point_lanes *o)
{
  advance_points(law, o, 2);
}

GM_CLONED static void advance_point_3(const gm_point_law *law,
                                      gm_point_lanes *o)
{
  advance_points(law, o, 3);
}

void gm_point_law_advance(const gm_point_law *law, gm_point_lanes *lanes)
{
  (law->dims == 2 ? advance_point_2 : advance_point_3)(law, lanes);
}

void gm_point_law_return(const gm_point_law *law, gm_strain *b)
{
  const double yield = yield_of(law->kappa, law->alpha, b->bar[3]);
  double c[6] = {b->bar[0], b->bar[1], b->bar[2],
                 b->off[0], b->off[1], b->off[2]};
  if (law->dims == 2)
    return_2(c, yield, law->mu, c);
  else
    return_3(c, yield, law->mu, c);
  b->bar = (gm_row4){c[0], c[1], c[2], b->bar[3]};
  b->off = (gm_row4){c[3], c[4], c[5], b->off[3]};
}

/* ---- stress to strain ---------------------------------------------------- */

gm_strain gm_point_law_strain(const gm_point_law *law,
                              const gm_point_tensor *sigma)
{
  const double *t = sigma->c;
  const int d = law->dims;
  const double trace = d == 2 ? t[0] + t[1] : t[0] + t[1] + t[2];
  const double a =
      d == 2 ? trace / law->kappa : 2.0 * trace / (3.0 * law->kappa);
  const double J = 0.5 * (a + sqrt(a * a + 4.0)), by = J / law->mu;
  const double x = by * (t[0] - trace / d), y = by * (t[1] - trace / d);
  const double xy = by * t[3];
  if (d == 2) {
    const double r = sqrt(1.0 + x * x + xy * xy);
    return (gm_strain){{r + x, r + y, 1.0, J}, {xy, 0.0, 0.0, 0.0}};
  }
  const double z = by * (t[2] - trace / d), yz = by * t[4], zx = by * t[5];
  const double q = 0.5 * (x * x + y * y + z * z) + xy * xy + yz * yz + zx * zx;
  const double det = strain_determinant(x, y, z, xy, yz, zx);
  double r = 1.0 + sqrt(q);
  for (int k = 0; k < 10 * NEWTON; ++k)
    r -= (r * (r * r - q) + (det - 1.0)) / (3.0 * r * r - q);
  return (gm_strain){{r + x, r + y, r + z, J}, {xy, yz, zx, 0.0}};
}
