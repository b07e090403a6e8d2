/* contact/hertz.h -- Hertz-Mindlin contacts, with or without attraction: what they share.
 *
 *   F_n = max(0, P - c_n v_n) - A                       P repulsion, A attraction
 *   F_t : contact/friction.h, S_t = 8 G a, limit mu N   N load: F_n, more if it attracts
 *   c   = 2 sqrt(5/6) beta sqrt(S m),  S_n = 2 E a
 *
 * a contact radius, R m effective radius and mass, 1/E = sum (1 - nu^2)/E_i,
 * 1/G = sum (2 - nu)/G_i.  A law says what P, A and a are of an overlap (its part).
 * Coefficients: kn = 2 E, kt = 8 G.  History: the tangential spring, and a.
 */
#ifndef GM_CONTACT_HERTZ_H
#define GM_CONTACT_HERTZ_H

#include "contact/hertz_force.h"
#include "contact/jkr_force.h"
#include "contact/rows.h"

/* Energy of the tangential spring, in J, at contact radius a; at the first touch, where
 * a is 0, there is no spring yet. */
GM_INLINE double gm_hertz_spring_energy(const gm_coefficients *c, double a,
                                        gm_vec3 spring, int total)
{
  const double s2 = gm_norm2(spring);
  if (!(a > 0.0)) return 0.0;
  return total ? 0.5 * c->kt * a * s2 : 0.5 * s2 / (c->kt * a);
}

/* (2/5) F_n d */
GM_INLINE double gm_hertz_normal_energy(const gm_coefficients *c,
                                        const gm_law_contact *k)
{
  const double a = sqrt(k->radius * k->overlap);
  return 0.4 * ((2.0 / 3.0) * c->kn * a * k->overlap) * k->overlap;
}

/* Coefficients of all; the attraction is the law's. */
gm_coefficients gm_hertz_coefficients(const gm_law_input *input);

/* Ratio of critical damping: gm_law.damping. */
double gm_hertz_damping(const gm_coefficients *c, double mass, int tangential);

/* Elastic impact: 2.868 (m^2 / (R E^2 v))^(1/5). */
double gm_hertz_duration(const gm_coefficients *c, double radius, double mass,
                         double speed);

/* The same, or half a period of small swings at contact radius a if that is shorter. */
double gm_hertz_duration_at(const gm_coefficients *c, double radius,
                            double mass, double speed, double a);

/* The functions and the descriptor gm_NAME_law.  PARTS, ENERGY (of the normal part),
 * COEFFICIENTS, DURATION, RANGE are the law's; TOTAL, TEARS as above. */
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
    return ENERGY(c, k) + gm_hertz_spring_energy(c, a, k->spring, TOTAL);      \
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
      .damping = gm_hertz_damping,                                             \
      .duration = DURATION,                                                    \
      .range = RANGE,                                                          \
  }

#endif
