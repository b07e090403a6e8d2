/* rigid/midpoint.c -- free rotation by the angular velocity of the middle of the step.
 *
 *   l_m = l + (dt / 2) l x w(l)                       w(l) = l / i
 *   q  <- q exp(dt w(l_m))
 *   l  <- l + (dt / 2) (l x w(l) + l_1 x w(l_1))      l_1 = l + dt l x w(l)
 *
 * Of second order.  The momentum in the world is not kept; with the rate at l_m alone the
 * error of the energy would be 4 to 20 times as large (dt w = 0.05, 0.01).  If l rotated
 * with the body, the momentum would be exact, but the energy would drift by itself, and a
 * top that rotates about its middle axis would flip at wrong times.
 */
#include "rigid/midpoint.h"

GM_INLINE gm_vec3 spin_of(gm_vec3 l, gm_vec3 inertia)
{
  return gm_vec(l.x / inertia.x, l.y / inertia.y, l.z / inertia.z);
}

void gm_midpoint_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt)
{
  const gm_vec3 rate = gm_cross(*l, spin_of(*l, inertia));
  const gm_vec3 middle = spin_of(gm_madd(*l, 0.5 * dt, rate), inertia);
  const gm_vec3 end = gm_madd(*l, dt, rate);
  const gm_vec3 last = gm_cross(end, spin_of(end, inertia));
  *q =
      gm_quat_unit(gm_quat_product(*q, gm_quat_rotation(gm_scale(dt, middle))));
  *l = gm_madd(*l, 0.5 * dt, gm_add(rate, last));
}
