/* step/pour.h -- inserts the grains of pours during a run. */
#ifndef GM_STEP_POUR_H
#define GM_STEP_POUR_H

#include "step/state.h"

enum { GM_POUR_EVERY = 100 }; /* steps between insertions */

/* Every 100 steps, inserts the grains that are due, one after the other, each entirely
 * inside its region and without contact.  If a grain finds no place, it and the following
 * grains of its pour wait.  GM_ERR_MEMORY. */
gm_status gm_pour_bring(gm_state *step, gm_scene *scene);

#endif
