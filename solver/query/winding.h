/* query/winding.h -- generalised winding number of a surface around a point.
 *
 * The solid angle of all triangles seen from the point, divided by 4 pi; positive for
 * triangles seen from behind.  It is 1 inside a closed solid and 0 outside, and varies
 * smoothly near holes.
 */
#ifndef GM_QUERY_WINDING_H
#define GM_QUERY_WINDING_H

#include "query/bvh.h"

/* A surface prepared for queries.  Borrows the surface, which must neither change nor
 * move. */
typedef struct gm_winding gm_winding;

/* Prepares the triangles t with use[t] = 1; if `use` is null, all triangles.
 * GM_ERR_MEMORY: *winding is null. */
gm_status gm_winding_create(const gm_surface *surface, const unsigned char *use,
                            gm_winding **winding);

/* Release *winding (may be null) and set it to null. */
void gm_winding_free(gm_winding **winding);

/* The winding number at y with dipoles for far groups; its error is below 0.1.  Several
 * threads may call it at once; the bits do not depend on them. */
double gm_winding_approximate(const gm_winding *winding, gm_vec3 y);

/* The winding number as the sum over all triangles, exact to rounding. */
double gm_winding_exact(const gm_winding *winding, gm_vec3 y);

/* Is y inside?  True if `turn` times the winding number exceeds 1/2; turn is 1, or -1
 * for a surface with inward normals. */
bool gm_winding_inside(const gm_winding *winding, double turn, gm_vec3 y);

/* Contribution of triangle t to the winding number at y. */
double gm_winding_triangle(const gm_surface *surface, gm_index t, gm_vec3 y);

#endif
