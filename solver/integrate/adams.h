/* integrate/adams.h -- Adams-Bashforth of two steps.
 */
#ifndef GM_INTEGRATE_ADAMS_H
#define GM_INTEGRATE_ADAMS_H

#include "integrate/scheme.h"

/* As gm_scheme says. */
gm_scheme_move gm_adams_move;
double gm_adams_limit(double zeta);

/* With positions as the lecture prints them. */
gm_scheme_move gm_adams_printed_move;
double gm_adams_printed_limit(double zeta);

#endif
