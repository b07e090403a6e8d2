/* tests/upwind.h -- a distance function carried on a full grid by first-order upwind
 * differences. */
#ifndef GM_TESTS_UPWIND_H
#define GM_TESTS_UPWIND_H

#include "grid.h"

/* One explicit step of  df/dt + u . grad f = 0  where u is the velocity of a rotation
 * by `angle` (rad) about z; |u_x| + |u_y| must not exceed one cell per step.  Where the
 * flow enters the grid, the exact field at the end of the step gives the boundary
 * values, which makes the scheme look better than it is. */
void upwind_advect(const grid *from, grid *to, double angle, grid_field *enters,
                   const void *of);

#endif
