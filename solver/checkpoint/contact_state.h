/* checkpoint/contact_state.h -- the neighbour list and the contact histories in a
 * checkpoint.
 *
 * The motion depends on the touching pairs and their histories alone.  The list is stored
 * as it is all the same, with its skip thresholds and facet caches: a run that goes on
 * then builds its lists at the same steps and counts the same distance queries as one
 * that was never stopped, so that the results are equal in every array.
 */
#ifndef GM_CHECKPOINT_CONTACT_STATE_H
#define GM_CHECKPOINT_CONTACT_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"
#include "step/state.h"

/* Write list and histories, or replace those of scene and step by those that are read;
 * grains and structures must be in their place.  Requires, when writing: a step has been
 * done.  GM_ERR_FILE: the list is not possible. */
gm_status gm_contact_state_pass(gm_archive *a, gm_state *step, gm_scene *scene);

#endif
