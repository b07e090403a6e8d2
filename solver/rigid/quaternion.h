/* rigid/quaternion.h -- rotation as a quaternion: by the angular velocity of the middle
 * of the step, or with the angular momentum as solution of first-order equations,
 *
 *   q' = (w / 2) q,   L' = K,   w = R I^-1 R^T L,   R that of q over its length
 *
 * x: [7] quaternion, principal axes to world, and angular momentum in the world.  SI.
 */
#ifndef GM_RIGID_QUATERNION_H
#define GM_RIGID_QUATERNION_H

#include "rigid/gear.h"
#include "rigid/rotation_state.h"

/* Rotates the free body by dt (s): q, principal axes to world, and the angular momentum
 * l (kg m2/s) in principal axes; moments in kg m2. */
void gm_quaternion_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt);

/* rate: [7] first derivatives for the principal moments (kg m2) and the torque (N m,
 * world frame); `first` is not used. */
void gm_quaternion_rate(gm_vec3 inertia, const double *x, const double *first,
                        gm_vec3 torque, double *rate);

/* The first n terms of the Taylor series in t / dt, for a torque that is constant in the
 * world; momentum in principal axes. */
void gm_quaternion_start(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                         gm_vec3 torque, double dt, int n,
                         double (*x)[GM_GEAR_WIDTH]);

/* Makes the length of q 1, and q' perpendicular to q. */
void gm_quaternion_project(double *x, double *first);

gm_rotation_state gm_quaternion_state(gm_vec3 inertia, const double *x,
                                      const double *first);

gm_quat gm_quaternion_orientation(const double *x);

#endif
