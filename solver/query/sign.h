/* query/sign.h -- signed distance from any surface: inside or outside?
 *
 * The distance is positive on the side of the grains: for a closed surface the side of
 * the nearest normal, for a solid with defects the side given by the winding number,
 * for an open surface everywhere.
 */
#ifndef GM_QUERY_SIGN_H
#define GM_QUERY_SIGN_H

#include "query/distance.h"

/* A surface and its distance, prepared for queries.  Borrows both; neither may change
 * or move. */
typedef struct gm_sign gm_sign;

/* Prepares sign queries; *side receives the result.  GM_ERR_MEMORY: *side is null. */
gm_status gm_sign_create(const gm_surface *surface, const gm_distance *distance,
                         gm_sign **side);

/* Release *side (may be null) and set it to null. */
void gm_sign_free(gm_sign **side);

/* The nearest point to the body point y, with a distance that is positive on the side of
 * the grains, and its gradient; at a point on an open surface the gradient is the normal.
 * Several threads may call it at once.  Requires: y is finite. */
gm_nearest gm_sign_nearest(const gm_sign *side, gm_vec3 y);

/* gm_sign_nearest as a field of a lattice (gm_field); `side` is a gm_sign. */
gm_query_result gm_sign_query(const void *side, gm_vec3 y);

#endif
