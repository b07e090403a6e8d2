/* rigid/servo.h -- a controller that moves a structure so that grains bear a load.
 *
 * Along its axis the structure moves with
 *
 *   v = g (F_wanted - F) / (K dt),  |v| <= v_max
 *
 * where F is the load on the grains now and K the stiffness of all present contacts
 * along that motion, so that with g = 1 one step would make up the difference if the
 * grains did not give way.  The response is that of a dashpot K dt / g: it takes energy
 * out of a bed that swings, and its mean error is zero because the place of the
 * structure is the integral of the error.  Without a contact the structure moves with
 * v_max towards the load.  A torque likewise, about an axis.
 */
#ifndef GM_RIGID_SERVO_H
#define GM_RIGID_SERVO_H

#include "choices/choices.h"
#include "motion/pose.h"

typedef struct gm_servo {
  int turns;       /* 1: a torque, about the axis; 0: a force along it */
  gm_vec3 axis;    /* 1  world frame */
  gm_vec3 through; /* m  a point of the axis of rotation */
  double wanted;   /* N, N m  load on the grains */
  double limit;    /* m/s, rad/s  largest speed */
  double gain;     /* 1  g */
  double from;     /* s  it begins */
  double speed;    /* m/s, rad/s  in the last step */
} gm_servo;

/* Stiffness (N/m, N m/rad) against the motion of the servo by a contact of stiffness k
 * (N/m) at the world point x (m) with normal n; with a torque an upper bound, which
 * counts friction as stiff as the normal spring. */
GM_INLINE double gm_servo_stiffness(const gm_servo *s, gm_vec3 x, gm_vec3 n,
                                    double k)
{
  if (!s->turns) return k * gm_dot(n, s->axis) * gm_dot(n, s->axis);
  return k * gm_norm2(gm_cross(s->axis, gm_sub(x, s->through)));
}

/* Moves *pose by a step of dt (s) with the load (N, N m about the origin of the pose) by
 * the grains on the structure, and the stiffness of its contacts. *late receives the pose
 * in the middle of the step.  Velocities of both grow by those of the servo. */
void gm_servo_advance(gm_servo *s, gm_vec3 force, gm_vec3 torque,
                      double stiffness, double dt, gm_pose *pose,
                      gm_pose *late);

#endif
