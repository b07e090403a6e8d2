/* step/held.h -- groups of held grains in a step: their poses and their release. */
#ifndef GM_STEP_HELD_H
#define GM_STEP_HELD_H

#include "step/state.h"

/* Releases the held grains that are due.  gm_held_count completes the release. */
gm_status gm_held_release(gm_state *step, gm_scene *scene);

/* True if grains are released at this instant, so that its loads are needed. */
int gm_held_due(const gm_scene *scene);

/* Gives the released grains the velocity of their group and adds their kinetic and
 * potential energy, and the elastic energy of contacts that begin by the release, to the
 * balance.  Requires: the loads of this instant are computed. */
void gm_held_count(const gm_state *step, gm_scene *scene);

/* Computes the poses of the groups at the end of the step. */
void gm_held_ahead(gm_scene *scene);

/* Makes these poses the present ones. */
void gm_held_arrive(gm_scene *scene);

#endif
