/* rigid/servo.c -- a controller that keeps the load on grains. */
#include "rigid/servo.h"

/* Load on the grains along or about the axis. */
static double load_on_servo(const gm_servo *s, const gm_servo_load *l,
                            const gm_pose *pose)
{
  if (!s->turns) return -gm_dot(l->force, s->axis);
  const gm_vec3 arm = gm_sub(pose->position, s->through);
  return -gm_dot(gm_add(l->torque, gm_cross(arm, l->force)), s->axis);
}

/* Moves the pose with the present speed over a time h. */
static void move_servo(const gm_servo *s, double h, gm_pose *pose)
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

/* Speed of the next step under a load along or about the axis. */
static double servo_next_speed(const gm_servo *s, const gm_servo_load *l,
                               double load, double dt)
{
  const double missing = s->wanted - load;
  const double slow = fmax(l->stiffness * dt / s->gain, 2.0 * l->damping);
  const double want = slow > 0.0 ? missing / slow : INFINITY;
  return copysign(fmin(fabs(want), s->limit), missing);
}

double gm_servo_power(const gm_servo *s, gm_servo_load l, double dt,
                      const gm_pose *pose)
{
  const double load = load_on_servo(s, &l, pose);
  return 0.5 * load * (servo_next_speed(s, &l, load, dt) - s->speed);
}

void gm_servo_advance(gm_servo *s, gm_servo_load l, double dt, gm_pose *pose,
                      gm_pose *late)
{
  s->speed = servo_next_speed(s, &l, load_on_servo(s, &l, pose), dt);
  move_servo(s, 0.5 * dt, late);
  move_servo(s, dt, pose);
}
