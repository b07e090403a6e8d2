/* step/springs.h -- contact history for grains that come from an earlier result. */
#ifndef GM_STEP_SPRINGS_H
#define GM_STEP_SPRINGS_H

#include "step/state.h"

/* Converts {tangential force on a, -1}, which insert/saved_grains.h stores in the
 * history of grain pairs, to the history with which the force law exerts this force.
 * Grain-structure contacts start without history. */
void gm_springs_make(const gm_state *step, gm_scene *scene);

/* For a resumed run, after gm_scene_build: sets the poses of structures at the instant of
 * stored velocities (gm_structure.late). */
void gm_springs_go_on(const gm_state *step, gm_scene *scene);

#endif
