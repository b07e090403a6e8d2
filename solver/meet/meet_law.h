/* meet/meet_law.h -- the force on one sample of a surface that is inside another body.
 *
 * The inside of a body B is an elastic foundation: at the depth D it bears the pressure
 * k D, as a fluid does, and a surface in it the traction -k D n.  The force on a body A
 * whose surface is in it,
 *
 *   F = -k sum a D n                                             k N/m3
 *
 * is the derivative of the energy k integral D dV over the overlap, at edges and corners
 * of B too, where the direction of the distance jumps.  (Forces along the gradient g of
 * the distance have no potential there: two elastic cubes that met at random gained 12 %
 * of their energy in each collision, at any spacing.)
 *
 * Where B is flat, with one g for all samples, the same integral has the form
 *
 *   F = k sum w D g,   T = k sum (a D^2 / 2) n x g,   w = a max(0, -n . g),
 *
 * which is the exact derivative of the sum k w D^2 / 2, so that energy is kept with few
 * samples too.  T is a couple of second order in the depth: w changes when A turns.
 *
 * A dashpot adds the pressure -c v_n >= -k D along g on the projected area w; the whole
 * never pulls.  The tangential part is that of grains (contact/friction.h): a spring per
 * area, kept in the body frame of the other body, with a dashpot, limited by mu p.  As w
 * grows it keeps its force, as w falls its stretch: its energy never grows.
 */
#ifndef GM_MEET_MEET_LAW_H
#define GM_MEET_MEET_LAW_H

#include "contact/friction.h"

/* Coefficients of a pair of bodies in one step. */
typedef struct gm_meet_coefficients {
  double k, kt;    /* N/m3  foundation; tangential likewise */
  double c, ct;    /* N s/m3  dashpots */
  double mu;       /* 1 */
  double mobility; /* m2/kg  inverse effective mass times area */
} gm_meet_coefficients;

/* A sample inside the other body, in world axes. */
typedef struct gm_meet_sample {
  double depth;     /* m   > 0 */
  double area;      /* m2  whole, not projected */
  double projected; /* m2  w */
  int flat;         /* 1: the other body is flat */
  gm_vec3 g;        /* 1   gradient of the distance from the other body */
  gm_vec3 n;        /* 1   outward normal of the sample */
  gm_vec3 velocity; /* m/s of the sample relative to the other body */
  gm_vec3 spring;   /* m   stretch */
  double before;    /* m2  projected area in the last step */
} gm_meet_sample;

typedef struct gm_meet_force {
  gm_vec3 force;   /* N    on the sample */
  gm_vec3 couple;  /* N m  likewise */
  gm_vec3 dash;    /* N    part of the force that no spring stores */
  gm_vec3 spring;  /* m    new stretch */
  double elastic;  /* J    stored */
  double lost;     /* J    taken out of the spring in this step */
  double friction; /* J    by the tangential part in this step */
} gm_meet_force;

GM_INLINE gm_meet_force gm_meet_law(const gm_meet_coefficients *k,
                                    const gm_meet_sample *s, gm_law_time time)
{
  const double w = s->projected;
  const gm_vec3 normal = gm_unit(s->g);
  const double vn = gm_dot(s->velocity, normal);
  const double spring = k->k * s->depth;
  const double damped = spring - k->c * vn;
  const double p = damped > 0.0 ? damped : 0.0;
  const gm_vec3 vt = gm_madd(s->velocity, -vn, normal);
  const double grown = w > s->before ? s->before / w : 1.0;
  const gm_law_contact contact = {.mobility = w > 0.0 ? k->mobility / w : 0.0,
                                  .normal = normal,
                                  .spring = gm_scale(grown, s->spring)};
  const gm_friction t =
      gm_friction_total(k->kt * w, k->kt * fmax(s->before, w), k->ct * w, vt,
                        k->mu * p * w, time, contact);
  gm_meet_force f;
  const gm_vec3 elastic =
      s->flat ? gm_scale(spring * w, s->g) : gm_scale(-spring * s->area, s->n);
  f.force = gm_add(gm_madd(t.force, w * (p - spring), normal), elastic);
  f.couple =
      gm_scale(s->flat && w > 0.0 ? 0.5 * spring * s->depth * s->area : 0.0,
               gm_cross(s->n, s->g));
  f.spring = gm_scale(w > 0.0 ? 1.0 : 0.0, t.spring);
  f.elastic = 0.5 * w * (spring * s->depth + k->kt * gm_norm2(t.spring));
  f.dash = gm_madd(t.dash, w * (p - spring), normal);
  f.lost =
      t.slipped + 0.5 * k->kt * s->before * (1.0 - grown) * gm_norm2(s->spring);
  f.friction = f.lost + t.damped;
  return f;
}

#endif
