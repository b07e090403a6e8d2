/* rigid/midpoint.h -- free rotation by the angular velocity of the middle of the step. */
#ifndef GM_RIGID_MIDPOINT_H
#define GM_RIGID_MIDPOINT_H

#include "base/quat.h"

/* Rotates the free body by dt (s): q, principal axes to world, and the angular momentum
 * l (kg m2/s) in principal axes; moments in kg m2. */
void gm_midpoint_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt);

#endif
