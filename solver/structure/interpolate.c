/* structure/interpolate.c -- a block of points, cloned.  Room: structure. */
#include "structure/interpolate.h"

GM_CLONED void gm_interpolate_points(const gm_lattice *lattice,
                                     gm_interpolate_block *b, int n)
{
  gm_interpolate_run(lattice, b, n);
}
