/* body/edge_build.h -- gives the cells near sharp edges their edge fields.
 *
 * Of each cell in which interpolation errs, the nearest points of the patch at several
 * places show which faces, edges and corners are near.  A field (sdf/edge_field.h) is
 * made of these and compared with the exact distance at the same places; a cell whose
 * error is then as small as elsewhere is served by virtual particles, others keep the
 * triangles.
 */
#ifndef GM_BODY_EDGE_BUILD_H
#define GM_BODY_EDGE_BUILD_H

#include "body/mesh_collider.h"

/* region[triangle] receives the first triangle of the plane region that contains it, for
 * the triangles of the collider's surface; patches and smooth shape are known.
 * GM_ERR_MEMORY. */
gm_status gm_edge_build_regions(const gm_mesh_collider *collider,
                                gm_index **region);

/* Moves flagged cells of a patch to edge fields.  Distances in [low, high] (m) are
 * compared.  The result is the same on any number of threads.  GM_ERR_MEMORY. */
gm_status gm_edge_build(gm_patch_sdf *sdf, const gm_index *region, double low,
                        double high, const gm_flag_limits *limits);

#endif
