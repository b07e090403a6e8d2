/* structure/mend.h -- leave out or replace triangles that are none.
 *
 * Room: structure.  May include: base.
 *
 * Each counts in surface->found what it did.  They keep the order of the triangles, and
 * know corners and groups only: links and normals are made afterwards.
 */
#ifndef GM_STRUCTURE_MEND_H
#define GM_STRUCTURE_MEND_H

#include "structure/surface.h"

/* Leave out triangles with two corners in one point. */
void gm_mend_collapsed(gm_surface *surface);

/* Leave out triangles with the same corners as an earlier one, back to back or not.
 * GM_ERR_MEMORY. */
gm_status gm_mend_repeated(gm_surface *surface);

/* Triangles without area: the longest side is given to the triangle beyond it, which
 * becomes two (the point opposite lies on it, so the shape stays); where there is none,
 * the triangle is left out.  Links are used and made again.  GM_ERR_MEMORY. */
gm_status gm_mend_flat(gm_surface *surface);

/* Twice the area of triangle t as a vector (m2); false where its height is below 1e-10 of
 * its longest side. */
bool gm_mend_normal(const gm_surface *surface, gm_index t, gm_vec3 *normal);

#endif
