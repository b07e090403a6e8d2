/* contact/hooke.h -- linear spring-dashpot contacts, with or without attraction.
 *
 *   F_n = max(0, k_n d g - c_n v_n) - A g                repulsive but for attraction A
 *   F_t = -k_t s - c_t v_t                               contact/friction.h
 *   c   = 2 zeta sqrt(m k), or given: then zeta depends on the mass
 *
 * d overlap, g slope of the distance (1 between grains), m effective mass, v velocity of
 * a relative to b at the contact, s stretch of the tangential spring since first touch.
 * History: s.
 */
#ifndef GM_CONTACT_HOOKE_H
#define GM_CONTACT_HOOKE_H

#include "contact/friction.h"
#include "contact/rows.h"

gm_coefficients gm_hooke_coefficients(const gm_law_input *input);

/* Of both springs, in J. */
double gm_hooke_energy(const gm_coefficients *c, const gm_law_contact *k);

/* Ratio of critical damping: gm_law.damping. */
double gm_hooke_damping(const gm_coefficients *c, double mass, int tangential);

/* Half period of the undamped spring, whatever the speed. */
double gm_hooke_duration(const gm_coefficients *c, double radius, double mass,
                         double speed);

/* The functions and the descriptor gm_NAME_law; COEFFICIENTS, ENERGY are the law's. */
#define GM_HOOKE_LAW(NAME, COHESION, PULL, COEFFICIENTS, ENERGY)               \
  GM_INLINE gm_law_force NAME##_force(gm_coefficients c, gm_law_time time,     \
                                      gm_law_contact k)                        \
  {                                                                            \
    return gm_hooke_force(c, time, k, PULL(c, k));                             \
  }                                                                            \
  GM_ROWS_LAW(NAME)                                                            \
  const gm_law gm_##NAME##_law = {.name = #NAME,                               \
                                  .law = GM_LAW_HOOKE,                         \
                                  .tangential = GM_LAW_EITHER_FORM,            \
                                  .cohesion = COHESION,                        \
                                  .history = 3,                                \
                                  .coefficients = COEFFICIENTS,                \
                                  .forces = NAME##_forces,                     \
                                  .query = NAME##_query,                       \
                                  .energy = ENERGY,                            \
                                  .damping = gm_hooke_damping,                 \
                                  .duration = gm_hooke_duration}

#endif
