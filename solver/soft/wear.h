/* soft/wear.h -- the pass of surface sums: impulse, work, wear and impacts of contacts.
 *
 * Let a contact have force F on the grain, normal n, normal load N and velocity v of
 * the grain's surface relative to the structure.  In a step dt it adds to its triangle
 * or patch:
 *
 *   impulse          -F dt;  normal: F.n dt
 *   load x sliding   N |v_t| dt  if it slides, |F_t| >= mu N; else 0
 *   Archard          V = (k / H) sum N |v_t| dt
 *   Finnie           V = m v^2 / (p psi K) (sin 2a - (6 / K) sin^2 a),  tan a <= K / 6
 *                    V = m v^2 / (p psi K) (K / 6) cos^2 a,             else
 *
 * Finnie's volume is added once for each impact, with v and its angle a to the surface at
 * first touch and the effective mass m.  Impacts are also counted per pair of materials.
 *
 * J. F. Archard, J. Appl. Phys. 24 (1953) 981-988; I. Finnie, Wear 3 (1960) 87-103.
 */
#ifndef GM_SOFT_WEAR_H
#define GM_SOFT_WEAR_H

#include "soft/work.h"

/* Adds the sums of grain-structure contacts that ended to their surface places, and the
 * impacts counted by all threads to the scene. */
void gm_wear_settle(const gm_work_buffers *buffers, int threads,
                    gm_scene *scene);

/* Volume (m3) cut by an impact of effective mass m (kg) and velocity v (m/s); n: normal
 * of the surface. */
double gm_wear_finnie(const gm_pair *pair, double m, gm_vec3 v, gm_vec3 n);

/* Counts the impacts among the c grain pairs of a block: its n_new new contacts. */
void gm_wear_grains(const gm_work *w, const gm_block *k, gm_index k0, int c,
                    gm_collisions_row *rows);

/* Counts the impact on a structure that begins in column t; rows may be null. */
void gm_wear_impact(const gm_work *w, const gm_block *k, gm_index k0, int t,
                    gm_collisions_row *rows);

/* Begins the sums of a contact at its surface place. */
void gm_wear_begin(const gm_work *w, gm_index row);

/* Adds impulse, work and sliding of this step to the running sums of the c
 * grain-structure contacts of a block. pair: pair of materials as for the force law. */
GM_INLINE void gm_wear_structures(const gm_work *w, gm_block *restrict k,
                                  gm_index k0, int c, int up, gm_index pair,
                                  gm_collisions_row *rows,
                                  gm_contact_events *events)
{
  const double sure = 1.0 - 1.0e-9, dt = w->time.dt;
  const double same = pair < 0 ? 0.0 : w->model->table[pair].mu;
  const int alike = pair >= 0;
  double push[GM_BLOCK], slid[GM_BLOCK];
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < up; ++t) {
    const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 f = {k->fx[t], k->fy[t], k->fz[t]};
    const gm_vec3 v = {k->vx[t], k->vy[t], k->vz[t]};
    const double fn = gm_dot(f, n), vn = gm_dot(v, n), load = k->load[t];
    const double ft2 = gm_norm2(gm_madd(f, -fn, n));
    const double vt2 = gm_norm2(gm_madd(v, -vn, n));
    const double limit = sure * (alike ? same : k->mu[t]) * load;
    push[t] = dt * fn;
    slid[t] = ft2 >= limit * limit ? dt * load * sqrt(vt2) : 0.0;
  }
  gm_contacts *list = &w->scene->contacts;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], at = row - list->n_grain;
    if (list->place[at] < 0) continue; /* mirrors have no sums */
    gm_contact_sum *sum = &list->running[at].sum;
    if (sum->work[3] == 0.0) gm_wear_begin(w, row);
    const gm_vec3 f = {k->fx[t], k->fy[t], k->fz[t]};
    sum->push += gm_row(gm_scale(-dt, f), push[t]);
    sum->work += (gm_row4){k->dissipated[t] - k->frictional[t],
                           k->frictional[t], slid[t], dt};
    if (list->foot[at] != list->place[at])
      events->parted[events->n_parted++] = row;
  }
  for (int q = 0; q < k->n_new; ++q)
    gm_wear_impact(w, k, k0, k->new_row[q], rows);
}

#endif
