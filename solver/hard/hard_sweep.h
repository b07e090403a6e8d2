/* hard/hard_sweep.h -- impulses until nothing approaches. */
#ifndef GM_HARD_HARD_SWEEP_H
#define GM_HARD_HARD_SWEEP_H

#include "hard/hard_work.h"

/* Sweeps over the contacts of the step in the order of the rules.  Velocities of grains
 * and gains of bodies change; each contact keeps its impulse and its losses. */
void gm_hard_sweep(const gm_hard_work *w);

#endif
