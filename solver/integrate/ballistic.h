/* integrate/ballistic.h -- exact parabolas between the collisions of hard grains. */
#ifndef GM_INTEGRATE_BALLISTIC_H
#define GM_INTEGRATE_BALLISTIC_H

#include "integrate/scheme.h"

/* As gm_scheme says; loads are not read. */
gm_scheme_move gm_ballistic_move;

#endif
