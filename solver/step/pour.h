/* step/pour.h -- grains that come while a run goes on.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_POUR_H
#define GM_STEP_POUR_H

#include "step/step.h"

/* Every 100 steps, bring in the grains that are due, one after the other, each whole inside
 * its region and clear of grains and structures; where one finds no room, it and those
 * behind it wait.  GM_ERR_MEMORY. */
gm_status gm_pour_bring(gm_step *step, gm_scene *scene);

#endif
