/* contact/hooke_force.h -- the force of one linear contact, by the equations of
 * contact/hooke.h. */
#ifndef GM_CONTACT_HOOKE_FORCE_H
#define GM_CONTACT_HOOKE_FORCE_H

#include "contact/friction.h"

/* pull: attraction, in N. */
GM_INLINE gm_law_force gm_hooke_force(gm_coefficients c, gm_law_time time,
                                      gm_law_contact k, double pull)
{
  const gm_vec3 n = k.normal, v = k.velocity;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double s = sqrt(k.mobility);
  const gm_friction_dashpots damp = gm_friction_weakened(
      c.cn + c.normal_damping * s, c.ct + c.tangential_damping * s, s,
      k.mobility, time);

  const double elastic = c.kn * k.overlap * k.slope;
  const double open = elastic - damp.normal * vn;
  const double push = open > c.least ? open : c.least;
  const double fn = push - pull * k.slope;
  const double damped = gm_friction_damped(push - elastic, fn, vn,
                                           time.lag * k.mobility, time.dt);

  const double held = push > 0.0 ? push : 0.0;
  const gm_friction t =
      gm_friction_total(c.kt, c.kt, damp.tangential, vt, c.mu * held, time, k);
  return (gm_law_force){.force = gm_madd(t.force, fn, n),
                        .spring = t.spring,
                        .memory = 0.0,
                        .dissipated = t.slipped + t.damped + damped,
                        .frictional = t.slipped + t.damped,
                        .load = held,
                        .stiffness = c.kn};
}

#endif
