/* contact/jkr.c -- adhesive elastic grains: Johnson, Kendall and Roberts.
 *
 *   F = 4 E a^3 / (3 R) - sqrt(8 pi w E a^3),   d = a^2 / R - sqrt(2 pi w a / E)
 *
 * w work of adhesion of the two surfaces (twice the surface energy of equal ones), in
 * J/m2.  Contact begins at d = 0 with a force that pulls, and ends at
 *
 *   a_t^3 = pi w R^2 / (8 E), d_t = -(3/4) (pi^2 w^2 R / E^2)^(1/3), F_t = -(5/6) pi w R
 *
 * the largest pull being (3/2) pi w R.  The dashpot of contact/hertz.h, of this a, acts
 * on the first term.  Friction is a part of F + 3 pi w R (twice the pull-off force more).
 *
 * With x^2 = a, B = sqrt(2 pi w / E), X^3 = R B / 4 that of a_t, and z = x - X, the
 * overlap is
 *
 *   z^2 (6 X^2 + 4 X z + z^2) = R (d - d_t),   d_t = -(3/4) B X
 *
 * whose root is simple also at the end of contact: Newton on z q(z) = sqrt(R (d - d_t)),
 * q^2 = 6 X^2 + 4 X z + z^2, from above.  Energy, zero at first touch, a_0^(3/2) = R B:
 *
 *   U = (8 E / (15 R^2)) a^5 - (4 / (3 R)) sqrt(2 pi w E) a^(7/2) + pi w a^2
 *       + (3/5) pi w a_0^2
 *
 * what of it is there as the bodies part is dissipated.  Where they part within a step
 * from a state of less energy than that of first touch, nothing is.
 *
 * K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301-313;
 * C. Thornton, J. Phys. D 24 (1991) 1942-1946 (friction).
 */
#include "contact/hertz.h"

#include "base/math.h"
/* u^(1/3) by Newton's method: vectorised, and with the same bits on all machines, unlike
 * cbrt.  It starts from u^(21/64), by square roots, which is less than 30 % too large for
 * 1e-20 < u < 1.  u = 0 gives nearly 0. */
GM_INLINE double cube_root(double u)
{
  const double q = sqrt(sqrt(u + 1.0e-300)), h = sqrt(sqrt(q));
  double t = q * h * sqrt(sqrt(h));
  for (int k = 0; k < 6; ++k)
    t = (2.0 * t + u / (t * t)) * (1.0 / 3.0);
  return t;
}

/* B and X; kn = 2 E. */
typedef struct jkr_scale {
  double b, x;
} jkr_scale;

GM_INLINE jkr_scale scale_of(gm_coefficients c, double radius)
{
  const double b = sqrt(4.0 * GM_PI * c.cohesion / c.kn);
  return (jkr_scale){b, cube_root(0.25 * radius * b)};
}

GM_INLINE double pull_at(gm_coefficients c, jkr_scale s, double x)
{
  return c.kn * s.b * x * x * x;
}

GM_INLINE double push_at(gm_coefficients c, double radius, double x)
{
  const double x2 = x * x;
  return (2.0 / 3.0) * c.kn * x2 * x2 * x2 / radius;
}

/* U; a_0 = 4^(2/3) X^2. */
GM_INLINE double energy_at(gm_coefficients c, double radius, jkr_scale s,
                           double x)
{
  const double a = x * x, x2 = s.x * s.x, sixteen23 = 6.3496042078727974;
  const double elastic =
      c.kn * a * a * a / radius *
      ((4.0 / 15.0) * a * a / radius - (2.0 / 3.0) * s.b * x);
  return elastic + GM_PI * c.cohesion * (a * a + 0.6 * sixteen23 * x2 * x2);
}

/* x where the overlap is g above that of the end of contact; g >= 0. */
GM_INLINE double root_at(jkr_scale s, double radius, double g)
{
  const double r = sqrt(radius * g), steep = r / (sqrt(6.0) * s.x);
  const double flat = sqrt(r);
  double z = steep < flat ? steep : flat;
  for (int k = 0; k < 6; ++k) {
    const double q = sqrt(6.0 * s.x * s.x + (4.0 * s.x + z) * z);
    z -= (z * q - r) * q /
         (6.0 * s.x * s.x + (6.0 * s.x + 2.0 * z) * z + 1.0e-300);
  }
  return s.x + z;
}

GM_INLINE gm_hertz_part jkr_parts(gm_coefficients c, gm_law_time time,
                                  gm_law_contact k)
{
  const jkr_scale s = scale_of(c, k.radius);
  const double g = k.overlap + 0.75 * s.b * s.x;
  const int holds = g > 0.0;
  const double x = root_at(s, k.radius, holds ? g : 0.0);
  const double pull = pull_at(c, s, x);
  /* What the contact held half a step after it was last seen. */
  const double was = sqrt(k.memory);
  const double last = push_at(c, k.radius, was) - pull_at(c, s, was);
  const double torn = energy_at(c, k.radius, s, was) -
                      0.5 * time.dt * last * gm_dot(k.velocity, k.normal);
  return (gm_hertz_part){
      .a = holds ? x * x : 0.0,
      .push = holds ? k.slope * push_at(c, k.radius, x) : 0.0,
      .pull = holds ? k.slope * pull : 0.0,
      .grip = 3.0 * GM_PI * c.cohesion * k.radius - pull,
      .torn = holds || k.memory == 0.0 || torn < 0.0 ? 0.0 : torn};
}

static gm_coefficients jkr_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hertz_coefficients(in);
  c.cohesion = in->pair.adhesion;
  return c;
}

static double jkr_normal_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return energy_at(*c, k->radius, scale_of(*c, k->radius), sqrt(k->memory));
}

/* Held by attraction alone: a^3 = 9 pi w R^2 / (2 E). */
static double jkr_duration(const gm_coefficients *c, double radius, double mass,
                           double speed)
{
  const double a =
      gm_math_cbrt(9.0 * GM_PI * c->cohesion * radius * radius / c->kn);
  return gm_hertz_duration_at(c, radius, mass, speed, a);
}

static double jkr_range(const gm_coefficients *c, double radius)
{
  const jkr_scale s = scale_of(*c, radius);
  return 0.75 * s.b * s.x;
}

GM_HERTZ_LAW(jkr, GM_COHESION_JKR, jkr_parts, 0, 1, jkr_coefficients,
             jkr_normal_energy, jkr_duration, jkr_range);
GM_HERTZ_LAW(jkr_total, GM_COHESION_JKR, jkr_parts, 1, 1, jkr_coefficients,
             jkr_normal_energy, jkr_duration, jkr_range);
