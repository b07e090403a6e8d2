/* rigid/conveyor.h -- surface velocity without motion of the shape: belts, rollers,
 * turntables.
 *
 * A conveyor gives the surface the velocity u = v + w x y at the body point y; v and w
 * are constant in the body frame and turn with it.  A contact with normal n uses the
 * tangential part u - (u . n) n, because the surface stays in place and cannot push or
 * pull along n.
 */
#ifndef GM_RIGID_CONVEYOR_H
#define GM_RIGID_CONVEYOR_H

#include "rigid/pose.h"
#include <stdint.h>

typedef struct gm_conveyor {
  gm_vec3 velocity; /* m/s    v, at the body origin, body frame */
  gm_vec3 spin;     /* rad/s  w, body frame */
  double from, to;  /* s      the conveyor runs for from <= t < to */
  /* bit mask of the mesh parts that it drives; 0: all parts */
  uint32_t part;
  int on; /* 1: the conveyor runs at the current time */
} gm_conveyor;

/* Switches n conveyors on or off for the time t (s). */
void gm_conveyor_switch(gm_conveyor *conveyor, int n, double t);

/* Upper bound (m/s) of the surface velocity that n conveyors together produce at body
 * points in the box [min, max] (m). */
double gm_conveyor_fastest(const gm_conveyor *conveyor, int n, gm_vec3 min,
                           gm_vec3 max);

/* Sum of the tangential surface velocities (m/s, world frame) of the n conveyors of a
 * structure at the world point x (m).  *p is the pose of the structure, `part` the bit
 * mask of the touched mesh part, `normal` the contact normal. */
GM_INLINE gm_vec3 gm_conveyor_velocity(const gm_conveyor *conveyor, int n,
                                       uint32_t part, const gm_pose *p,
                                       gm_vec3 x, gm_vec3 normal)
{
  gm_vec3 u = {0.0, 0.0, 0.0};
  const gm_vec3 y = gm_pose_to_body(p, x);
  for (int k = 0; k < n; ++k) {
    const gm_conveyor *c = &conveyor[k];
    if (!c->on || (c->part && !(c->part & part))) continue;
    u = gm_add(u, gm_add(c->velocity, gm_cross(c->spin, y)));
  }
  u = gm_quat_rotate(p->orientation, u);
  return gm_madd(u, -gm_dot(u, normal), normal);
}

/* Sum of the angular velocities (rad/s, world frame) of the same conveyors; rolling
 * resistance needs it. */
GM_INLINE gm_vec3 gm_conveyor_spin(const gm_conveyor *conveyor, int n,
                                   uint32_t part, const gm_pose *p)
{
  gm_vec3 w = {0.0, 0.0, 0.0};
  for (int k = 0; k < n; ++k) {
    const gm_conveyor *c = &conveyor[k];
    if (c->on && (!c->part || (c->part & part))) w = gm_add(w, c->spin);
  }
  return gm_quat_rotate(p->orientation, w);
}

#endif
