/* rigid/servo.c -- a controller that keeps the load on grains. */
#include "rigid/servo.h"

#include <math.h>

/* Load on the grains along or about the axis. */
static double load_of(const gm_servo *s, gm_vec3 force, gm_vec3 torque,
                      const gm_pose *pose)
{
  if (!s->turns) return -gm_dot(force, s->axis);
  const gm_vec3 arm = gm_sub(pose->position, s->through);
  return -gm_dot(gm_add(torque, gm_cross(arm, force)), s->axis);
}

/* Moves the pose with the present speed over a time h. */
static void move(const gm_servo *s, double h, gm_pose *pose)
{
  if (!s->turns) {
    pose->position = gm_madd(pose->position, h * s->speed, s->axis);
    pose->velocity = gm_madd(pose->velocity, s->speed, s->axis);
    return;
  }
  const gm_quat q = gm_quat_rotation(gm_scale(h * s->speed, s->axis));
  const gm_vec3 arm = gm_sub(pose->position, s->through);
  pose->orientation = gm_quat_unit(gm_quat_product(q, pose->orientation));
  pose->position = gm_add(s->through, gm_quat_rotate(q, arm));
  const gm_vec3 w = gm_scale(s->speed, s->axis);
  pose->velocity =
      gm_add(pose->velocity, gm_cross(w, gm_sub(pose->position, s->through)));
  pose->spin = gm_add(pose->spin, w);
}

void gm_servo_advance(gm_servo *s, gm_vec3 force, gm_vec3 torque,
                      double stiffness, double dt, gm_pose *pose, gm_pose *late)
{
  const double missing = s->wanted - load_of(s, force, torque, pose);
  const double want =
      stiffness > 0.0 ? s->gain * missing / (stiffness * dt) : INFINITY;
  s->speed = copysign(fmin(fabs(want), s->limit), missing);
  move(s, 0.5 * dt, late);
  move(s, dt, pose);
}
