/* search/travel.h -- bounds of the speed of structures and of their displacement in a
 * step.
 *
 * The bounds hold for every point of a surface.  They follow from the bounding box of
 * the body in its own frame, so that the distance of the frame's origin from the body
 * does not matter.
 */
#ifndef GM_SEARCH_TRAVEL_H
#define GM_SEARCH_TRAVEL_H

#include "scene/structures.h"

/* Bound of the speed (m/s) that prescribed motion gives to the surface of `s` inside
 * the world box [min, max] (m), at any time from 0 to `end` (s); the pose is that of
 * time 0. */
double gm_travel_speed(const gm_structure *s, double end, gm_vec3 min,
                       gm_vec3 max);

/* Bound of the displacement (m) of the surface of `s` inside that box, from the pose
 * `before` to the present one. */
double gm_travel_step(const gm_structure *s, const gm_pose *before, gm_vec3 min,
                      gm_vec3 max);

#endif
