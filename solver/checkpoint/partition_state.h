/* checkpoint/partition_state.h -- the zones of a hybrid material in a checkpoint, with
 * the means since the last conversion and the piece of the bed for new grains.
 */
#ifndef GM_CHECKPOINT_PARTITION_STATE_H
#define GM_CHECKPOINT_PARTITION_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"

/* Writes the state, or replaces that of the scene, which has a grid of the same size.
 * GM_ERR_FILE: a value would lead outside the tables of the scene. */
gm_status gm_partition_state_pass(gm_archive *a, gm_scene *scene);

#endif
