/* rigid/servo.h -- a controller that moves a structure so that grains bear a load.
 *
 * Along its axis the structure moves with
 *
 *   v = (F_wanted - F) / max(K dt / g, 2 C),  |v| <= v_max
 *
 * where F is the load on the grains now and K the stiffness of all present contacts
 * along that motion, so that with g = 1 one step would make up the difference if the
 * grains did not give way.  A change of v also changes F at once, by the dashpots of the
 * contacts; C is the sum of 2 sqrt(k m), at least that of their coefficients.  Without C
 * a small step, or light contacts, would let the servo react to its own dashpots and
 * chatter between its speed limits.  The response is that of a dashpot K dt / g or 2 C:
 * it takes energy out of a bed that swings, and its mean error is zero because the place
 * of the structure is the integral of the error.  Without a contact the structure moves
 * with v_max towards the load.  A torque likewise, about an axis.
 */
#ifndef GM_RIGID_SERVO_H
#define GM_RIGID_SERVO_H

#include "config/choices.h"
#include "rigid/pose.h"
#include <math.h>

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

/* Part (1, m2) of the stiffness of a contact at the world point x (m) that acts against
 * the motion of the servo at most: an upper bound, which counts friction as stiff as the
 * normal spring.  Without friction a servo along a side that grains touch would chatter
 * between its speed limits, and work and losses would go by different speeds. */
GM_INLINE double gm_servo_part(const gm_servo *s, gm_vec3 x)
{
  if (!s->turns) return 1.0;
  return gm_norm2(gm_cross(s->axis, gm_sub(x, s->through)));
}

/* Coefficient (N s/m) of critical damping of a contact of stiffness k (N/m) and inverse
 * effective mass u (1/kg). */
GM_INLINE double gm_servo_damping(double k, double u)
{
  return u > 0.0 ? 2.0 * sqrt(k / u) : 0.0;
}

/* Load (N, N m about the origin of the pose) by the grains on the structure, stiffness
 * and damping of its contacts. */
typedef struct gm_servo_load {
  gm_vec3 force, torque;
  double stiffness, damping;
} gm_servo_load;

/* Power (W) on the grains at the instant of the positions, less that with the speed of
 * the last step: it goes by the mean of the speeds before and after, for the load changes
 * by much from step to step while the servo brakes. */
double gm_servo_power(const gm_servo *s, gm_servo_load load, double dt,
                      const gm_pose *pose);

/* Moves *pose by a step of dt (s) under that load.  *late receives the pose in the middle
 * of the step.  Velocities of both grow by those of the servo. */
void gm_servo_advance(gm_servo *s, gm_servo_load load, double dt, gm_pose *pose,
                      gm_pose *late);

#endif
