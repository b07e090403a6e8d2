/* contact/friction.h -- the tangential part of a contact: spring, dashpot, stick or
 * slide.
 *
 * A spring is kept either as its force or as its stretch; whichever it is, it is first
 * turned with the contact plane at its own length (P), for the pair may have rolled:
 *
 *   force    F_s <- P(F_s) min(1, a / a_old) - S v_t dt  incremental, rescaled unloading
 *   stretch  s   <- P(s) + v_t dt,   F_s = -S s          total
 *   F_t = F_s - c_t v_t,   |F_t| <= mu N                  stick; else slide at the limit
 *
 * A contact that slides keeps the whole friction in its spring and its dashpot rests: the
 * force is the same as if they shared it, and the work of friction is then known from
 * positions alone.  With shared friction the balance of a flowing bed was 60 times worse.
 * Nor can the stored energy come back as a kick when the contact sticks again.
 *
 * Velocities stand half a step back where time.lag says so.  To a dashpot that is a mass
 * less by dt c / 2: a pair of mass m under spring and dashpot loses as much as one with a
 * damper 1 + dt c / 4 m times as strong, so c_n is made weaker by that, and c_t by
 * 1 + q dt c_t / 4 m, q = 1 + m r^2 / I (7/2 for solid spheres; tangential mass m / q).
 * Restitution is then of second order in the step for a linear contact, and at t_c / 200
 * within 1.3e-4 for a Hertzian one; forces at rest are not touched.
 *
 * The spring holds F_s^2 / (2 S).  What P, rescaling, slip and the dashpots take out is
 * added up as dissipated, for the dashpots with velocities at the middle of the step as
 * far as this contact alone changes them: v + (dt/2) F_n / m, v_t + (dt/2) q F_t / m.
 */
#ifndef GM_CONTACT_FRICTION_H
#define GM_CONTACT_FRICTION_H

#include "contact/law.h"

typedef struct gm_friction {
  gm_vec3 force;  /* N  on a */
  gm_vec3 spring; /* new history: force or stretch */
  double lost;    /* J  of the spring, by turning, rescaling and slip */
  double power;   /* W  of the dashpot on the grains; negative: it dissipates */
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

/* Velocity of separation at the middle of the step under force fn. */
GM_INLINE double gm_friction_normal_middle(double vn, double fn,
                                           double mobility, gm_law_time time)
{
  return vn + time.lag * mobility * fn;
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
  const gm_vec3 kept = gm_scale(was.turn * q, was.p);

  const double st = kt * a;
  const gm_vec3 stick = gm_madd(kept, -st * time.dt, vt);
  const gm_friction_held o =
      gm_friction_limited(gm_madd(stick, -ct, vt), limit);
  const gm_vec3 spring = gm_friction_chosen(o.slides, o.force, stick);

  /* Work on the spring over the step from the last force to this one, less what it keeps:
   * what turning, rescaling and slip take. */
  const gm_vec3 vt_mid =
      gm_madd(vt, time.turn * time.lag * k.mobility, o.force);
  const gm_vec3 last = gm_scale(was.turn, was.p);
  const double had = k.memory > 0.0 ? was.h2 * once : 0.0;
  const double lost = 0.5 / kt * (had - gm_norm2(spring) / a) -
                      0.5 * time.dt * gm_dot(gm_add(last, spring), vt);
  return (gm_friction){o.force, spring, lost,
                       gm_dot(gm_sub(o.force, spring), vt_mid)};
}

/* The spring keeps its stretch.  Stiffness st, st_old at the last step. */
GM_INLINE gm_friction gm_friction_total(double st, double st_old, double ct,
                                        gm_vec3 vt, double limit,
                                        gm_law_time time, gm_law_contact k)
{
  const gm_friction_kept was = gm_friction_turned(k.spring, k.normal);
  const gm_vec3 kept = gm_scale(was.turn, was.p);

  const gm_vec3 stick = gm_madd(kept, time.dt, vt);
  const gm_friction_held o =
      gm_friction_limited(gm_madd(gm_scale(-st, stick), -ct, vt), limit);
  const gm_vec3 held = gm_scale(-1.0 / st, o.force);
  const gm_vec3 spring = gm_friction_chosen(o.slides, held, stick);

  const gm_vec3 vt_mid =
      gm_madd(vt, time.turn * time.lag * k.mobility, o.force);
  const gm_vec3 slip = gm_madd(gm_sub(kept, spring), time.dt, vt);
  /* As it was stiffer or softer a step ago; nothing for a spring that does not change. */
  const double softened =
      0.5 * (st_old - st) * gm_dot(kept, gm_madd(kept, time.dt, vt));
  const double lost = 0.5 * st * gm_dot(gm_add(kept, spring), slip) + softened;
  return (gm_friction){o.force, spring, lost,
                       gm_dot(gm_madd(o.force, st, spring), vt_mid)};
}

#endif
