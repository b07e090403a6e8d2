/* contact/friction.h -- the tangential part of a contact: spring, dashpot, stick or
 * slide.
 *
 * A spring is kept either as its force or as its stretch; whichever it is, it is first
 * turned with the contact plane at its own length (P), for the pair may have rolled:
 *
 *   force    F_s <- P(F_s) min(1, a / a_old) - S v_t dt  incremental, rescaled unloading
 *   stretch  s   <- P(s) + v_t dt,   F_s = -S s          total
 *   |F_s| <= mu N,   F_t = F_s - c_t v_t,   |F_t| <= mu N
 *
 * Both limits scale a vector.  The spring thus holds no more than displacement loaded
 * into it and friction can bear; the dashpot has what is left of the limit, and rests
 * where the spring slips.  (Were the spring loaded to the whole limit whenever spring and
 * dashpot reach it, it would give back what nothing put into it: with mu = 1 and
 * restitution 0.9 a sphere left a plane with 1.09 times its energy.)
 *
 * Losses.  No step can undo one:
 *   slip      the work on the spring from its last force to this one, less what it keeps
 *             more: the exact loss, positive but where the force reverses within a step.
 *             There it counts as 0, and what is gained shows as an error of the balance.
 *             Turning takes nothing; rescaling and stiffening take part of the energy.
 *   dashpots  G = F_t - F_s, and likewise along the normal.  The loss is
 *             -(v + (dt/2) u q F_t).G dt, with v as this contact alone changes it up to
 *             the middle of the step; where it reverses on the way, 0.
 * Of one contact the sum is of second order in the step.  Dashpots of other contacts of a
 * grain change v too, which leaves an error of first order.
 *
 * Velocities stand half a step back where time.lag says so.  To a dashpot that is a mass
 * less by dt c / 2: a pair of mass m under spring and dashpot loses as much as one with a
 * damper 1 + dt c / 4 m times as strong, so c_n is made weaker by that, and c_t by
 * 1 + q dt c_t / 4 m, q = 1 + m r^2 / I (7/2 for solid spheres; tangential mass m / q).
 * Restitution is then of second order in the step for a linear contact, and at t_c / 200
 * within 1.3e-4 for a Hertzian one; forces at rest are not touched.
 */
#ifndef GM_CONTACT_FRICTION_H
#define GM_CONTACT_FRICTION_H

#include "contact/contact.h"

typedef struct gm_friction {
  gm_vec3 force;  /* N  on a */
  gm_vec3 dash;   /* N  of it by the dashpot */
  gm_vec3 spring; /* new history: force or stretch */
  double
      slipped;   /* J  lost by the spring in this step, by rescaling and slip */
  double damped; /* J  lost by the dashpot in this step */
} gm_friction;

/* Both dashpots of a pair, weakened for late velocities. */
typedef struct gm_friction_dashpots {
  double normal, tangential; /* N s/m */
} gm_friction_dashpots;

/* Before that they are cn s / u and ct s / u; u the pair's mobility, s the root of u
 * times what the stiffness is proportional to.  One quotient serves both. */
GM_INLINE gm_friction_dashpots gm_friction_weakened(double cn, double ct,
                                                    double s, double u,
                                                    gm_law_time time)
{
  const double n = cn * s, t = ct * s;
  const double late_n = 1.0 + 0.5 * time.lag * n;
  const double late_t = 1.0 + 0.5 * time.turn * time.lag * t;
  const double q = 1.0 / (u * late_n * late_t);
  return (gm_friction_dashpots){n * late_t * q, t * late_n * q};
}

/* J  that a dashpot of force d takes in the step at velocity v, which the whole force f
 * of the contact changes; `late`: (dt/2) over the mass that it moves. */
GM_INLINE double gm_friction_damped(double d, double f, double v, double late,
                                    double dt)
{
  const double lost = -dt * d * (v + late * f);
  return lost > 0.0 ? lost : 0.0;
}

GM_INLINE double gm_friction_damped_across(gm_vec3 d, gm_vec3 f, gm_vec3 v,
                                           double late, double dt)
{
  const double lost = -dt * gm_dot(d, gm_madd(v, late, f));
  return lost > 0.0 ? lost : 0.0;
}

/* What all contacts share: the part of the history in the plane, to be scaled by
 * `turn`. */
typedef struct gm_friction_kept {
  gm_vec3 p;
  double h2, turn;
} gm_friction_kept;

GM_INLINE gm_friction_kept gm_friction_turned(gm_vec3 h, gm_vec3 n)
{
  const double hn = gm_dot(h, n);
  const gm_vec3 p = gm_madd(h, -hn, n);
  const double h2 = gm_norm2(h), p2 = gm_norm2(p);
  return (gm_friction_kept){p, h2, p2 > 0.0 ? sqrt(h2 / p2) : 0.0};
}

/* The trial force, or as much of it as friction can hold. */
typedef struct gm_friction_held {
  gm_vec3 force;
  int slides;
} gm_friction_held;

GM_INLINE gm_friction_held gm_friction_limited(gm_vec3 trial, double limit)
{
  const double size = sqrt(gm_norm2(trial));
  const double ratio = limit / size; /* 0/0 is NaN: not below 1, hence sticks */
  const int slides = ratio < 1.0;
  return (gm_friction_held){gm_scale(slides ? ratio : 1.0, trial), slides};
}

GM_INLINE gm_vec3 gm_friction_chosen(int first, gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){first ? a.x : b.x, first ? a.y : b.y, first ? a.z : b.z};
}

/* The spring keeps its force.  Stiffness kt a, a in k.memory at the last step; dashpot
 * ct; vt tangential velocity; limit mu N. */
GM_INLINE gm_friction gm_friction_incremental(double kt, double a, double ct,
                                              gm_vec3 vt, double limit,
                                              gm_law_time time,
                                              gm_law_contact k)
{
  const gm_friction_kept was = gm_friction_turned(k.spring, k.normal);
  const double once = 1.0 / k.memory;
  const double q0 = a * once; /* new contact: infinite, but the force is zero */
  const double q = q0 < 1.0 ? q0 : 1.0;
  const gm_vec3 last = gm_scale(was.turn, was.p);
  const gm_vec3 stick =
      gm_madd(gm_scale(was.turn * q, was.p), -(kt * a) * time.dt, vt);
  const gm_vec3 spring = gm_friction_limited(stick, limit).force;
  const gm_vec3 force =
      gm_friction_limited(gm_madd(spring, -ct, vt), limit).force;

  const double had = k.memory > 0.0 ? was.h2 * once : 0.0;
  const double lost = 0.5 / kt * (had - gm_norm2(spring) / a) -
                      0.5 * time.dt * gm_dot(gm_add(last, spring), vt);
  const gm_vec3 dash = gm_sub(force, spring);
  return (gm_friction){
      force, dash, spring, lost > 0.0 ? lost : 0.0,
      gm_friction_damped_across(dash, force, vt,
                                time.turn * time.lag * k.mobility, time.dt)};
}

/* The spring keeps its stretch.  Stiffness st, st_old at the last step. */
GM_INLINE gm_friction gm_friction_total(double st, double st_old, double ct,
                                        gm_vec3 vt, double limit,
                                        gm_law_time time, gm_law_contact k)
{
  const gm_friction_kept was = gm_friction_turned(k.spring, k.normal);
  const gm_vec3 kept = gm_scale(was.turn, was.p);

  const gm_vec3 stick = gm_madd(kept, time.dt, vt);
  const gm_friction_held o = gm_friction_limited(gm_scale(-st, stick), limit);
  const gm_vec3 held = gm_scale(-1.0 / st, o.force);
  const gm_vec3 spring = gm_friction_chosen(o.slides, held, stick);
  const gm_vec3 force =
      gm_friction_limited(gm_madd(o.force, -ct, vt), limit).force;

  const gm_vec3 slip = gm_sub(stick, spring);
  /* As it was stiffer or softer a step ago; nothing for a spring that does not change. */
  const double softened = 0.5 * (st_old - st) * gm_dot(kept, stick);
  const double lost = 0.5 * st * gm_dot(gm_add(kept, spring), slip) + softened;
  const gm_vec3 dash = gm_sub(force, o.force);
  return (gm_friction){
      force, dash, spring, lost > 0.0 ? lost : 0.0,
      gm_friction_damped_across(dash, force, vt,
                                time.turn * time.lag * k.mobility, time.dt)};
}

#endif
