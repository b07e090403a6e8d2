/* sim/guard.h -- begins and ends every public function: checks, threads, messages.
 */
#ifndef GM_SIM_GUARD_H
#define GM_SIM_GUARD_H

#include "sim/sim.h"

/* Stage of the simulation that a call requires. */
typedef enum gm_guard_need {
  GM_GUARD_DESCRIBE, /* not yet started */
  GM_GUARD_VIEW,     /* started; the motion may have failed */
  GM_GUARD_CHANGE,   /* started */
  GM_GUARD_ALIVE     /* not yet started, or started */
} gm_guard_need;

/* Check the stage, and give parallel regions the threads of `sim` until gm_guard_end.
 * GM_ERR_USE: the call is not possible in this stage; GM_ERR_MEMORY: sim is null.
 * After an error gm_guard_end must not be called. */
gm_status gm_guard_begin(gm_sim *sim, gm_guard_need need);

/* Restore the number of threads of the caller, and keep the message of an error.
 * Returns status. */
gm_status gm_guard_end(gm_sim *sim, gm_status status);

/* Store in `sim` the status and the message of the last gm_fail of this thread. */
gm_status gm_guard_keep(gm_sim *sim, gm_status status);

/* Mark measurements and frames of this instant as outdated. */
void gm_guard_changed(gm_sim *sim);

#endif
