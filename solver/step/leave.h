/* step/leave.h -- grains that leave the run: out of the domain, into sinks.
 *
 * Room: step.  May include: all rooms below.
 *
 * Those outside the domain leave at every 100th step; those that a sink holds or swallows at every 10th,
 * and whoever is outside the domain then with them.  In ten steps of the automatic size a grain moves by
 * a small part of its radius.  A grain touches a structure that swallows where its distance from it is
 * less than its radius; of several sinks the first of the scene takes it.  Held grains stay.
 */
#ifndef GM_STEP_LEAVE_H
#define GM_STEP_LEAVE_H

#include "step/step.h"

/* Does anything leave in this step, or have grains to be looked at? */
int gm_leave_due(const gm_scene *scene);

/* Find those that leave: step->gone, and in step->leaves how many.  GM_ERR_NUMBER: a grain has no
 * finite position or spin.  GM_ERR_MEMORY. */
gm_status gm_leave_look(gm_step *step, const gm_scene *scene);

/* Count them out with their mass and energy, while the list of contacts is there: what their contacts
 * hold leaves with them. */
void gm_leave_count(const gm_step *step, gm_scene *scene);

#endif
