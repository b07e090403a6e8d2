/* hard/hard_correct.h -- moves grains apart that overlap. */
#ifndef GM_HARD_HARD_CORRECT_H
#define GM_HARD_HARD_CORRECT_H

#include "hard/hard_work.h"

/* Passes over the contacts of the step: each takes away a fraction of the overlap that
 * the last one left.  Results of the chunks receive the longest way and the potential
 * energy that this adds. */
void gm_hard_correct(const gm_hard_work *w);

#endif
