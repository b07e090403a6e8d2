/* integrate/euler.h -- explicit Euler.
 */
#ifndef GM_INTEGRATE_EULER_H
#define GM_INTEGRATE_EULER_H

#include "integrate/scheme.h"

/* As gm_scheme says. */
gm_scheme_move gm_euler_move;
double gm_euler_limit(double zeta);

#endif
