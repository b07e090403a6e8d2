/* rigid/drag.h -- a velocity that decays by drag while a constant force drives it.
 *
 * v' = a - c v over the time h, in closed form, so that any drag is stable at any step;
 * two halves are one whole.
 */
#ifndef GM_RIGID_DRAG_H
#define GM_RIGID_DRAG_H

#include "base/math.h"
#include "base/vec3.h"
#include <math.h>

/* Mean of exp(-x s) over 0 < s < 1. */
GM_INLINE double gm_drag_mean(double x)
{
  return x > 0.0 ? -gm_math_expm1(-x) / x : 1.0;
}

/* v after h (s); c: 1/s. */
GM_INLINE double gm_drag_kick(double v, double a, double c, double h)
{
  return v * gm_math_exp(-c * h) + h * a * gm_drag_mean(c * h);
}

/* What the drag took meanwhile, per mass (J/kg): the integral of c v^2, which is never
 * negative; v1 is the velocity after h.  With x = c h: from 1 on as
 * v(t) = end + (v - end) exp(-c t); below, v goes from v to v1 by a share s(t), and near
 * x = 0 the means of s and s^2 are their series. */
GM_INLINE double gm_drag_loss(double v, double v1, double c, double h)
{
  const double x = c * h, e = gm_drag_mean(x), d = v1 - v;
  if (x > 1.0) {
    const double left = gm_math_exp(-x), end = (v1 - left * v) / (1.0 - left);
    const double away = (v - end) * (1.0 - left);
    return end * (x * end + 2.0 * away) +
           0.5 * away * away * (1.0 + left) / (1.0 - left);
  }
  double s = 1.0 / 2.0 + x / 12.0, s2 = 1.0 / 3.0 + x / 12.0;
  if (x > 1.0e-4) {
    s = (1.0 - e) / (x * e);
    s2 = (1.0 - 2.0 * e + gm_drag_mean(2.0 * x)) / (x * e * x * e);
  }
  return x * (v * v + 2.0 * v * d * s + d * d * s2);
}

/* Velocities after a kick of h (s) by a force, under drag; m: kg or kg m2. */
GM_INLINE gm_vec3 gm_drag_kicks(gm_vec3 m, double drag, gm_vec3 v,
                                gm_vec3 force, double h)
{
  return gm_vec(gm_drag_kick(v.x, force.x / m.x, drag / m.x, h),
                gm_drag_kick(v.y, force.y / m.y, drag / m.y, h),
                gm_drag_kick(v.z, force.z / m.z, drag / m.z, h));
}

/* Sum over the axes of what drag takes in a kick; m: kg or kg m2. */
GM_INLINE double gm_drag_losses(gm_vec3 m, double drag, gm_vec3 v, gm_vec3 v1,
                                double h)
{
  return m.x * gm_drag_loss(v.x, v1.x, drag / m.x, h) +
         m.y * gm_drag_loss(v.y, v1.y, drag / m.y, h) +
         m.z * gm_drag_loss(v.z, v1.z, drag / m.z, h);
}

#endif
