/* repair/weld.h -- merges the corners of triangles into shared points. */
#ifndef GM_REPAIR_WELD_H
#define GM_REPAIR_WELD_H

#include "mesh/surface.h"

/* Fills points and corners of *s, whose n triangles have `corner` (m).  Equal
 * coordinates become one point; points are numbered by their first corner.
 * GM_ERR_MEMORY. */
gm_status gm_weld_equal(gm_surface *s, const gm_vec3 *corner);

/* Merges points of open edges (`open` as set by gm_adjacency_link) closer than
 * `tolerance` (m); the first of them stays.  Counts in s->found.  GM_ERR_MEMORY. */
gm_status gm_weld_open(gm_surface *s, const unsigned char *open,
                       double tolerance);

/* Removes points that no triangle uses. GM_ERR_MEMORY. */
gm_status gm_weld_compact(gm_surface *s);

#endif
