/* measure/collision_frames.h -- the collisions of hard grains since the last frame, as
 * frames write contacts.
 */
#ifndef GM_MEASURE_COLLISION_FRAMES_H
#define GM_MEASURE_COLLISION_FRAMES_H

#include "collision/collide.h"
#include "measure/frame.h"
#include "scene/scene.h"

/* One row for each pair that collided: force is its impulse over the time since the last
 * frame; normal, ends and overlap (negative: a gap) are those of the present positions.
 * `sums` must be joined.  Grains receive their mean force as load, and the number of
 * their partners as coordination.  Rows of grains that have left are dropped.
 * GM_ERR_MEMORY. */
gm_status gm_collision_frames(const gm_collision_sums *sums, gm_scene *scene,
                              gm_frame_grains *grains,
                              gm_frame_contacts *frame);

#endif
