/* tests/cip.h -- CIP: a distance function and its derivatives carried on a full grid.
 *
 * Cubic interpolated propagation (T. Yabe and T. Aoki, Comput. Phys. Commun. 66, 219
 * (1991)) evaluates a cubic polynomial at the point that a node came from, and advects
 * the derivatives with f.  These are f_x, f_y, f_z and the mixed f_xy, f_yz, f_zx and
 * f_xyz, so that f is the product of Hermite cubics in every cell: type C (T. Aoki,
 * Comput. Fluid Dyn. J. 4, 279 (1995)).  A node stores seven numbers beside f, as the
 * original description of virtual particles assumes.
 *
 * The body turns about z, so that each plane of nodes is advected by itself.  The test
 * computes departure points and the rotation of the derivatives exactly; that makes the
 * scheme look better than it is.
 */
#ifndef GM_TESTS_CIP_H
#define GM_TESTS_CIP_H

#include "grid.h"

/* One step: the body turns by `angle` (rad) about z.  Where the flow enters the grid the
 * exact field at the end of the step gives the boundary values, which also makes the
 * scheme look better than it is.  Grids hold 7 derivatives. */
void cip_advect(const grid *from, grid *to, double angle, grid_field *enters,
                const void *of);

/* f at x, which must lie in the grid. */
double cip_at(const grid *g, gm_vec3 x);

#endif
