/* rigid/pose.h -- position, orientation and velocities of a body.
 *
 * x = position + R(orientation) y transforms body coordinates y to world coordinates x.
 */
#ifndef GM_RIGID_POSE_H
#define GM_RIGID_POSE_H

#include "base/quat.h"

typedef struct gm_pose {
  gm_vec3 position;    /* m      of the body origin, world frame */
  gm_quat orientation; /* 1      unit quaternion, body to world */
  gm_vec3 velocity;    /* m/s    of the body origin, world frame */
  gm_vec3 spin;        /* rad/s  angular velocity, world frame */
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
