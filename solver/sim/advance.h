/* sim/advance.h -- starts, steps and measures a simulation, for the public functions.
 */
#ifndef GM_SIM_ADVANCE_H
#define GM_SIM_ADVANCE_H

#include "sim/sim.h"

/* Measure the current instant (sim->now) unless that has been done.  The first
 * measurement starts the energy balance; energy changed by an edit counts as brought
 * in. */
gm_status gm_advance_look(gm_sim *sim);

/* As gm_advance_look, and fill the frames of grains and contacts. */
gm_status gm_advance_frames(gm_sim *sim);

/* View a column of the clumps: those of result files, and their position.  GM_ERR_USE:
 * there is none of this name. */
gm_status gm_advance_clumps(gm_sim *sim, const char *name, gm_sim_view *view);

/* GM_ERR_INPUT, with a message: the result `path` cannot be written, or it exists and
 * `replace` is 0. */
gm_status gm_advance_may_write(const char *path, int replace);

#endif
