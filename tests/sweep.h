/* tests/sweep.h -- re-initialisation: a distance function again, from the zero level that
 * is left.
 *
 * Advection distorts a distance function till it is none.  The cure is to keep its zero
 * level alone and compute the distance from that anew (M. Sussman, P. Smereka and S.
 * Osher, J. Comput.  Phys. 114, 146 (1994)), here by fast sweeping (H. Zhao, Math.
 * Comput. 74, 603 (2005)): at nodes beside the zero level the distance is f over the
 * length of its gradient and stays (G. Russo and P. Smereka, J. Comput. Phys. 163, 51
 * (2000)), else each time would move that level; from there |grad f| = 1 is solved by
 * upwind differences in sweeps along the eight diagonals.  Planes are exact, and
 * elsewhere it is accurate to first order in h.
 */
#ifndef GM_TESTS_SWEEP_H
#define GM_TESTS_SWEEP_H

#include "grid.h"

/* Re-initialise g, and the derivatives by central differences if it carries them.  False:
 * it has no zero level and stays as it is. */
bool sweep_again(grid *g);

#endif
