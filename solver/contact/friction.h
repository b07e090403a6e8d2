/* contact/friction.h -- the force of one contact: friction, which all laws share, and the
 * laws of Hertz, of Johnson, Kendall and Roberts and of linear springs.
 *
 * Friction is the tangential part: spring, dashpot, stick or slide.
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

/* ---- attraction ------------------------------------------------------------ */

/* N  In proportion to the area of contact: contact/hertz.c. */
GM_INLINE double gm_hertz_attraction(gm_coefficients c, gm_law_contact k)
{
  return 2.0 * GM_PI * c.cohesion * k.radius * k.overlap;
}

/* ---- Hertz-Mindlin contacts, by the equations of contact/hertz.c ----------- */

typedef struct gm_hertz_part {
  double a;    /* m  contact radius; 0: the bodies have parted */
  double push; /* N  repulsion */
  double pull; /* N  attraction */
  double grip; /* N  what the load is above the repulsion without dashpot */
  double torn; /* J  lost as the bodies part in this step */
} gm_hertz_part;

/* Without attraction: a = sqrt(R d), P = (4/3) E a d g; g slope of the distance. */
GM_INLINE gm_hertz_part gm_hertz_repulsion(gm_coefficients c, gm_law_time time,
                                           gm_law_contact k)
{
  (void)time;
  const double a = sqrt(k.radius * k.overlap);
  return (gm_hertz_part){.a = a,
                         .push = (2.0 / 3.0) * c.kn * a * k.overlap * k.slope};
}

/* A constant attraction: contact/hertz.c. */
GM_INLINE gm_hertz_part gm_hertz_dmt(gm_coefficients c, gm_law_time time,
                                     gm_law_contact k)
{
  gm_hertz_part p = gm_hertz_repulsion(c, time, k);
  p.pull = 2.0 * GM_PI * c.cohesion * k.radius * k.slope;
  return p;
}

/* In proportion to the area of contact: contact/hertz.c. */
GM_INLINE gm_hertz_part gm_hertz_sjkr(gm_coefficients c, gm_law_time time,
                                      gm_law_contact k)
{
  gm_hertz_part p = gm_hertz_repulsion(c, time, k);
  p.pull = gm_hertz_attraction(c, k) * k.slope;
  return p;
}

/* Branch-free: selections between values already computed, so that the same lines serve
 * one contact and a vector of them.  `total`, `tears` are constants: the spring keeps its
 * stretch; the bodies may part while they attract.  p: of this contact, by the law. */
GM_INLINE gm_law_force gm_hertz_force(gm_coefficients c, gm_law_time time,
                                      gm_law_contact k, gm_hertz_part p,
                                      int total, int tears)
{
  const gm_vec3 n = k.normal, v = k.velocity;
  const double vn = gm_dot(v, n);
  const gm_vec3 vt = gm_madd(v, -vn, n);
  const double a = tears ? p.a + 1.0e-300 : p.a;
  const gm_friction_dashpots damp =
      gm_friction_weakened(c.cn, c.ct, sqrt(a * k.mobility), k.mobility, time);
  const double open = p.push - damp.normal * vn;
  const double push = open > c.least ? open : c.least;
  const double fn = push - p.pull;
  const double damped =
      gm_friction_damped(push - p.push, fn, vn, time.lag * k.mobility, time.dt);

  const double load = push + p.grip, held = load > 0.0 ? load : 0.0;
  const gm_friction t =
      total ? gm_friction_total(c.kt * a, c.kt * k.memory, damp.tangential, vt,
                                c.mu * held, time, k)
            : gm_friction_incremental(c.kt, a, damp.tangential, vt, c.mu * held,
                                      time, k);
  gm_law_force o = {.force = gm_madd(t.force, fn, n),
                    .spring = t.spring,
                    .memory = p.a,
                    .dissipated = t.slipped + t.damped + damped,
                    .frictional = t.slipped + t.damped,
                    .load = held,
                    .stiffness = c.kn};
  if (tears) {
    const gm_vec3 none = {0.0, 0.0, 0.0};
    const int parted = p.a == 0.0;
    o.force = gm_friction_chosen(parted, none, o.force);
    o.spring = gm_friction_chosen(parted, none, o.spring);
    o.load = parted ? 0.0 : o.load;
    o.dissipated += p.torn;
  }
  return o;
}

/* ---- adhesive elastic contacts, by the equations of contact/hertz.c -------- */

/* u^(1/3) by Newton's method: vectorised, and with the same bits on all machines, unlike
 * cbrt.  It starts from u^(21/64), by square roots, which is less than 30 % too large for
 * 1e-20 < u < 1.  u = 0 gives nearly 0. */
GM_INLINE double gm_hertz_jkr_cube_root(double u)
{
  const double q = sqrt(sqrt(u + 1.0e-300)), h = sqrt(sqrt(q));
  double t = q * h * sqrt(sqrt(h));
  for (int k = 0; k < 6; ++k)
    t = (2.0 * t + u / (t * t)) * (1.0 / 3.0);
  return t;
}

/* B and X; kn = 2 E. */
typedef struct gm_hertz_jkr_scale {
  double b, x;
} gm_hertz_jkr_scale;

GM_INLINE gm_hertz_jkr_scale gm_hertz_jkr_scale_of(gm_coefficients c,
                                                   double radius)
{
  const double b = sqrt(4.0 * GM_PI * c.cohesion / c.kn);
  return (gm_hertz_jkr_scale){b, gm_hertz_jkr_cube_root(0.25 * radius * b)};
}

GM_INLINE double gm_hertz_jkr_pull_at(gm_coefficients c, gm_hertz_jkr_scale s,
                                      double x)
{
  return c.kn * s.b * x * x * x;
}

GM_INLINE double gm_hertz_jkr_push_at(gm_coefficients c, double radius,
                                      double x)
{
  const double x2 = x * x;
  return (2.0 / 3.0) * c.kn * x2 * x2 * x2 / radius;
}

/* U; a_0 = 4^(2/3) X^2. */
GM_INLINE double gm_hertz_jkr_energy_at(gm_coefficients c, double radius,
                                        gm_hertz_jkr_scale s, double x)
{
  const double a = x * x, x2 = s.x * s.x, sixteen23 = 6.3496042078727974;
  const double elastic =
      c.kn * a * a * a / radius *
      ((4.0 / 15.0) * a * a / radius - (2.0 / 3.0) * s.b * x);
  return elastic + GM_PI * c.cohesion * (a * a + 0.6 * sixteen23 * x2 * x2);
}

/* x where the overlap is g above that of the end of contact; g >= 0. */
GM_INLINE double gm_hertz_jkr_root_at(gm_hertz_jkr_scale s, double radius,
                                      double g)
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

GM_INLINE gm_hertz_part gm_hertz_jkr_parts(gm_coefficients c, gm_law_time time,
                                           gm_law_contact k)
{
  const gm_hertz_jkr_scale s = gm_hertz_jkr_scale_of(c, k.radius);
  const double g = k.overlap + 0.75 * s.b * s.x;
  const int holds = g > 0.0;
  const double x = gm_hertz_jkr_root_at(s, k.radius, holds ? g : 0.0);
  const double pull = gm_hertz_jkr_pull_at(c, s, x);
  /* What the contact held half a step after it was last seen. */
  const double was = sqrt(k.memory);
  const double last =
      gm_hertz_jkr_push_at(c, k.radius, was) - gm_hertz_jkr_pull_at(c, s, was);
  const double torn = gm_hertz_jkr_energy_at(c, k.radius, s, was) -
                      0.5 * time.dt * last * gm_dot(k.velocity, k.normal);
  return (gm_hertz_part){
      .a = holds ? x * x : 0.0,
      .push = holds ? k.slope * gm_hertz_jkr_push_at(c, k.radius, x) : 0.0,
      .pull = holds ? k.slope * pull : 0.0,
      .grip = 3.0 * GM_PI * c.cohesion * k.radius - pull,
      .torn = holds || k.memory == 0.0 || torn < 0.0 ? 0.0 : torn};
}

/* ---- linear contacts, by the equations of contact/hooke.h ------------------ */

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
