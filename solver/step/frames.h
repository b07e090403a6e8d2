/* step/frames.h -- what a frame says of grains and contacts (scene/frame.h).
 *
 * Room: step.  May include: all rooms below.
 *
 * Needs the loads of the instant: call gm_step_loads first.
 */
#ifndef GM_STEP_FRAMES_H
#define GM_STEP_FRAMES_H

#include "scene/frame.h"
#include "step/step.h"

/* Grains sorted by id.  Distance and normal to the nearest structure within twice the
 * radius.  GM_ERR_MEMORY. */
gm_status gm_frames_grains(const gm_step *step, const gm_scene *scene,
                           gm_frame_grains *frame);

/* Touching contacts in the order of gm_frame_contacts; `grains`: the frame of the same
 * instant.  GM_ERR_MEMORY. */
gm_status gm_frames_contacts(const gm_step *step, const gm_scene *scene,
                             const gm_frame_grains *grains,
                             gm_frame_contacts *frame);

#endif
