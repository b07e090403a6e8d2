/* contact/torsion.h -- resistance to twisting about the normal.
 *
 *   T_k <- T_k min(1, k_s / k_s,old) - k_s w dt,  |T_k| <= mu_s R N
 *   T   = T_k - C_s w  below the limit,  T = T_k at it
 *   k_s = (9/4) k_n (mu_s R)^2,  C_s = 2 eta_r sqrt(I k_s)
 *
 * w relative spin along the normal; all else as in contact/rolling.h.  Twisting moves no
 * centre, so 1/I = sum 1/I_i.  A contact circle of radius a
 * with Coulomb friction mu under Hertz's pressure has mu_s R = (3 pi / 16) mu a.
 *
 * J. S. Marshall, J. Comput. Phys. 228 (2009) 1541-1561.
 */
#ifndef GM_CONTACT_TORSION_H
#define GM_CONTACT_TORSION_H

#include "contact/rolling.h"

/* Adds the torque along the normal to o. */
GM_INLINE gm_couple_torque gm_torsion_added(gm_couple_coefficients c,
                                            gm_law_time time,
                                            gm_couple_contact k,
                                            gm_couple_torque o)
{
  const double w = gm_dot(k.spin, k.normal);
  const double stiff =
      gm_rolling_stiffness(time.bend, k.stiffness, c.torsion, k.radius);
  const double was =
      gm_rolling_stiffness(time.bend, k.stiffness_was, c.torsion, k.radius);

  const double trial =
      gm_rolling_kept(stiff, was) * k.twisted - stiff * time.dt * w;
  const double limit = c.torsion * k.radius * k.load;
  const double low = trial > -limit ? trial : -limit;
  const double held = low < limit ? low : limit;
  const double damp =
      gm_rolling_dashpot(c.rolling_damping, stiff, k.inertia, time);
  const double t = held == trial ? held - damp * w : held;

  const double middle = w + time.lag * t / k.inertia;
  const double lost = gm_rolling_energy(k.twisted * k.twisted, was) -
                      gm_rolling_energy(held * held, stiff) -
                      0.5 * time.dt * (k.twisted + held) * w;
  o.torque = gm_madd(o.torque, t, k.normal);
  o.twisted = held;
  o.torsion = lost - time.dt * (t - held) * middle;
  return o;
}

#endif
