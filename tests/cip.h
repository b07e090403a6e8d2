/* tests/cip.h -- CIP: a distance function and its derivatives carried on a full grid.
 *
 * Cubic interpolated propagation (T. Yabe and T. Aoki, Comput. Phys. Commun. 66, 219 (1991)) asks a
 * cubic polynomial of the cell where a node came from, and carries the derivatives along.  Here
 * beside f_x, f_y and f_z the mixed ones, f_xy, f_yz, f_zx and f_xyz, so that f is the product of
 * Hermite's cubics in every cell: type C (T. Aoki, Comput. Fluid Dyn. J. 4, 279 (1995)), with the
 * seven more numbers for each node that the original description of virtual particles counts.
 *
 * The body turns about z, so that planes of nodes keep to themselves.  Places of departure and the
 * turn of the derivatives are exact, which favours the scheme.
 */
#ifndef GM_TESTS_CIP_H
#define GM_TESTS_CIP_H

#include "grid.h"

/* One step: the body turns by `angle` (rad) about z.  Where the flow enters the grid the field at
 * the end of the step is asked, which favours the scheme, too.  Grids carry 7 derivatives. */
void cip_advect(const grid *from, grid *to, double angle, grid_field *enters,
                const void *of);

/* f at x, which must lie in the grid. */
double cip_at(const grid *g, gm_vec3 x);

#endif
