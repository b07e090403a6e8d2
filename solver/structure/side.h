/* structure/side.h -- the signed distance from any surface: on which side is a point?
 *
 * Room: structure.  May include: base.
 *
 * Positive on the side of the grains: of a closed surface where the nearest normal points,
 * of a solid where the winding number says so, of a sheet everywhere.
 */
#ifndef GM_STRUCTURE_SIDE_H
#define GM_STRUCTURE_SIDE_H

#include "structure/distance.h"

/* A surface and its distance made ready to be asked.  Borrows both; neither may change or
 * move. */
typedef struct gm_side gm_side;

/* *side receives it.  GM_ERR_MEMORY: *side is null. */
gm_status gm_side_create(const gm_surface *surface, const gm_distance *distance,
                         gm_side **side);

/* Release *side (may be null) and set it to null. */
void gm_side_free(gm_side **side);

/* The nearest point to the body point y; distance and gradient are those of the grains'
 * side, on the surface of a sheet the gradient is the normal.  Any number of threads may
 * ask at once.  Requires: y is finite. */
gm_nearest gm_side_nearest(const gm_side *side, gm_vec3 y);

/* Give the answer *nearest of the surface's distance at y the sign of that side. */
void gm_side_judge(const gm_side *side, gm_vec3 y, gm_nearest *nearest);

/* gm_side_nearest as a field of a lattice: `side` is a gm_side. */
gm_probe gm_side_probe(const void *side, gm_vec3 y);

#endif
