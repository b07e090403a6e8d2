/* contact/geometry.h -- computes contact geometry: the columns that a force law reads.
 *
 *   n = d / |d|,  overlap = (r_a + r_b) - |d|,  arm ratio L = |d| / (r_a + r_b)
 *   v = v_a - v_b - L (r_a w_a + r_b w_b) x n
 *   R* = r_a r_b / (r_a + r_b)
 *
 * If velocities lag half a step behind positions, the normal was n - p at their instant,
 * and
 *
 *   c = v_a - v_b,  u = c - L (r_a w_a + r_b w_b) x (n - p),  v = u + (u.n) p - (u.p) n
 *
 * is the velocity of that instant, rotated with the normal, to first order; v.n is
 * d|d|/dt and the rest lies in the plane of n.  Between grains p = (lag / |d|) (c -
 * (c.n) n); at a structure p is half the change of the normal in the last step.
 * Without this rotation a grain that twists about n while n turns, as in a groove,
 * gains a false slip L (w.n) n x p in every step: it is of first order but never
 * changes sign, so that the tangential spring accumulates it.
 *
 * D. R. Vyas, P. B. Umbanhowar, J. M. Ottino and R. M. Lueptow, Comput. Phys. Commun. 310
 * (2025) 109524: the same cause with another remedy.
 *
 * The contact point divides the line of centres in the ratio of the radii: the arms r_a L
 * and r_b L add up to |d|, so angular momentum is conserved to round-off; at a structure
 * the contact point is the foot on the surface.
 */
#ifndef GM_CONTACT_GEOMETRY_H
#define GM_CONTACT_GEOMETRY_H

#include "narrow/block.h"

/* Rotates a vector from the contact frame half a step back to the present one. */
GM_INLINE gm_vec3 gm_geometry_turned(gm_vec3 u, gm_vec3 n, gm_vec3 p)
{
  return gm_madd(gm_madd(u, gm_dot(u, n), p), -gm_dot(u, p), n);
}

/* Relative velocity at the contact; c = v_a - v_b, w = L (r_a w_a + r_b w_b). */
GM_INLINE gm_vec3 gm_geometry_velocity(gm_vec3 c, gm_vec3 w, gm_vec3 n,
                                       gm_vec3 p)
{
  const gm_vec3 u = gm_sub(c, gm_cross(w, gm_sub(n, p)));
  return gm_geometry_turned(u, n, p);
}

/* Grain pairs, first n contacts, n whole vectors: fills normal, overlap, arm ratio,
 * sum, slope, velocity at the contact, effective radius, mobility, and the change of
 * the normal if `couples` (a constant). v and s belong to an instant `lag` (s) before
 * the positions.
 *
 * It is a single loop, so that the processor works on while it waits for root and
 * quotient.  The loop reads all four lanes of a row or none: if it skipped one, gcc 12
 * would leave the last vector to a scalar tail so as not to read past the end. */
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

/* Grain-structure contacts: fills velocity at the contact, effective radius, mobility. */
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

/* For laws as printed: replaces velocities and torque arms by those of the whole radii,
 * and fills the displacement in the last step with the same arms. */
GM_INLINE void gm_geometry_printed(gm_block *restrict k, int n)
{
  const double *restrict v = (const double *)k->v;
  const double *restrict s = (const double *)k->s;
  const double *restrict lv = (const double *)k->lv;
  const double *restrict ls = (const double *)k->ls;
  const gm_vec3 none = {0.0, 0.0, 0.0};
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const gm_vec3 normal = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 c = {v[4 * t], v[4 * t + 1], v[4 * t + 2]};
    const gm_vec3 w = {s[4 * t], s[4 * t + 1], s[4 * t + 2]};
    const gm_vec3 lc = {lv[4 * t], lv[4 * t + 1], lv[4 * t + 2]};
    const gm_vec3 lw = {ls[4 * t], ls[4 * t + 1], ls[4 * t + 2]};
    const gm_vec3 u = gm_geometry_velocity(c, w, normal, none);
    const gm_vec3 l = gm_geometry_velocity(lc, lw, normal, none);
    k->lever[t] = 1.0;
    k->vx[t] = u.x;
    k->vy[t] = u.y;
    k->vz[t] = u.z;
    k->lx[t] = l.x;
    k->ly[t] = l.y;
    k->lz[t] = l.z;
  }
}

/* Gathers torques and losses of rolling and twisting resistance; `sides` grains share the
 * losses. */
GM_INLINE void gm_geometry_couples(gm_block *restrict k, int n, double sides)
{
  const double share = 1.0 / sides;
  for (int t = 0; t < n; ++t) {
    k->m[t] = (gm_load){{k->mx[t], k->my[t], k->mz[t], share * k->rolled[t]},
                        {0.0, 0.0, 0.0, share * k->spun[t]}};
  }
}

#endif
