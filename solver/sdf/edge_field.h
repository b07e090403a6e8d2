/* sdf/edge_field.h -- the distance near sharp edges and corners, between virtual
 * particles.
 *
 * Across the plane that separates the points nearest to a face from those nearest to its
 * edge, the curvature of a distance jumps, and interpolation errs.  In the cells around
 * such planes an edge field delta(y) carries the jump: the least distance from the few
 * faces near the cell, each a plane region bounded by straight lines, in closed form.
 *
 * Where the faces are those of a polyhedron, the distance is delta itself, exact.  At
 * other edges delta follows the faces to second order along the edge and across it, and
 * the samples complete it:
 *
 *   d(y) = I[d](y) + delta(y) - I[delta](y)
 *
 * with I the half-Taylor interpolation (interpolate.h): the samples give what is smooth,
 * the field what is not.  Both have exact gradients.  Fields are shared by all cells near
 * the same faces.
 */
#ifndef GM_SDF_EDGE_FIELD_H
#define GM_SDF_EDGE_FIELD_H

#include "sdf/interpolate.h"

/* Distance (m) from n faces, or from a curve (n = 0), and its gradient. */
double gm_edge_field_distance(const gm_edge_face *face, int n,
                              const gm_edge_curve *curve, gm_vec3 y,
                              gm_vec3 *gradient);

/* Completes *r, the half-Taylor interpolation at y in a cell with the first corner
 * `corner` (m) and this spacing (m), with n faces or a curve. */
void gm_edge_field_complete(const gm_edge_face *face, int n,
                            const gm_edge_curve *curve, gm_vec3 corner,
                            double spacing, gm_vec3 y, gm_interpolated *r);

/* The field of the cell around y, if *r shows that it has one; completes *r. */
const gm_cell_edge *gm_edge_field_apply(const gm_lattice *lattice, gm_vec3 y,
                                        gm_interpolated *r);

/* Half-Taylor interpolation at y, completed near edges. */
gm_interpolated gm_edge_field_interpolate(const gm_lattice *lattice, gm_vec3 y);

#endif
