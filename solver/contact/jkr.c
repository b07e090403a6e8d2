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

static gm_coefficients jkr_coefficients(const gm_law_input *in)
{
  gm_coefficients c = gm_hertz_coefficients(in);
  c.cohesion = in->pair.adhesion;
  return c;
}

static double jkr_normal_energy(const gm_coefficients *c,
                                const gm_law_contact *k)
{
  return gm_jkr_energy_at(*c, k->radius, gm_jkr_scale_of(*c, k->radius),
                          sqrt(k->memory));
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
  const gm_jkr_scale s = gm_jkr_scale_of(*c, radius);
  return 0.75 * s.b * s.x;
}

GM_HERTZ_LAW(jkr, GM_COHESION_JKR, gm_jkr_parts, 0, 1, jkr_coefficients,
             jkr_normal_energy, jkr_duration, jkr_range);
GM_HERTZ_LAW(jkr_total, GM_COHESION_JKR, gm_jkr_parts, 1, 1, jkr_coefficients,
             jkr_normal_energy, jkr_duration, jkr_range);
