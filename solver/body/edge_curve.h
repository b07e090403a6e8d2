/* body/edge_curve.h -- fits the field of a curved edge. */
#ifndef GM_BODY_EDGE_CURVE_H
#define GM_BODY_EDGE_CURVE_H

#include "body/mesh_collider.h"
#include "sdf/edge_field.h"

/* The nearest point of a patch, or of the whole surface if it is one patch. */
gm_nearest gm_edge_curve_nearest(const gm_patch_sdf *sdf, gm_vec3 y);

/* Returns 1 if a nearest point lies on a sharp edge of the patch, between its ends. */
int gm_edge_curve_holds(const gm_patch_sdf *sdf, const gm_nearest *nearest);

/* Fits *curve to the edge on which *nearest, the nearest point to y, lies, for distances
 * in [low, high] (m). */
void gm_edge_curve_fit(const gm_patch_sdf *sdf, gm_vec3 y,
                       const gm_nearest *nearest, double low, double high,
                       gm_edge_curve *curve);

#endif
