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

#include "contact/block.h"
#include "contact/contact.h"

/* Contact t of a block of grain pairs.  A function, not the body of a loop: gcc would
 * keep structs that belong to the loop in memory, for each lane. */
GM_INLINE void gm_geometry_grain(gm_block *restrict k, int t, int couples,
                                 double lag, const double *restrict d,
                                 const double *restrict v,
                                 const double *restrict s)
{
  const double sum = d[4 * t + 3];
  const gm_contact_frame f = gm_geometry_pair(
      gm_vec(d[4 * t], d[4 * t + 1], d[4 * t + 2]), sum,
      gm_vec(v[4 * t], v[4 * t + 1], v[4 * t + 2]),
      gm_vec(s[4 * t], s[4 * t + 1], s[4 * t + 2]), s[4 * t + 3], lag);
  k->nx[t] = f.normal.x;
  k->ny[t] = f.normal.y;
  k->nz[t] = f.normal.z;
  k->overlap[t] = f.overlap;
  k->sum[t] = sum;
  k->slope[t] = 1.0;
  k->lever[t] = f.lever;
  k->vx[t] = f.velocity.x;
  k->vy[t] = f.velocity.y;
  k->vz[t] = f.velocity.z;
  if (couples) {
    k->px[t] = f.turn.x;
    k->py[t] = f.turn.y;
    k->pz[t] = f.turn.z;
  }
  k->radius[t] = f.radius;
  k->mobility[t] = v[4 * t + 3];
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
  for (int t = 0; t < n; ++t)
    gm_geometry_grain(k, t, couples, lag, d, v, s);
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
