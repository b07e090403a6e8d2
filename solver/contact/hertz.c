/* contact/hertz.c -- Hertz-Mindlin contacts with Coulomb friction, with or without
 * attraction.  A law says what repulsion, attraction and contact radius are of an overlap
 * (its part); coefficients: kn = 2 E, kt = 8 G.
 *
 *   a   = sqrt(R d)                                      contact radius
 *   F_n = max(0, (4/3) E a d g - c_n v_n)                repulsive only
 *   F_t <- F_t min(1, a / a_old) - 8 G a v_t dt          incremental, contact/friction.h
 *   c   = 2 sqrt(5/6) beta sqrt(S m),  S_n = 2 E a,  S_t = 8 G a
 *
 * d overlap, R m effective radius and mass, 1/E = sum (1 - nu^2)/E_i,
 * 1/G = sum (2 - nu)/G_i, g slope of the distance (1 between grains), v velocity of a
 * relative to b at the contact. History: F_t and a.
 *
 * The tangential part, what is dissipated, and why dashpots are weakened a little:
 * contact/friction.h.  With that restitution is at t_c / 200 within 1.3e-4.
 *
 * R. D. Mindlin and H. Deresiewicz, J. Appl. Mech. 20 (1953) 327-344; C. Thornton et al.,
 * Powder Technology 233 (2013) 30-46 (rescaling); Y. Tsuji et al., Powder Technology 71
 * (1992) 239-250 (damping).
 */
#include "contact/friction.h"
#include "contact/rows.h"

#include "base/math.h"

/* Energy of the tangential spring, in J, at contact radius a; at the first touch, where
 * a is 0, there is no spring yet. */
static double hertz_spring_energy(const gm_coefficients *c, double a,
                                  gm_vec3 spring, int total)
{
  const double s2 = gm_norm2(spring);
  if (!(a > 0.0)) return 0.0;
  return total ? 0.5 * c->kt * a * s2 : 0.5 * s2 / (c->kt * a);
}

/* (2/5) F_n d */
static double hertz_normal_energy(const gm_coefficients *c,
                                  const gm_law_contact *k)
{
  const double a = sqrt(k->radius * k->overlap);
  return 0.4 * ((2.0 / 3.0) * c->kn * a * k->overlap) * k->overlap;
}

/* Of all; the attraction is the law's. */
static gm_coefficients hertz_coefficients(const gm_law_input *in)
{
  const gm_material *a = in->a, *b = in->b;
  const double ga = a->youngs_modulus / (2.0 * (1.0 + a->poisson_ratio));
  const double gb = b->youngs_modulus / (2.0 * (1.0 + b->poisson_ratio));
  const double e =
      1.0 / ((1.0 - a->poisson_ratio * a->poisson_ratio) / a->youngs_modulus +
             (1.0 - b->poisson_ratio * b->poisson_ratio) / b->youngs_modulus);
  const double g =
      1.0 / ((2.0 - a->poisson_ratio) / ga + (2.0 - b->poisson_ratio) / gb);
  const double beta =
      gm_law_damping(in->pair.restitution, in->options.no_tension);
  const double damp = 2.0 * sqrt(5.0 / 6.0) * beta;
  gm_coefficients c = {.kn = 2.0 * e,
                       .kt = 8.0 * g,
                       .mu = in->pair.friction,
                       .least = in->options.no_tension ? 0.0 : -INFINITY};
  c.cn = damp * sqrt(c.kn);
  c.ct = in->options.tangential_damping ? damp * sqrt(c.kt) : 0.0;
  return c;
}

/* Ratio of critical damping: gm_law.damping. */
static double hertz_damping(const gm_coefficients *c, double mass,
                            int tangential)
{
  (void)mass;
  return tangential ? 0.5 * c->ct / sqrt(5.0 / 6.0 * c->kt)
                    : 0.5 * c->cn / sqrt(5.0 / 6.0 * c->kn);
}

/* Elastic impact: 2.868 (m^2 / (R E^2 v))^(1/5). */
static double hertz_duration(const gm_coefficients *c, double radius,
                             double mass, double speed)
{
  const double e = 0.5 * c->kn;
  return 2.868 * gm_math_pow(mass * mass / (radius * e * e * speed), 0.2);
}

/* The same, or half a period of small swings at contact radius a if that is shorter. */
static double hertz_duration_at(const gm_coefficients *c, double radius,
                                double mass, double speed, double a)
{
  const double impact = hertz_duration(c, radius, mass, speed);
  return a > 0.0 ? fmin(impact, GM_PI * sqrt(mass / (c->kn * a))) : impact;
}

/* The functions and the descriptor gm_NAME_law.  PARTS, ENERGY (of the normal part),
 * COEFFICIENTS, DURATION, RANGE are the law's; TOTAL, TEARS those of gm_hertz_force. */
#define GM_HERTZ_LAW(NAME, COHESION, PARTS, TOTAL, TEARS, COEFFICIENTS,        \
                     ENERGY, DURATION, RANGE)                                  \
  GM_INLINE gm_law_force NAME##_force(gm_coefficients c, gm_law_time time,     \
                                      gm_law_contact k)                        \
  {                                                                            \
    return gm_hertz_force(c, time, k, PARTS(c, time, k), TOTAL, TEARS);        \
  }                                                                            \
  GM_ROWS_LAW(NAME)                                                            \
  static double NAME##_energy(const gm_coefficients *c,                        \
                              const gm_law_contact *k)                         \
  {                                                                            \
    const gm_law_time none = {.dt = 0.0};                                      \
    const double a = PARTS(*c, none, *k).a;                                    \
    return ENERGY(c, k) + hertz_spring_energy(c, a, k->spring, TOTAL);         \
  }                                                                            \
  const gm_law gm_##NAME##_law = {                                             \
      .name = #NAME,                                                           \
      .law = GM_LAW_HERTZ,                                                     \
      .tangential = (TOTAL) ? GM_TANGENTIAL_TOTAL : GM_TANGENTIAL_INCREMENTAL, \
      .cohesion = COHESION,                                                    \
      .history = 4,                                                            \
      .grows = 1,                                                              \
      .coefficients = COEFFICIENTS,                                            \
      .forces = NAME##_forces,                                                 \
      .query = NAME##_query,                                                   \
      .energy = NAME##_energy,                                                 \
      .damping = hertz_damping,                                                \
      .duration = DURATION,                                                    \
      .range = RANGE,                                                          \
  }

GM_HERTZ_LAW(hertz, GM_COHESION_NONE, gm_hertz_repulsion, 0, 0,
             hertz_coefficients, hertz_normal_energy, hertz_duration, NULL);

/* F_t = -8 G a s: simpler, but the force depends on the way it was loaded, and energy
 * comes and goes as a changes; for comparison. */
GM_HERTZ_LAW(hertz_total, GM_COHESION_NONE, gm_hertz_repulsion, 1, 0,
             hertz_coefficients, hertz_normal_energy, hertz_duration, NULL);

/* ---- a constant attraction ------------------------------------------------- */

/* stiff small adhesive grains: Hertz and a constant attraction.
 *
 *   F_n = max(0, (4/3) E a d - c_n v_n) - 2 pi w R,   a = sqrt(R d)
 *
 * w work of adhesion of the two surfaces (twice the surface energy of equal ones), in
 * J/m2.  Pull-off force 2 pi w R, at the moment the surfaces part; nothing is lost by it.
 * Friction is a part of the Hertz force: of load and attraction together.  Energy: that
 * of Hertz, less 2 pi w R d.
 *
 * B. V. Derjaguin, V. M. Muller and Y. P. Toporov, J. Colloid Interface Sci. 53 (1975)
 * 314-326.
 */

static gm_coefficients hertz_adhesive_coefficients(const gm_law_input *in)
{
  gm_coefficients c = hertz_coefficients(in);
  c.cohesion = in->pair.adhesion;
  return c;
}

static double hertz_dmt_normal_energy(const gm_coefficients *c,
                                      const gm_law_contact *k)
{
  return hertz_normal_energy(c, k) -
         2.0 * GM_PI * c->cohesion * k->radius * k->overlap;
}

/* Held by attraction alone: a^3 = 3 pi w R^2 / (2 E). */
static double hertz_dmt_duration(const gm_coefficients *c, double radius,
                                 double mass, double speed)
{
  const double a =
      gm_math_cbrt(3.0 * GM_PI * c->cohesion * radius * radius / c->kn);
  return hertz_duration_at(c, radius, mass, speed, a);
}

GM_HERTZ_LAW(dmt, GM_COHESION_DMT, gm_hertz_dmt, 0, 0,
             hertz_adhesive_coefficients, hertz_dmt_normal_energy,
             hertz_dmt_duration, NULL);
GM_HERTZ_LAW(dmt_total, GM_COHESION_DMT, gm_hertz_dmt, 1, 0,
             hertz_adhesive_coefficients, hertz_dmt_normal_energy,
             hertz_dmt_duration, NULL);

/* ---- Johnson, Kendall and Roberts ------------------------------------------ */

/* adhesive elastic grains: Johnson, Kendall and Roberts.
 *
 *   F = 4 E a^3 / (3 R) - sqrt(8 pi w E a^3),   d = a^2 / R - sqrt(2 pi w a / E)
 *
 * w work of adhesion of the two surfaces (twice the surface energy of equal ones), in
 * J/m2.  Contact begins at d = 0 with a force that pulls, and ends at
 *
 *   a_t^3 = pi w R^2 / (8 E), d_t = -(3/4) (pi^2 w^2 R / E^2)^(1/3), F_t = -(5/6) pi w R
 *
 * the largest pull being (3/2) pi w R.  The dashpot above, of this a, acts
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

static double hertz_jkr_normal_energy(const gm_coefficients *c,
                                      const gm_law_contact *k)
{
  return gm_hertz_jkr_energy_at(
      *c, k->radius, gm_hertz_jkr_scale_of(*c, k->radius), sqrt(k->memory));
}

/* Held by attraction alone: a^3 = 9 pi w R^2 / (2 E). */
static double hertz_jkr_duration(const gm_coefficients *c, double radius,
                                 double mass, double speed)
{
  const double a =
      gm_math_cbrt(9.0 * GM_PI * c->cohesion * radius * radius / c->kn);
  return hertz_duration_at(c, radius, mass, speed, a);
}

static double hertz_jkr_range(const gm_coefficients *c, double radius)
{
  const gm_hertz_jkr_scale s = gm_hertz_jkr_scale_of(*c, radius);
  return 0.75 * s.b * s.x;
}

GM_HERTZ_LAW(jkr, GM_COHESION_JKR, gm_hertz_jkr_parts, 0, 1,
             hertz_adhesive_coefficients, hertz_jkr_normal_energy,
             hertz_jkr_duration, hertz_jkr_range);
GM_HERTZ_LAW(jkr_total, GM_COHESION_JKR, gm_hertz_jkr_parts, 1, 1,
             hertz_adhesive_coefficients, hertz_jkr_normal_energy,
             hertz_jkr_duration, hertz_jkr_range);

/* ---- in proportion to the area --------------------------------------------- */

/* attraction in proportion to the area of contact.
 *
 *   F_n = max(0, P - c_n v_n) - k_c A,   A = 2 pi R d
 *
 * A is the disc in which the undeformed bodies cut each other, to first order in d / R;
 * k_c the energy density of cohesion, in J/m3.  No attraction at first touch and no
 * pull-off force: grains at rest stay together only because they overlap, so that a law
 * for powders that are poured rather than pulled apart.  With hooke the two springs are
 * in parallel: k_c must stay well below k_n / (2 pi R), or the grains sink into each
 * other.  Friction is a part of the repulsion.  Energy: pi k_c R d^2 less.
 */

static gm_coefficients hertz_sadhesive_coefficients(const gm_law_input *in)
{
  gm_coefficients c = hertz_coefficients(in);
  c.cohesion = in->pair.cohesion;
  return c;
}

static double hertz_sjkr_normal_energy(const gm_coefficients *c,
                                       const gm_law_contact *k)
{
  return hertz_normal_energy(c, k) -
         0.5 * gm_hertz_attraction(*c, *k) * k->overlap;
}

/* Held by attraction alone: a = 3 pi R k_c / (2 E). */
static double hertz_sjkr_duration(const gm_coefficients *c, double radius,
                                  double mass, double speed)
{
  const double a = 3.0 * GM_PI * radius * c->cohesion / c->kn;
  return hertz_duration_at(c, radius, mass, speed, a);
}

GM_HERTZ_LAW(sjkr, GM_COHESION_SJKR, gm_hertz_sjkr, 0, 0,
             hertz_sadhesive_coefficients, hertz_sjkr_normal_energy,
             hertz_sjkr_duration, NULL);
GM_HERTZ_LAW(sjkr_total, GM_COHESION_SJKR, gm_hertz_sjkr, 1, 0,
             hertz_sadhesive_coefficients, hertz_sjkr_normal_energy,
             hertz_sjkr_duration, NULL);
