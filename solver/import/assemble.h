/* import/assemble.h -- turns a triangle soup into a repaired surface. */
#ifndef GM_IMPORT_ASSEMBLE_H
#define GM_IMPORT_ASSEMBLE_H

#include "mesh/surface.h"

/* Builds *surface from n triangles with the corners corner[3 k] to corner[3 k + 2] (m),
 * whose points are not shared yet.  All belong to one group; the facing is AUTO.
 * `name` appears in messages, which count triangles from 1.
 *
 * Points with equal coordinates become one (-0 equals 0).  Only if edges are open
 * afterwards, points on open edges closer than 1e-6 of the diagonal of the bounds are
 * merged into the first of them.  So a file with consistent points keeps every bit of
 * its shape.
 *
 * Requires: *surface is empty.  GM_ERR_INPUT: no triangles, a coordinate that is not
 * finite or above 1e30, no triangle with an area.  GM_ERR_MEMORY.  On error *surface is
 * empty. */
gm_status gm_assemble_corners(gm_surface *surface, const gm_vec3 *corner,
                              gm_index n, const char *name);

/* The same from a soup with groups.  GM_ERR_INPUT also: the facing is OUTSIDE or INSIDE
 * but the surface is one-sided (Moebius) or encloses no volume. */
gm_status gm_assemble_soup(gm_surface *surface, const gm_soup *soup,
                           gm_facing facing, const char *name);

#endif
