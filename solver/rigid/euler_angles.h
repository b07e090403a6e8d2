/* rigid/euler_angles.h -- rotation by second-order equations of three Euler angles.
 *
 * R = R_z(phi) R_x(theta) R_z(psi); angles are {phi, theta, psi}.  For comparison only:
 * where theta is 0 or pi, phi and psi are the same rotation, and their derivatives are
 * infinite.
 */
#ifndef GM_RIGID_EULER_ANGLES_H
#define GM_RIGID_EULER_ANGLES_H

#include "rigid/gear.h"
#include "rigid/rotation_state.h"

/* [3] second (rad/s2) of the angles (rad), first (rad/s), the principal moments (kg m2)
 * and the torque (N m, world frame). */
void gm_euler_angles_second(gm_vec3 inertia, const double *angles,
                            const double *first, gm_vec3 torque,
                            double *second);

/* As gm_matrix_start, of the angles. */
void gm_euler_angles_start(gm_vec3 inertia, gm_quat orientation,
                           gm_vec3 momentum, gm_vec3 torque, double dt, int n,
                           double (*x)[GM_GEAR_WIDTH]);

/* The state for the angles and their derivatives. */
gm_rotation_state gm_euler_angles_state(gm_vec3 inertia, const double *angles,
                                        const double *first);

gm_quat gm_euler_angles_orientation(const double *angles);

#endif
