/* rigid/rotation.h -- rotation of one rigid body under a given torque.
 *
 * A row is one body; the room knows nothing of scenes.  Axes of the body are its
 * principal axes, `orientation` rotates them to the world.  Five integrators:
 *
 *   no_squish        kick, then five free rotations about principal axes: symplectic,
 *                    angular momentum exact in the world (no_squish.h)
 *   quaternion       kick, then one rotation by the angular velocity of the middle of
 *                    the step: second order (quaternion.h)
 *   rotation_matrix  R'' = f(R, R', torque) of the nine elements of the rotation matrix,
 *                    by Gear's predictor-corrector (matrix.h, gear.h)
 *   euler_angles     the same corrector on three angles, for comparison: singular where
 *                    theta is 0 or pi (euler_angles.h)
 *   quaternion_gear  the same corrector on quaternion and angular momentum
 *                    (quaternion.h)
 *
 * Order in a step at time t: the caller evaluates the torque at `orientation`, that of t,
 * then gm_rotation_advance moves the orientation to t + dt.  The first two keep the
 * momentum half a step behind (leapfrog, soft/move.h).  The others keep at t
 * what was predicted for t; advance first corrects it with the torque at t, then
 * predicts t + dt.
 *
 * No principal moment may be 0: the caller refuses such a body.  Euler angles overflow
 * near their singularity, and then the orientation is not finite: the caller tests it.
 */
#ifndef GM_RIGID_ROTATION_H
#define GM_RIGID_ROTATION_H

#include "rigid/rotation_state.h"

typedef struct gm_rotation_how {
  int kind;    /* enum gm_choice_rotation */
  int values;  /* Gear: stored values, 4, 5 or 6 */
  int project; /* 1 makes R orthogonal, or q of length 1, after every step */
  int corrections; /* Gear: 1 or 2; the second evaluates the right side again with
                    * the corrected motion and the same torque */
  int restart; /* enum gm_choice_restart, Gear: after a jump of the torque */
} gm_rotation_how;

typedef struct gm_rotation {
  gm_rotation_how how;
  gm_vec3 inertia; /* kg m2     principal moments, > 0 */
  gm_quat
      orientation; /* 1         principal axes to world, at the time of positions */
  gm_vec3 momentum; /* kg m2/s   angular momentum in principal axes, half a step
                        *           behind (no_squish, quaternion); Gear: the first */
  gm_vec3 torque;   /* N m       of the last step, world frame */
  /* [values][9]  Gear: dt^k / k! of the k-th derivative of R, by rows, of the Euler
   * angles in the first three, or of q and L in the first seven */
  double value[6][9];
  double dt;   /* s         Gear: step of these values */
  int started; /* 1         whether a step was done */
} gm_rotation;

/* A body at time 0, its spin (rad/s, world frame) in step with its orientation. */
void gm_rotation_begin(gm_rotation *r, gm_rotation_how how, gm_vec3 inertia,
                       gm_quat orientation, gm_vec3 spin);

/* The stored angular momentum in principal axes, half a step behind; Gear: as predicted
 * for the time of the positions. */
gm_vec3 gm_rotation_momentum(const gm_rotation *r);

/* One step of dt (s) with the torque (N m, world frame, about the reference point) at
 * the time of the positions.  kick (s): dt, or dt / 2 in the first step. */
void gm_rotation_advance(gm_rotation *r, gm_vec3 torque, double kick,
                         double dt);

/* The state at the time of the positions under this torque.  kick (s): the time that the
 * stored momentum lacks, 0 before the first step, else dt / 2.  Gear: the values as
 * the next step will correct them.  dt (s) is the step. */
gm_rotation_state gm_rotation_measure(const gm_rotation *r, gm_vec3 torque,
                                      double kick, double dt);

#endif
