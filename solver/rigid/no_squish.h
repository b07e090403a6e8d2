/* rigid/no_squish.h -- free rotation by five rotations about principal axes. */
#ifndef GM_RIGID_NO_SQUISH_H
#define GM_RIGID_NO_SQUISH_H

#include "base/quat.h"

/* Rotates the free body by dt (s): q, principal axes to world, and the angular momentum
 * l (kg m2/s) in principal axes; moments in kg m2. */
void gm_no_squish_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt);

#endif
