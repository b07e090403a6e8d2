/* measure/meeting_frames.h -- contacts of two structures at one instant, as rows of a
 * frame.
 */
#ifndef GM_MEASURE_MEETING_FRAMES_H
#define GM_MEASURE_MEETING_FRAMES_H

#include "measure/frame.h"
#include "scene/scene.h"

/* Number of rows: one for each pair that touches and patch of the second structure.
 * Requires: the pairs are of a captured step. */
gm_index gm_meeting_frames_count(const gm_scene *scene);

/* Append them to the rows of f.  Requires: room. */
void gm_meeting_frames_append(const gm_scene *scene, gm_frame_contacts *f);

#endif
