/* soft/move.h -- kick and drift of grains.
 *
 *   v <- v + h (F / m + g)      w <- w - h q / I r     (torque -r q)
 *   x <- x + dt v               Q <- exp(w dt) Q
 *
 * Velocities are half a step behind positions, so one kick over h = dt merges the
 * second half kick of the old step and the first of the new (leapfrog,
 * kick-drift-kick).  The first kick of a run has h = dt / 2.  The displacement of a
 * step is rounded to the grid of periodic positions (scene/domain.h): (d + grid) -
 * grid, exact if grid is 0.
 */
#ifndef GM_SOFT_MOVE_H
#define GM_SOFT_MOVE_H

#include "soft/scheme.h"

/* Moves grains [i0, i1); load: [i1 - i0].  Prefetches the grains `ahead` rows further
 * on, which the next chunk needs. */
GM_INLINE void gm_move_grains(gm_grains *restrict grains, gm_index i0,
                              gm_index i1, gm_index ahead, double kick,
                              double dt, gm_vec3 gravity,
                              const gm_load *restrict load,
                              gm_scheme_sums *restrict sums)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0}, grid = grains->grid;
  const gm_row4 fall = gm_row(gm_scale(kick, gravity), 0.0);
  gm_grain *restrict g = grains->g;
  gm_row4 *restrict w = grains->w;
  const gm_grain_spin spin = gm_grain_rule_spin(&grains->rule);
  double fastest = 0.0, lost = 0.0;
  for (gm_index i = i0; i < i1; ++i) {
    __builtin_prefetch(&g[i + ahead], 1);
    __builtin_prefetch(&w[i + ahead], 1);
    const double h = kick * g[i].v[3];
    const gm_load l = load[i - i0];
    const gm_row4 v = g[i].v + h * (vector * l.f) + fall;
    g[i].v = v;
    g[i].x += (dt * (vector * v) + grid) - grid;
    w[i] -= (gm_grain_rule_spin_at(spin, g[i].x[3]) * h / g[i].x[3]) *
            (vector * l.t);
    lost += l.t[3] * l.t[3] + l.f[3] * l.f[3];
    const double speed = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    fastest = speed > fastest ? speed : fastest;
  }
  sums->fastest = fastest;
  gm_scheme_lose_all(sums, load, i1 - i0, lost);
}

/* Orientation q after a time dt under angular velocity w. */
GM_INLINE gm_quat gm_move_turned(gm_quat q, gm_vec3 w, double dt)
{
  return gm_quat_unit(gm_quat_product(gm_quat_rotation(gm_scale(dt, w)), q));
}

/* Rotates grains [i0, i1), after their kick. */
static inline void gm_move_orientations(gm_grains *restrict grains, gm_index i0,
                                        gm_index i1, double dt)
{
  for (gm_index i = i0; i < i1; ++i) {
    grains->orientation[i] =
        gm_move_turned(grains->orientation[i], gm_row_vec(grains->w[i]), dt);
  }
}

/* Notes how grains [i0, i1) move that move with their stored velocities. */
static inline void gm_move_note(gm_grains *restrict grains, gm_index i0,
                                gm_index i1)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  for (gm_index i = i0; i < i1; ++i)
    grains->moved[i] =
        (gm_grain_moved){vector * grains->g[i].v, vector * grains->w[i]};
}

/* ---- pieces of the schemes that have loops of their own -------------------------- */

typedef struct gm_move_rates {
  gm_row4 v, w; /* m/s2, rad/s2  fourth lanes 0 */
} gm_move_rates;

/* Returns the accelerations of grain i and adds its losses to *sums. */
GM_INLINE gm_move_rates gm_move_rates_of(const gm_grains *grains, gm_index i,
                                         gm_vec3 gravity, const gm_load *load,
                                         gm_scheme_sums *sums)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const gm_grain *g = &grains->g[i];
  const double r = g->x[3];
  const double spin =
      gm_grain_rule_spin_at(gm_grain_rule_spin(&grains->rule), r);
  gm_scheme_lose(sums, load);
  return (gm_move_rates){
      g->v[3] * (vector * load->f) + gm_row(gravity, 0.0),
      (-spin * g->v[3] / r) * (vector * load->t),
  };
}

/* Moves grain i over dt (s) with velocities v, w. */
GM_INLINE void gm_move_by(gm_grains *grains, gm_index i, double dt, gm_row4 v,
                          gm_row4 w, gm_scheme_sums *sums)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  grains->g[i].x += (dt * (vector * v) + grains->grid) - grains->grid;
  if (grains->orientation)
    grains->orientation[i] =
        gm_move_turned(grains->orientation[i], gm_row_vec(w), dt);
  if (grains->moved)
    grains->moved[i] = (gm_grain_moved){vector * v, vector * w};
  const double speed = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  sums->fastest = fmax(sums->fastest, speed);
}

#endif
