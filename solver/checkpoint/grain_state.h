/* checkpoint/grain_state.h -- the grains in a checkpoint: every column, in the order of
 * memory, on which sums depend.
 */
#ifndef GM_CHECKPOINT_GRAIN_STATE_H
#define GM_CHECKPOINT_GRAIN_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"

/* Write the grains, or replace those of the scene by those that are read.  The columns
 * that exist follow from the configuration, except that of integration schemes.
 * GM_ERR_FILE: a value would lead outside the tables of the scene. */
gm_status gm_grain_state_pass(gm_archive *a, gm_scene *scene);

#endif
