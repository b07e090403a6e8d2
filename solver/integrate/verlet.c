/* integrate/verlet.c -- velocity Verlet with a foreseen velocity.
 *
 * Stored between steps is what contacts see, v~ = v + a dt foreseen from the last
 * instant. A move first corrects it: with the new acceleration a,
 *
 *   v  = v~ + (a - a_old) dt / 2,  x <- x + v dt + a dt^2 / 2,  v~ <- v + a dt
 *
 * Without forces that know the velocity it is leapfrog; with dashpots it stays second
 * order.
 */
#include "integrate/verlet.h"

#include "integrate/move.h"

void gm_verlet_move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                    gm_vec3 gravity, const gm_load *load, gm_scheme_sums *sums)
{
  const double h = 0.5 * dt;
  for (gm_index i = i0; i < i1; ++i) {
    const gm_move_rates a =
        gm_move_rates_of(grains, i, gravity, &load[i - i0], sums);
    gm_grain *g = &grains->g[i];
    gm_grain_before *old = &grains->before[i];
    if (old->known) {
      g->v += h * (a.v - old->a);
      grains->w[i] += h * (a.w - old->t);
    }
    gm_move_by(grains, i, dt, g->v + h * a.v, grains->w[i] + h * a.w, sums);
    g->v += dt * a.v;
    grains->w[i] += dt * a.w;
    *old = (gm_grain_before){.a = a.v, .t = a.w, .known = 1};
  }
}

/* The root -1 of the cubic of one step: 4 - h^2 - 8 zeta h = 0. */
double gm_verlet_limit(double zeta)
{
  return 2.0 * (sqrt(1.0 + 4.0 * zeta * zeta) - 2.0 * zeta);
}
