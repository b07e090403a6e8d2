/* step/overlap.h -- which contact is too deep.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_OVERLAP_H
#define GM_STEP_OVERLAP_H

#include "step/step.h"

/* GM_ERR_NUMBER: names the deepest contact of the step last computed, where it is and what to do;
 * requires that its overlap is beyond the limit, and its list. */
gm_status gm_overlap_fail(const gm_step *step, const gm_scene *scene);

#endif
