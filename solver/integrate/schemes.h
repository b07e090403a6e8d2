/* integrate/schemes.h -- the table of schemes. */
#ifndef GM_INTEGRATE_SCHEMES_H
#define GM_INTEGRATE_SCHEMES_H

#include "integrate/scheme.h"

/* The scheme of this enum (choices/choices.h). */
const gm_scheme *gm_schemes_find(int name);

/* The scheme of hard grains, whose contacts exert no force: exact parabolas. */
const gm_scheme *gm_schemes_ballistic(void);

#endif
