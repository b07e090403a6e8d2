/* contact/jkr_force.h -- one adhesive elastic contact, by the equations of
 * contact/jkr.c. */
#ifndef GM_CONTACT_JKR_FORCE_H
#define GM_CONTACT_JKR_FORCE_H

#include "contact/hertz_force.h"

/* u^(1/3) by Newton's method: vectorised, and with the same bits on all machines, unlike
 * cbrt.  It starts from u^(21/64), by square roots, which is less than 30 % too large for
 * 1e-20 < u < 1.  u = 0 gives nearly 0. */
GM_INLINE double gm_jkr_cube_root(double u)
{
  const double q = sqrt(sqrt(u + 1.0e-300)), h = sqrt(sqrt(q));
  double t = q * h * sqrt(sqrt(h));
  for (int k = 0; k < 6; ++k)
    t = (2.0 * t + u / (t * t)) * (1.0 / 3.0);
  return t;
}

/* B and X; kn = 2 E. */
typedef struct gm_jkr_scale {
  double b, x;
} gm_jkr_scale;

GM_INLINE gm_jkr_scale gm_jkr_scale_of(gm_coefficients c, double radius)
{
  const double b = sqrt(4.0 * GM_PI * c.cohesion / c.kn);
  return (gm_jkr_scale){b, gm_jkr_cube_root(0.25 * radius * b)};
}

GM_INLINE double gm_jkr_pull_at(gm_coefficients c, gm_jkr_scale s, double x)
{
  return c.kn * s.b * x * x * x;
}

GM_INLINE double gm_jkr_push_at(gm_coefficients c, double radius, double x)
{
  const double x2 = x * x;
  return (2.0 / 3.0) * c.kn * x2 * x2 * x2 / radius;
}

/* U; a_0 = 4^(2/3) X^2. */
GM_INLINE double gm_jkr_energy_at(gm_coefficients c, double radius,
                                  gm_jkr_scale s, double x)
{
  const double a = x * x, x2 = s.x * s.x, sixteen23 = 6.3496042078727974;
  const double elastic =
      c.kn * a * a * a / radius *
      ((4.0 / 15.0) * a * a / radius - (2.0 / 3.0) * s.b * x);
  return elastic + GM_PI * c.cohesion * (a * a + 0.6 * sixteen23 * x2 * x2);
}

/* x where the overlap is g above that of the end of contact; g >= 0. */
GM_INLINE double gm_jkr_root_at(gm_jkr_scale s, double radius, double g)
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

GM_INLINE gm_hertz_part gm_jkr_parts(gm_coefficients c, gm_law_time time,
                                     gm_law_contact k)
{
  const gm_jkr_scale s = gm_jkr_scale_of(c, k.radius);
  const double g = k.overlap + 0.75 * s.b * s.x;
  const int holds = g > 0.0;
  const double x = gm_jkr_root_at(s, k.radius, holds ? g : 0.0);
  const double pull = gm_jkr_pull_at(c, s, x);
  /* What the contact held half a step after it was last seen. */
  const double was = sqrt(k.memory);
  const double last =
      gm_jkr_push_at(c, k.radius, was) - gm_jkr_pull_at(c, s, was);
  const double torn = gm_jkr_energy_at(c, k.radius, s, was) -
                      0.5 * time.dt * last * gm_dot(k.velocity, k.normal);
  return (gm_hertz_part){
      .a = holds ? x * x : 0.0,
      .push = holds ? k.slope * gm_jkr_push_at(c, k.radius, x) : 0.0,
      .pull = holds ? k.slope * pull : 0.0,
      .grip = 3.0 * GM_PI * c.cohesion * k.radius - pull,
      .torn = holds || k.memory == 0.0 || torn < 0.0 ? 0.0 : torn};
}

#endif
