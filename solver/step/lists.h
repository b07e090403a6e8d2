/* step/lists.h -- when grains leave, when they are sorted, when the list is built.
 *
 * Room: step.  May include: all rooms below.
 *
 * Grains leave, are put back across periodic sides and are sorted at fixed steps, so that the
 * order of every sum is the same whenever the list happens to be built.
 */
#ifndef GM_STEP_LISTS_H
#define GM_STEP_LISTS_H

#include "step/step.h"

/* Leave out grains outside the domain and put back those beyond periodic sides, every 100
 * steps, and sort the others in space, every 2000.  GM_ERR_NUMBER: a position is not a number;
 * GM_ERR_MEMORY. */
gm_status gm_lists_order(gm_step *step, gm_scene *scene);

/* Build the candidate list if grains or surfaces may have moved by its skin, or if it must
 * be built for another reason, and carry the history over. */
gm_status gm_lists_build(gm_step *step, gm_scene *scene);

/* The thinnest skin, in m, that holds all contacts the law can make. */
double gm_lists_least_skin(const gm_step *step);

#endif
