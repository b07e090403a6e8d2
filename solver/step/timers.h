/* step/timers.h -- what every stage costs.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_TIMERS_H
#define GM_STEP_TIMERS_H

#include "step/step.h"

/* Add a call of stage `name` (a constant) that took `seconds` over `rows` rows. */
void gm_timers_add(gm_step *step, const char *name, double seconds,
                   double rows);

/* Share the wall time of the chunks (s) among their stages by the ticks they counted. */
void gm_timers_share(gm_step *step, const gm_scene *scene, double seconds);

#endif
