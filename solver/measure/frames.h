/* measure/frames.h -- the grains and contacts of one instant, as frames write them.
 *
 * Needs the capture of the instant (gm_step_loads of step/step.h).
 */
#ifndef GM_MEASURE_FRAMES_H
#define GM_MEASURE_FRAMES_H

#include "measure/frame.h"
#include "soft/capture.h"

/* row[0..n) receives the rows of n ids, `stride` bytes apart and not negative, in rising
 * order.  GM_ERR_MEMORY. */
gm_status gm_frames_sort(const gm_id *ids, size_t stride, gm_index n,
                         gm_index *row);

/* Grains sorted by id.  Distance and normal to the nearest structure within twice the
 * radius.  GM_ERR_MEMORY. */
gm_status gm_frames_grains(const gm_capture *now, int threads,
                           const gm_scene *scene, gm_frame_grains *frame);

/* Touching contacts in the order of gm_frame_contacts; `grains`: the frame of the same
 * instant.  GM_ERR_MEMORY. */
gm_status gm_frames_contacts(const gm_capture *now, int threads,
                             const gm_scene *scene,
                             const gm_frame_grains *grains,
                             gm_frame_contacts *frame);

#endif
