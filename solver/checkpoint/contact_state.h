/* checkpoint/contact_state.h -- the contacts that touch, in a checkpoint.
 *
 * The motion depends on the contacts and their histories alone.  Each is kept by its
 * keys: the rows of its grains among those of the checkpoint, or of its grain and its
 * structure, with patch and periodic image.  Neighbour list, skip thresholds and facet
 * caches are costs: a run that goes on builds a list at once, and the next at the same
 * step as one that was never stopped.  Only its counts of distance queries are others.
 */
#ifndef GM_CHECKPOINT_CONTACT_STATE_H
#define GM_CHECKPOINT_CONTACT_STATE_H

#include "checkpoint/archive.h"
#include "scene/scene.h"
#include "step/state.h"

/* Write the contacts, or build a list of those that are read; grains and structures must
 * be in their place.  Requires, when writing: a step has been done.  GM_ERR_FILE: a
 * contact is not possible. */
gm_status gm_contact_state_pass(gm_archive *a, gm_state *step, gm_scene *scene);

#endif
