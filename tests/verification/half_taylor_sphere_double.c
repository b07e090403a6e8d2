/* The same as half_taylor_sphere, with sites that store doubles: fixed point and floats
 * cost nothing. */
#include "half_taylor_sphere.c"
