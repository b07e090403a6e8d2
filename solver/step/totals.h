/* step/totals.h -- sums the results of the chunks: loads of structures and held groups,
 * energy balance.
 *
 * Sums run in the order of the chunks, so that they have the same bits on any number of
 * threads.
 */
#ifndef GM_STEP_TOTALS_H
#define GM_STEP_TOTALS_H

#include "step/state.h"

/* Computes the contacts between structures; captured: as frames show them too.
 * GM_ERR_MEMORY. */
gm_status gm_totals_meet(gm_state *step, gm_scene *scene);
gm_status gm_totals_meet_captured(gm_state *step, gm_scene *scene);

/* Sums the loads and power of structures, held groups and growth, and completes the
 * surface sums of ended contacts, unless the capture of this instant did so already. */
void gm_totals_loads(gm_state *step, gm_scene *scene);

/* Adds losses and work of the step to the energy balance.  Also adds the displacements
 * of grains to the bounds that show when a neighbour list is outdated.  Requires: the
 * grains have moved.  GM_ERR_NUMBER: a contact is too deep. */
gm_status gm_totals_step(gm_state *step, gm_scene *scene);

#endif
