/* import/intersections.h -- does a surface intersect itself? */
#ifndef GM_IMPORT_INTERSECTIONS_H
#define GM_IMPORT_INTERSECTIONS_H

#include "mesh/surface.h"

/* Counts the pairs of triangles that intersect, touch or overlap away from the vertices
 * that they share, separately within one shell and between shells, in surface->found,
 * and marks them in surface->crossed.  Triangles closer than 1e-9 of the diagonal of the
 * bounds touch.  For each triangle at most 4,096 others are tested (see
 * found.n_crowded).  The counts do not depend on the number of threads.  Requires:
 * normals and shells.  GM_ERR_MEMORY. */
gm_status gm_intersections_count(gm_surface *surface);

#endif
