/* checkpoint/collision_state.h -- hard grains in a checkpoint: what was counted since the
 * last frame.
 */
#ifndef GM_CHECKPOINT_COLLISION_STATE_H
#define GM_CHECKPOINT_COLLISION_STATE_H

#include "checkpoint/archive.h"
#include "step/step.h"

/* Passes the state; nothing where contacts have forces.  To be called after grains and
 * contacts.  GM_ERR_FILE: a number in the file is not possible. */
gm_status gm_collision_state_pass(gm_archive *archive, gm_step *step,
                                  gm_scene *scene);

#endif
