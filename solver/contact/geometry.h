/* contact/geometry.h -- from rows of touching contacts to the columns a law reads.
 *
 * Room: contact.  May include: base, scene.
 *
 *   n = d / |d|,  overlap = (r_a + r_b) - |d|,  lever L = |d| / (r_a + r_b)
 *   v = v_a - v_b - L (r_a w_a + r_b w_b) x n
 *   R* = r_a r_b / (r_a + r_b)
 *
 * The contact point divides the line of centres in the ratio of the radii: the arms r_a L
 * and r_b L add up to |d|, so angular momentum is kept to round-off; for a structure it is
 * the foot on the surface.  Short loops, so that many rows are in flight.
 */
#ifndef GM_CONTACT_GEOMETRY_H
#define GM_CONTACT_GEOMETRY_H

#include "scene/block.h"

/* Grain rows [0, n): normal, overlap, lever, sum, isum, slope.  n: whole vectors.
 *
 * A loop here reads all four lanes of a row or none: where it leaves one out gcc 12 keeps the
 * last vector for a scalar tail, lest it read past the end. */
GM_INLINE void gm_geometry_grains(gm_block *restrict k, int n)
{
  const double *restrict d = (const double *)k->d;
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const double x = d[4 * t], y = d[4 * t + 1], z = d[4 * t + 2];
    const double sum = d[4 * t + 3];
    const double distance = sqrt(x * x + y * y + z * z);
    const double both = 1.0 / (distance * sum);
    const double inverse = sum * both, isum = distance * both;
    k->nx[t] = x * inverse;
    k->ny[t] = y * inverse;
    k->nz[t] = z * inverse;
    k->overlap[t] = sum - distance;
    k->lever[t] = distance * isum;
    k->sum[t] = sum;
    k->isum[t] = isum;
    k->slope[t] = 1.0;
  }
}

/* All rows [0, n): velocity at the contact, effective radius, mobility. */
GM_INLINE void gm_geometry_motion(gm_block *restrict k, int n)
{
  const double *restrict v = (const double *)k->v;
  const double *restrict s = (const double *)k->s;
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const double nx = k->nx[t], ny = k->ny[t], nz = k->nz[t], L = k->lever[t];
    const double wx = L * s[4 * t], wy = L * s[4 * t + 1],
                 wz = L * s[4 * t + 2];
    k->vx[t] = v[4 * t] - (wy * nz - wz * ny);
    k->vy[t] = v[4 * t + 1] - (wz * nx - wx * nz);
    k->vz[t] = v[4 * t + 2] - (wx * ny - wy * nx);
    k->radius[t] = 0.5 * (k->sum[t] - s[4 * t + 3] * k->isum[t]);
    k->mobility[t] = v[4 * t + 3];
  }
}

/* Couples as rows: torque, and what the contact took in all, shared by `sides` grains. */
GM_INLINE void gm_geometry_couples(gm_block *restrict k, int n, double sides)
{
  const double share = 1.0 / sides;
  for (int t = 0; t < n; ++t) {
    k->m[t] = (gm_load){{k->mx[t], k->my[t], k->mz[t], share * k->rolled[t]},
                        {0.0, 0.0, 0.0, share * k->spun[t]}};
  }
}

#endif
