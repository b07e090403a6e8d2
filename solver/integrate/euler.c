/* integrate/euler.c -- explicit Euler: everything from the old state.
 *
 * Energy of an oscillator grows by 1 + (w dt)^2 a step, and only a dashpot stops that:
 * for teaching and comparison.
 */
#include "integrate/euler.h"

#include "integrate/move.h"

void gm_euler_move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                   gm_vec3 gravity, const gm_load *load, gm_scheme_sums *sums)
{
  for (gm_index i = i0; i < i1; ++i) {
    const gm_move_rates a =
        gm_move_rates_of(grains, i, gravity, &load[i - i0], sums);
    gm_grain *g = &grains->g[i];
    gm_move_by(grains, i, dt, g->v, grains->w[i], sums);
    g->v += dt * a.v;
    grains->w[i] += dt * a.w;
  }
}

/* |1 - h (zeta -+ i s)| = 1, s^2 = 1 - zeta^2; or 1 - h (zeta + |s|) = -1. */
double gm_euler_limit(double zeta)
{
  return zeta < 1.0 ? 2.0 * zeta : 2.0 * (zeta - sqrt(zeta * zeta - 1.0));
}
