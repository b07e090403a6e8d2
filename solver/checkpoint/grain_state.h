/* checkpoint/grain_state.h -- the grains and material points in a checkpoint: every
 * column, in the order of memory, on which sums depend.
 */
#ifndef GM_CHECKPOINT_GRAIN_STATE_H
#define GM_CHECKPOINT_GRAIN_STATE_H

#include "checkpoint/archive.h"
#include "step/step.h"

/* Write the grains and material points, or replace those of the scene by those that are
 * read.  The columns that exist follow from the configuration, except that of integration
 * schemes.  GM_ERR_FILE: a value would lead outside the tables of the scene. */
gm_status gm_grain_state_pass(gm_archive *a, gm_step *step, gm_scene *scene);

#endif
