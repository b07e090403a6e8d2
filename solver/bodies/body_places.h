/* bodies/body_places.h -- places, sizes and velocities of bodies.
 *
 * Size, orientation and velocity of a body follow from the seed of its source and from
 * its number alone.  Bodies are placed so that the balls around them overlap nothing.
 */
#ifndef GM_BODIES_BODY_PLACES_H
#define GM_BODIES_BODY_PLACES_H

#include "scene/scene.h"

/* Make the copies of all sources, and place those that are there at the start, clear of
 * structures and of each other.  Others wait.  Requires: kinds are built, named
 * structures stand, and there is memory for all copies.  GM_ERR_INPUT: they do not fit;
 * GM_ERR_MEMORY. */
gm_status gm_body_places_fill(gm_config *config, gm_scene *scene);

/* *pose receives orientation and velocities with which copy k comes; the position is the
 * caller's. */
void gm_body_places_pose(const gm_structures *all, gm_index k, gm_pose *pose);

/* Four numbers uniform in (0, 1) of copy k; draw >= 8. */
void gm_body_places_numbers(const gm_structures *all, gm_index k, uint32_t draw,
                            double u[4]);

/* True if a ball around x (m) overlaps no named structure. */
int gm_body_places_clear(const gm_scene *scene, gm_vec3 x, double radius);

#endif
