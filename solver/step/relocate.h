/* step/relocate.h -- moves structures and clumps to the end of a step; structures appear
 * and vanish. */
#ifndef GM_STEP_RELOCATE_H
#define GM_STEP_RELOCATE_H

#include "step/state.h"

/* Moves every structure to its pose at the end of the step, adds the displacement of its
 * surface to the bounds, switches conveyors and sinks, and makes structures appear or
 * vanish.  GM_ERR_NUMBER: a structure appears where it overlaps a grain, or has moved to
 * another set of periodic sides. */
gm_status gm_relocate_structures(gm_state *step, gm_scene *scene);

/* Sums the loads of the members of each clump. */
gm_status gm_relocate_clump_loads(gm_state *step, gm_scene *scene);

/* The same, then moves clumps and their members to the end of the step.  Requires: the
 * other grains have moved. */
gm_status gm_relocate_clumps(gm_state *step, gm_scene *scene);

#endif
