/* hard/hard_account.h -- what the impulses of a step add up to. */
#ifndef GM_HARD_HARD_ACCOUNT_H
#define GM_HARD_HARD_ACCOUNT_H

#include "hard/hard_work.h"

/* Before the sweeps: clears the results of the chunks, and notes the kinetic energy where
 * the losses of single impulses do not add up to that of all (simultaneous orders). */
void gm_hard_account_begin(const gm_hard_work *w);

/* After the sweeps: sums of each chunk, impulses by row of the neighbour list, and loads
 * of structures and held groups in work->buffers. */
void gm_hard_account(const gm_hard_work *w);

#endif
