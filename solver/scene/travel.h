/* scene/travel.h -- how fast structures move, and how far in a step.
 *
 * Room: scene.  May include: base, structure.
 *
 * Bounds that hold for every point of a surface, from the bounds of the body in its own frame: how
 * far its frame's origin lies from it, or from an axis, does not matter.
 */
#ifndef GM_SCENE_TRAVEL_H
#define GM_SCENE_TRAVEL_H

#include "scene/structures.h"

/* Bound of the speed, in m/s, at which its prescribed motion carries the surface of `s` within
 * the world box [min, max] (m) at any time from 0 to `end` (s), seen from where it is at time 0. */
double gm_travel_speed(const gm_structure *s, double end, gm_vec3 min,
                       gm_vec3 max);

/* Bound of the way, in m, of the surface of `s` within that box from the pose `before` to
 * where it is now. */
double gm_travel_step(const gm_structure *s, const gm_pose *before, gm_vec3 min,
                      gm_vec3 max);

#endif
