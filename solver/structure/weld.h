/* structure/weld.h -- corners to shared points.  Room: structure.  May include: base. */
#ifndef GM_STRUCTURE_WELD_H
#define GM_STRUCTURE_WELD_H

#include "structure/surface.h"

/* Fill points and corners of *s, whose n triangles have `corner` (m): points are one where
 * their coordinates are equal, in the order of their first corner.  GM_ERR_MEMORY. */
gm_status gm_weld_equal(gm_surface *s, const gm_vec3 *corner);

/* Join points of open sides (`open`, as gm_link_sides left it) that are nearer than
 * `tolerance` (m); the first given stays.  Counted in s->found.  GM_ERR_MEMORY. */
gm_status gm_weld_open(gm_surface *s, const unsigned char *open,
                       double tolerance);

/* Points that no triangle uses leave the table.  GM_ERR_MEMORY. */
gm_status gm_weld_sweep(gm_surface *s);

#endif
