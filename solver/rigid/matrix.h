/* rigid/matrix.h -- the rotation matrix as solution of R'' = f(R, R', torque).
 *
 * Matrices are nine doubles by rows; R rotates principal axes to the world.  SI.
 */
#ifndef GM_RIGID_MATRIX_H
#define GM_RIGID_MATRIX_H

#include "rigid/gear.h"
#include "rigid/rotation_state.h"

/* f: [9] second (1/s2) of R, first (1/s), the principal moments (kg m2) and the torque
 * (N m, world frame).  For an orthogonal R and a skew R' R^T these are Euler's
 * equations. */
void gm_matrix_second(gm_vec3 inertia, const double *matrix,
                      const double *first, gm_vec3 torque, double *second);

/* The first n terms of the Taylor series of R in t / dt, for a torque that is constant in
 * the world; momentum in principal axes.  Row k of x is dt^k / k! R^(k). */
void gm_matrix_start(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                     gm_vec3 torque, double dt, int n,
                     double (*x)[GM_GEAR_WIDTH]);

/* Row k of w is dt^k / k! of the k-th derivative of the spin in principal axes (rad/s),
 * R as above; both up to n terms. */
void gm_matrix_series(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                      gm_vec3 torque, double dt, int n,
                      double (*x)[GM_GEAR_WIDTH], double (*w)[3]);

/* Makes R orthogonal, one step of Newton and Schulz, and R' R^T skew.  `first` may be
 * R' times any factor. */
void gm_matrix_project(double *matrix, double *first);

/* The state for R and R'. */
gm_rotation_state gm_matrix_state(gm_vec3 inertia, const double *matrix,
                                  const double *first);

/* Orientation of a matrix that is nearly orthogonal. */
gm_quat gm_matrix_orientation(const double *matrix);

#endif
