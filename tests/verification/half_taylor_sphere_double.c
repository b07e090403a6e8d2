/* The same as half_taylor_sphere, with sites that store doubles: fixed point and floats
 * cost nothing.  The sources of the lattice are built into this test in that form. */
#define GM_LATTICE_DOUBLE
#include "structure/brick.c"
#include "structure/interpolate.c"
#include "structure/lattice.c"

#include "half_taylor_sphere.c"
