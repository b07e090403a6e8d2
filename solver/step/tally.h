/* step/tally.h -- what contacts do in a step, to the sums of places and of pairs of materials.
 *
 * Room: step.  May include: all rooms below.
 *
 * In a header, so that it is compiled with each clone of the chunk.  Of a contact with force F on
 * the grain, normal n, load N (that friction is a part of) and velocity v of the grain's surface
 * relative to the structure's, in a step dt:
 *
 *   impulse          -F dt;  normal: F.n dt
 *   load times way   N |v_t| dt  where it slides, |F_t| >= mu N; else 0
 *   Archard          V = (k / H) sum N |v_t| dt
 *   Finnie           V = m v^2 / (p psi K) (sin 2a - (6 / K) sin^2 a),  tan a <= K / 6
 *                    V = m v^2 / (p psi K) (K / 6) cos^2 a,             else
 *
 * the last once for each impact, with v and its angle a to the surface at first touch, m the
 * effective mass.  J. F. Archard, J. Appl. Phys. 24 (1953) 981-988; I. Finnie, Wear 3 (1960)
 * 87-103.
 */
#ifndef GM_STEP_TALLY_H
#define GM_STEP_TALLY_H

#include "step/pairs.h"
#include "step/step.h"

/* What contacts with structures that end did, to their places, and the impacts of all threads, to
 * the scene; the loads of the structures are those of the step. */
void gm_tally_settle(gm_step *step, gm_scene *scene);

/* Volume in m3 that a grain of effective mass m (kg) cuts that arrives with velocity v (m/s),
 * n the normal of the surface. */
double gm_tally_finnie(const gm_pair *pair, double m, gm_vec3 v, gm_vec3 n);

/* Impacts of the n_new rows that begin, of c rows of grain on grain. */
void gm_tally_grains(const gm_chunk_work *w, const gm_block *k, gm_index k0,
                     int c, gm_collisions_row *rows);

/* The same of column t, which begins an impact on a structure; rows may be null. */
void gm_tally_impact(const gm_chunk_work *w, const gm_block *k, gm_index k0,
                     int t, gm_collisions_row *rows);

/* A row comes to a place. */
void gm_tally_begin(const gm_chunk_work *w, gm_index row);

/* Time integrals of c rows of grain on structure, to what each collects at its place.  pair: as
 * apply_law used it. */
GM_INLINE void gm_tally_structures(const gm_chunk_work *w, gm_block *restrict k,
                                   gm_index k0, int c, int up, gm_index pair,
                                   gm_collisions_row *rows,
                                   gm_touch_events *events)
{
  const double sure = 1.0 - 1.0e-9, dt = w->time.dt;
  const double same = pair < 0 ? 0.0 : w->table[pair].mu;
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
    if (list->place[at] < 0) continue; /* a mirror */
    gm_tally *sum = &list->stay[at].sum;
    if (sum->work[3] == 0.0) gm_tally_begin(w, row);
    const gm_vec3 f = {k->fx[t], k->fy[t], k->fz[t]};
    sum->push += gm_row(gm_scale(-dt, f), push[t]);
    sum->work += (gm_row4){k->dissipated[t] - k->frictional[t],
                           k->frictional[t], slid[t], dt};
    if (list->foot[at] != list->place[at])
      events->parted[events->n_parted++] = row;
  }
  for (int q = 0; q < k->n_new; ++q)
    gm_tally_impact(w, k, k0, k->new_row[q], rows);
}

#endif
