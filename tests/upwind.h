/* tests/upwind.h -- a distance function carried on a full grid by first-order upwind differences. */
#ifndef GM_TESTS_UPWIND_H
#define GM_TESTS_UPWIND_H

#include "grid.h"

/* One explicit step of  df/dt + u . grad f = 0  with u that of a turn by `angle` (rad) about z; at
 * most one cell is crossed, |u_x| + |u_y| together.  Where the flow enters the grid the field at the
 * end of the step is asked, and is exact: that favours the scheme. */
void upwind_advect(const grid *from, grid *to, double angle, grid_field *enters,
                   const void *of);

#endif
