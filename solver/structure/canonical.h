/* structure/canonical.h -- a copy of a surface that does not know how it was numbered.
 *
 * Room: structure.  May include: base.
 *
 * Points in the order of their coordinates, triangles in the order of their points and turned so
 * that the lowest comes first: whatever is computed on the copy, sums in floating point
 * included, is the same for every order of the triangles and points of the original.
 */
#ifndef GM_STRUCTURE_CANONICAL_H
#define GM_STRUCTURE_CANONICAL_H

#include "structure/surface.h"

/* Fill n, n_points, point, corner, normal, sheet and material (if there are), min and
 * max of *copy; normals are made anew, zero for a
 * triangle without area.  (*from)[k] receives the original's number of triangle k.
 *
 * Requires: *copy is empty, *from is null.
 * GM_ERR_MEMORY: both are as before. */
gm_status gm_canonical_copy(gm_surface *copy, gm_index **from,
                            const gm_surface *surface);

#endif
