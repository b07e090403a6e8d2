/* checkpoint/meeting_state.h -- springs between structures in a checkpoint. */
#ifndef GM_CHECKPOINT_MEETING_STATE_H
#define GM_CHECKPOINT_MEETING_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"

/* Passes the pairs that touch with their springs, and what is counted.  The list of pairs
 * that are near each other is built again.  GM_ERR_FILE: the content is not possible. */
gm_status gm_meeting_state_pass(gm_archive *archive, gm_scene *scene);

#endif
