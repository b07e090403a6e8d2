/* checkpoint/body_state.h -- what a checkpoint holds of the scene beside grains and
 * contacts: structures, groups of held grains, inlets, sinks, sensors, sums.
 */
#ifndef GM_CHECKPOINT_BODY_STATE_H
#define GM_CHECKPOINT_BODY_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"

/* Write these tables, or replace what changes during a run by what is read.  The number
 * of rows follows from the configuration.  GM_ERR_FILE: the file has another number. */
gm_status gm_body_state_pass(gm_archive *a, gm_scene *scene);

#endif
