/* sdf/interpolate.c -- interpolation of a block of points, compiled for several
 * instruction sets.
 */
#include "sdf/interpolate.h"

GM_CLONED void gm_interpolate_points(const gm_lattice *lattice,
                                     gm_interpolate_block *b, int n)
{
  gm_interpolate_run(lattice, b, n);
}
