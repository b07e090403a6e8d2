/* mesh/canonical.h -- a copy of a surface with a canonical numbering.
 *
 * Points are sorted by coordinates, triangles by their points, each rotated so that its
 * lowest point comes first.  Whatever is computed on the copy, floating-point sums
 * included, is the same for every order of the points and triangles in the file.
 */
#ifndef GM_MESH_CANONICAL_H
#define GM_MESH_CANONICAL_H

#include "mesh/surface.h"

/* Fills n, n_points, point, corner, normal, sheet and material (if present), min and
 * max of *copy.  Normals are computed anew, zero for a triangle without area.
 * (*from)[k] receives the number of triangle k in the original.
 *
 * Requires: *copy is empty, *from is null.  GM_ERR_MEMORY: both are as before. */
gm_status gm_canonical_copy(gm_surface *copy, gm_index **from,
                            const gm_surface *surface);

#endif
