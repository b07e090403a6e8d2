/* contact/rolling.h -- resistance to rolling, and to twisting about the normal.
 *
 *   constant   M = -min(mu_r R N, I |w| / (4 dt)) w / |w|                       "A"
 *   spring     M_k <- P(M_k) min(1, k_r / k_r,old) - k_r w dt,  |M_k| <= mu_r R N    "C"
 *              M   = M_k - C_r w,  |M| <= mu_r R N
 *              k_r = b k_n (mu_r R)^2,  b = 9/4 for spheres, 3 for discs,
 *              C_r = 2 eta_r sqrt(I_r k_r)
 *   torsion    T_k <- T_k min(1, k_s / k_s,old) - k_s w_n dt,  |T_k| <= mu_s R N
 *              T   = T_k - C_s w_n,  |T| <= mu_s R N
 *              k_s = b k_n (mu_s R)^2,  C_s = 2 eta_r sqrt(I k_s)
 *
 * w relative spin without its normal component w_n, N normal load, R effective radius,
 * k_n normal stiffness, P the rotation into the tangent plane; 1/I = sum 1/I_i,
 * 1/I_r = sum 1/(I_i + m_i r_i^2).  A constant torque must not reverse the spin within a
 * step: the limit I |w| / (4 dt) stops the spin within a few steps, even with six
 * contacts at once; a grain on a slope below its angle of repose then creeps at about
 * g dt.  On unloading the spring is rescaled like that of contact/friction.h, for the
 * same reason; its dashpot is corrected, and losses are counted, likewise.  Twisting
 * moves no centre.  A contact circle of radius a with Coulomb friction mu under Hertz's
 * pressure has mu_s R = (3 pi / 16) mu a.
 *
 * J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi, Powder Technology 206 (2011) 269-282.
 * J. S. Marshall, J. Comput. Phys. 228 (2009) 1541-1561: torsion.
 */
#ifndef GM_CONTACT_ROLLING_H
#define GM_CONTACT_ROLLING_H

#include "contact/contact.h"
#include "contact/friction.h"

/* Rolling or twisting stiffness, k_r or k_s, from the normal stiffness. */
GM_INLINE double gm_rolling_stiffness(double bend, double normal, double mu,
                                      double radius)
{
  return bend * normal * (mu * radius) * (mu * radius);
}

/* Fraction of a spring's torque that remains after unloading. */
GM_INLINE double gm_rolling_kept(double stiffness, double was)
{
  const double q = stiffness / was; /* new contact: infinite or NaN, hence 1 */
  return q < 1.0 ? q : 1.0;
}

/* Energy (J) of a spring from its squared torque. */
GM_INLINE double gm_rolling_energy(double squared, double stiffness)
{
  return stiffness > 0.0 ? 0.5 * squared / stiffness : 0.0;
}

/* Dashpot coefficient, corrected for the delay of velocities. */
GM_INLINE double gm_rolling_dashpot(double damping, double stiffness,
                                    double inertia, gm_law_time time)
{
  const double c = 2.0 * damping * sqrt(inertia * stiffness);
  return c * inertia / (inertia + 0.5 * time.lag * c);
}

GM_INLINE double gm_rolling_limited(double torque, double limit)
{
  const double low = torque > -limit ? torque : -limit;
  return low < limit ? low : limit;
}

GM_INLINE gm_vec3 gm_rolling_rate(gm_couple_contact k)
{
  return gm_madd(k.spin, -gm_dot(k.spin, k.normal), k.normal);
}

GM_INLINE gm_couple_torque gm_rolling_constant(gm_couple_coefficients c,
                                               gm_law_time time,
                                               gm_couple_contact k)
{
  const gm_vec3 w = gm_rolling_rate(k);
  const double rate = sqrt(gm_norm2(w));
  const double limit = c.rolling * k.radius * k.load;
  const double stop = 0.25 * k.inertia * rate / time.dt;
  const double size = limit < stop ? limit : stop;
  const gm_vec3 m = gm_scale(rate > 0.0 ? -size / rate : 0.0, w);
  const gm_vec3 middle = gm_madd(w, time.lag / (time.turn * k.inertia), m);
  return (gm_couple_torque){.torque = m,
                            .bent = {0.0, 0.0, 0.0},
                            .rolling = -time.dt * gm_dot(m, middle)};
}

GM_INLINE gm_couple_torque gm_rolling_spring(gm_couple_coefficients c,
                                             gm_law_time time,
                                             gm_couple_contact k)
{
  const gm_vec3 w = gm_rolling_rate(k);
  const double stiff =
      gm_rolling_stiffness(time.bend, k.stiffness, c.rolling, k.radius);
  const double was =
      gm_rolling_stiffness(time.bend, k.stiffness_was, c.rolling, k.radius);
  const double inertia = time.turn * k.inertia;

  const double limit = c.rolling * k.radius * k.load;
  const double damp =
      gm_rolling_dashpot(c.rolling_damping, stiff, inertia, time);

  const gm_friction_kept h = gm_friction_turned(k.bent, k.normal);
  const gm_vec3 last = gm_scale(h.turn, h.p);
  const gm_vec3 kept = gm_scale(gm_rolling_kept(stiff, was), last);
  const gm_vec3 bent =
      gm_friction_limited(gm_madd(kept, -stiff * time.dt, w), limit).force;
  const gm_vec3 m = gm_friction_limited(gm_madd(bent, -damp, w), limit).force;

  const double lost = gm_rolling_energy(h.h2, was) -
                      gm_rolling_energy(gm_norm2(bent), stiff) -
                      0.5 * time.dt * gm_dot(gm_add(last, bent), w);
  const double damped = gm_friction_damped_across(gm_sub(m, bent), m, w,
                                                  time.lag / inertia, time.dt);
  return (gm_couple_torque){
      .torque = m, .bent = bent, .rolling = (lost > 0.0 ? lost : 0.0) + damped};
}

/* Adds the torque along the normal to o. */
GM_INLINE gm_couple_torque gm_rolling_twist_added(gm_couple_coefficients c,
                                                  gm_law_time time,
                                                  gm_couple_contact k,
                                                  gm_couple_torque o)
{
  const double w = gm_dot(k.spin, k.normal);
  const double stiff =
      gm_rolling_stiffness(time.bend, k.stiffness, c.torsion, k.radius);
  const double was =
      gm_rolling_stiffness(time.bend, k.stiffness_was, c.torsion, k.radius);

  const double limit = c.torsion * k.radius * k.load;
  const double damp =
      gm_rolling_dashpot(c.rolling_damping, stiff, k.inertia, time);
  const double held = gm_rolling_limited(
      gm_rolling_kept(stiff, was) * k.twisted - stiff * time.dt * w, limit);
  const double t = gm_rolling_limited(held - damp * w, limit);

  const double lost = gm_rolling_energy(k.twisted * k.twisted, was) -
                      gm_rolling_energy(held * held, stiff) -
                      0.5 * time.dt * (k.twisted + held) * w;
  const double damped =
      gm_friction_damped(t - held, t, w, time.lag / k.inertia, time.dt);
  o.torque = gm_madd(o.torque, t, k.normal);
  o.twisted = held;
  o.torsion = (lost > 0.0 ? lost : 0.0) + damped;
  return o;
}

/* Rolling resistance by a constant torque or a spring, and twisting resistance; which of
 * them are constants. */
GM_INLINE gm_couple_torque gm_rolling_torque(gm_couple_coefficients c,
                                             gm_law_time time,
                                             gm_couple_contact k, int steady,
                                             int spring, int twists)
{
  gm_couple_torque o = {.torque = {0.0, 0.0, 0.0}};
  if (steady) o = gm_rolling_constant(c, time, k);
  if (spring) o = gm_rolling_spring(c, time, k);
  if (twists) o = gm_rolling_twist_added(c, time, k, o);
  return o;
}

#endif
