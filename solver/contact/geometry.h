/* contact/geometry.h -- from rows of touching contacts to the columns a law reads.
 *
 * Room: contact.  May include: base, scene.
 *
 *   n = d / |d|,  overlap = (r_a + r_b) - |d|,  lever L = |d| / (r_a + r_b)
 *   v = v_a - v_b - L (r_a w_a + r_b w_b) x n
 *   R* = r_a r_b / (r_a + r_b)
 *
 * Where velocities are those of half a step back the normal was n - p then, and
 *
 *   c = v_a - v_b,  u = c - L (r_a w_a + r_b w_b) x (n - p),  v = u + (u.n) p - (u.p) n
 *
 * is the velocity of that instant, turned with the normal, to first order; v.n is d|d|/dt and the
 * rest lies in the plane of n.  Of grains p = (lag / |d|) (c - (c.n) n); of a structure it is half of
 * what its normal has turned in the last step.  With v and the spins of then in the plane of now, a
 * grain that spins about n while n turns, in a groove, gains a false slip L (w.n) n x p across its
 * way in every step: it is of first order, but never changes sign, and the spring adds it up.
 *
 * D. R. Vyas, P. B. Umbanhowar, J. M. Ottino and R. M. Lueptow, Comput. Phys. Commun. 310 (2025)
 * 109524: the same cause, another cure.
 *
 * The contact point divides the line of centres in the ratio of the radii: the arms r_a L
 * and r_b L add up to |d|, so angular momentum is kept to round-off; for a structure it is
 * the foot on the surface.
 */
#ifndef GM_CONTACT_GEOMETRY_H
#define GM_CONTACT_GEOMETRY_H

#include "scene/block.h"

/* What was found in the frame of the contact half a step back, in that of now. */
GM_INLINE gm_vec3 gm_geometry_turned(gm_vec3 u, gm_vec3 n, gm_vec3 p)
{
  return gm_madd(gm_madd(u, gm_dot(u, n), p), -gm_dot(u, p), n);
}

/* The velocity at the contact: c = v_a - v_b, w = L (r_a w_a + r_b w_b). */
GM_INLINE gm_vec3 gm_geometry_velocity(gm_vec3 c, gm_vec3 w, gm_vec3 n,
                                       gm_vec3 p)
{
  const gm_vec3 u = gm_sub(c, gm_cross(w, gm_sub(n, p)));
  return gm_geometry_turned(u, n, p);
}

/* Grain rows [0, n): normal, overlap, lever, sum, slope, velocity at the contact, effective radius,
 * mobility, and the turn of the normal if there are couples, a constant; v and s are those of `lag`
 * (s) ago.  n: whole vectors.
 *
 * One loop: while the processor waits for the root and the quotient it does the rest.  A loop here
 * reads all four lanes of a row or none: where it leaves one out gcc 12 keeps the last vector for
 * a scalar tail, lest it read past the end. */
GM_INLINE void gm_geometry_grains(gm_block *restrict k, int n, int couples,
                                  double lag)
{
  const double *restrict d = (const double *)k->d;
  const double *restrict v = (const double *)k->v;
  const double *restrict s = (const double *)k->s;
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const double x = d[4 * t], y = d[4 * t + 1], z = d[4 * t + 2];
    const double sum = d[4 * t + 3];
    const double distance = sqrt(x * x + y * y + z * z);
    const double both = 1.0 / (distance * sum);
    const double inverse = sum * both, isum = distance * both;
    const double L = distance * isum, q = lag * inverse;
    const gm_vec3 normal = {x * inverse, y * inverse, z * inverse};
    const gm_vec3 c = {v[4 * t], v[4 * t + 1], v[4 * t + 2]};
    const gm_vec3 w = {L * s[4 * t], L * s[4 * t + 1], L * s[4 * t + 2]};
    const gm_vec3 p = gm_scale(q, gm_madd(c, -gm_dot(c, normal), normal));
    const gm_vec3 u = gm_geometry_velocity(c, w, normal, p);
    k->nx[t] = normal.x;
    k->ny[t] = normal.y;
    k->nz[t] = normal.z;
    k->overlap[t] = sum - distance;
    k->sum[t] = sum;
    k->slope[t] = 1.0;
    k->lever[t] = L;
    k->vx[t] = u.x;
    k->vy[t] = u.y;
    k->vz[t] = u.z;
    if (couples) {
      k->px[t] = p.x;
      k->py[t] = p.y;
      k->pz[t] = p.z;
    }
    k->radius[t] = 0.5 * (sum - s[4 * t + 3] * isum);
    k->mobility[t] = v[4 * t + 3];
  }
}

/* Rows [0, n) on structures: velocity at the contact, effective radius, mobility. */
GM_INLINE void gm_geometry_structures(gm_block *restrict k, int n)
{
  const double *restrict v = (const double *)k->v;
  const double *restrict s = (const double *)k->s;
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const double L = k->lever[t];
    const gm_vec3 normal = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 p = {k->px[t], k->py[t], k->pz[t]};
    const gm_vec3 c = {v[4 * t], v[4 * t + 1], v[4 * t + 2]};
    const gm_vec3 w = {L * s[4 * t], L * s[4 * t + 1], L * s[4 * t + 2]};
    const gm_vec3 u = gm_geometry_velocity(c, w, normal, p);
    k->vx[t] = u.x;
    k->vy[t] = u.y;
    k->vz[t] = u.z;
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
