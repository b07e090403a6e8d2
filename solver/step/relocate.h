/* step/relocate.h -- structures move to the end of a step, come and go.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_RELOCATE_H
#define GM_STEP_RELOCATE_H

#include "step/step.h"

/* Move every structure to its pose at the end of the step, note how far its surface went, switch
 * conveyors and sinks, and let structures appear and vanish.  GM_ERR_NUMBER: one appears where it
 * overlaps a grain, or no longer meets the periodic sides as it did. */
gm_status gm_relocate_structures(gm_step *step, gm_scene *scene);

#endif
