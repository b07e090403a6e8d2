/* structure/pose.h -- where a body is, and how it moves now.
 *
 * Room: structure.  May include: base.
 *
 * x = position + R(orientation) y carries body coordinates y to world coordinates x.
 */
#ifndef GM_STRUCTURE_POSE_H
#define GM_STRUCTURE_POSE_H

#include "base/quat.h"

typedef struct gm_pose {
  gm_vec3 position;    /* m      body origin in the world */
  gm_quat orientation; /* 1      unit, body to world */
  gm_vec3 velocity;    /* m/s    of the body origin, world */
  gm_vec3 spin;        /* rad/s  angular velocity, world */
} gm_pose;

GM_INLINE gm_vec3 gm_pose_to_body(const gm_pose *p, gm_vec3 x)
{
  return gm_quat_unrotate(p->orientation, gm_sub(x, p->position));
}

GM_INLINE gm_vec3 gm_pose_to_world(const gm_pose *p, gm_vec3 y)
{
  return gm_add(p->position, gm_quat_rotate(p->orientation, y));
}

/* Velocity of the body at the world point x, in m/s. */
GM_INLINE gm_vec3 gm_pose_velocity_at(const gm_pose *p, gm_vec3 x)
{
  return gm_add(p->velocity, gm_cross(p->spin, gm_sub(x, p->position)));
}

#endif
