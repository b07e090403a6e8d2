/* repair/degenerate.h -- removes degenerate and repeated triangles.
 *
 * Every function counts its changes in surface->found and keeps the order of the
 * triangles.  They update corners and groups only; adjacency and normals are computed
 * afterwards.
 */
#ifndef GM_REPAIR_DEGENERATE_H
#define GM_REPAIR_DEGENERATE_H

#include "mesh/surface.h"

/* Removes triangles with two corners at one point. */
void gm_degenerate_remove_collapsed(gm_surface *surface);

/* Removes triangles with the same corners as an earlier one, in either orientation.
 * GM_ERR_MEMORY. */
gm_status gm_degenerate_remove_repeated(gm_surface *surface);

/* Removes triangles without area.  Their longest edge passes to the neighbour across
 * it, which is split in two at the opposite point (this lies on the edge, so the shape
 * does not change).  Without a neighbour the triangle is deleted.  Uses the adjacency
 * and rebuilds it.  GM_ERR_MEMORY. */
gm_status gm_degenerate_remove_flat(gm_surface *surface);

/* Twice the area vector of triangle t (m2); false if its height is below 1e-10 of its
 * longest edge. */
bool gm_degenerate_normal(const gm_surface *surface, gm_index t,
                          gm_vec3 *normal);

#endif
