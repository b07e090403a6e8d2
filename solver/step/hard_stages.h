/* step/hard_stages.h -- the stages of hard grains, which step/step.c lists in order.
 *
 * Each may fail with GM_ERR_NUMBER or GM_ERR_MEMORY.
 */
#ifndef GM_STEP_HARD_STAGES_H
#define GM_STEP_HARD_STAGES_H

#include "step/state.h"

gm_status gm_hard_stages_order(gm_state *step, gm_scene *scene);
gm_status gm_hard_stages_list(gm_state *step, gm_scene *scene);
gm_status gm_hard_stages_collisions(gm_state *step, gm_scene *scene);
gm_status gm_hard_stages_events(gm_state *step, gm_scene *scene);
gm_status gm_hard_stages_instant(gm_state *step, gm_scene *scene);
gm_status gm_hard_stages_flight(gm_state *step, gm_scene *scene);

#endif
