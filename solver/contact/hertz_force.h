/* contact/hertz_force.h -- the force of one Hertz-Mindlin contact, by the equations of
 * contact/hertz.h. */
#ifndef GM_CONTACT_HERTZ_FORCE_H
#define GM_CONTACT_HERTZ_FORCE_H

#include "contact/attraction.h"
#include "contact/friction.h"

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

/* A constant attraction: contact/dmt.c. */
GM_INLINE gm_hertz_part gm_hertz_dmt(gm_coefficients c, gm_law_time time,
                                     gm_law_contact k)
{
  gm_hertz_part p = gm_hertz_repulsion(c, time, k);
  p.pull = 2.0 * GM_PI * c.cohesion * k.radius * k.slope;
  return p;
}

/* In proportion to the area of contact: contact/sjkr.c. */
GM_INLINE gm_hertz_part gm_hertz_sjkr(gm_coefficients c, gm_law_time time,
                                      gm_law_contact k)
{
  gm_hertz_part p = gm_hertz_repulsion(c, time, k);
  p.pull = gm_attraction_sjkr(c, k) * k.slope;
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

#endif
