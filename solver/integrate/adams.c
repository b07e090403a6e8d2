/* integrate/adams.c -- Adams-Bashforth of two steps.
 *
 * Both positions and velocities look back: (3 v - v_old) / 2 and (3 a - a_old) / 2.  A
 * grain without a past takes a step of the Taylor series.
 */
#include "integrate/adams.h"

#include "integrate/move.h"
#include <complex.h>

void gm_adams_move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                   gm_vec3 gravity, const gm_load *load, gm_scheme_sums *sums)
{
  const double h = 0.5 * dt;
  *sums = (gm_scheme_sums){0};
  for (gm_index i = i0; i < i1; ++i) {
    const gm_move_rates a =
        gm_move_rates_of(grains, i, gravity, &load[i - i0], sums);
    gm_grain *g = &grains->g[i];
    gm_grain_before *old = &grains->before[i];
    const gm_row4 v = g->v, w = grains->w[i];
    if (old->known) {
      gm_move_by(grains, i, dt, 1.5 * v - 0.5 * old->v, 1.5 * w - 0.5 * old->w,
                 sums);
      g->v += h * (3.0 * a.v - old->a);
      grains->w[i] += h * (3.0 * a.w - old->t);
    } else {
      gm_move_by(grains, i, dt, v + h * a.v, w + h * a.w, sums);
      g->v += dt * a.v;
      grains->w[i] += dt * a.w;
    }
    *old = (gm_grain_before){v, a.v, w, a.w, 1};
  }
}

/* Larger root of q^2 - (1 + 3 z / 2) q + z / 2 = 0, z = h (-zeta + i s). */
static double growth(double h, double zeta)
{
  const double complex z =
      h * (-zeta + csqrt((double complex)(zeta * zeta - 1.0)));
  const double complex other =
      h * (-zeta - csqrt((double complex)(zeta * zeta - 1.0)));
  double most = 0.0;
  for (int k = 0; k < 2; ++k) {
    const double complex y = k ? other : z;
    const double complex b = 0.5 * (1.0 + 1.5 * y);
    const double complex root = csqrt(b * b - 0.5 * y);
    most = fmax(most, fmax(cabs(b + root), cabs(b - root)));
  }
  return most;
}

/* Undamped it grows by (w dt)^4 / 4 a step: 1e-5 of it is taken as bounded, w dt =
 * 0.08. */
double gm_adams_limit(double zeta)
{
  const double slack = 1.0e-5;
  double low = 0.0, high = 2.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    *(growth(middle, zeta) <= 1.0 + slack ? &low : &high) = middle;
  }
  return low;
}
