/* step/relocate.h -- moves held groups, structures and clumps to the end of a step; held
 * grains are released, structures appear and vanish. */
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

/* Releases the held grains that are due; gm_relocate_count_released completes it. */
gm_status gm_relocate_release(gm_state *step, gm_scene *scene);

/* True if grains are released at this instant, so that its loads are needed. */
int gm_relocate_release_due(const gm_scene *scene);

/* Gives the released grains the velocity of their group and adds their kinetic and
 * potential energy, and the elastic energy of contacts that begin by the release, to the
 * balance.  Requires: the loads of this instant are computed. */
void gm_relocate_count_released(const gm_state *step, gm_scene *scene);

/* True if a structure has appeared or vanishes in this step, so that loads are needed. */
int gm_relocate_changes_due(const gm_scene *scene);

/* Adds the elastic energy of contacts with structures that have appeared to the balance.
 * Requires: the loads of this instant are computed.  GM_ERR_NUMBER: one stands deep in a
 * structure that it meets. */
gm_status gm_relocate_count_appeared(const gm_state *step, gm_scene *scene);

/* Computes the poses of the groups at the end of the step. */
void gm_relocate_held_ahead(gm_scene *scene);

/* Makes these poses the present ones. */
void gm_relocate_held_arrive(gm_scene *scene);

#endif
