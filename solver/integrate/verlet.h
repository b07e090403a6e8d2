/* integrate/verlet.h -- velocity Verlet.
 */
#ifndef GM_INTEGRATE_VERLET_H
#define GM_INTEGRATE_VERLET_H

#include "integrate/scheme.h"

/* As gm_scheme says. */
gm_scheme_move gm_verlet_move;
double gm_verlet_limit(double zeta);

#endif
