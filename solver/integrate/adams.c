/* integrate/adams.c -- Adams-Bashforth of two steps.
 *
 * Both positions and velocities look back: (3 v - v_old) / 2 and (3 a - a_old) / 2.  A
 * grain without a past takes a step of the Taylor series.
 *
 * As the lecture prints it, positions take the mean (v + v_old) / 2 instead, which is
 * that of half a step ago: they follow a whole step late, the energy of an oscillator
 * grows by 1 + (w dt)^2 a step as with explicit Euler, and the order is 1.  There a grain
 * without a past moves with v.
 */
#include "integrate/adams.h"

#include "integrate/move.h"
#include <complex.h>

/* Moves by dt with (1 - q) v + q v_old, and over `first` with the first acceleration. */
GM_INLINE void move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                    double q, double first, gm_vec3 gravity,
                    const gm_load *load, gm_scheme_sums *sums)
{
  const double h = 0.5 * dt;
  for (gm_index i = i0; i < i1; ++i) {
    const gm_move_rates a =
        gm_move_rates_of(grains, i, gravity, &load[i - i0], sums);
    gm_grain *g = &grains->g[i];
    gm_grain_before *old = &grains->before[i];
    const gm_row4 v = g->v, w = grains->w[i];
    if (old->known) {
      gm_move_by(grains, i, dt, (1.0 - q) * v + q * old->v,
                 (1.0 - q) * w + q * old->w, sums);
      g->v += h * (3.0 * a.v - old->a);
      grains->w[i] += h * (3.0 * a.w - old->t);
    } else {
      gm_move_by(grains, i, dt, v + first * a.v, w + first * a.w, sums);
      g->v += dt * a.v;
      grains->w[i] += dt * a.w;
    }
    *old = (gm_grain_before){v, a.v, w, a.w, 1};
  }
}

void gm_adams_move(gm_grains *grains, gm_index i0, gm_index i1, double dt,
                   gm_vec3 gravity, const gm_load *load, gm_scheme_sums *sums)
{
  move(grains, i0, i1, dt, -0.5, 0.5 * dt, gravity, load, sums);
}

void gm_adams_printed_move(gm_grains *grains, gm_index i0, gm_index i1,
                           double dt, gm_vec3 gravity, const gm_load *load,
                           gm_scheme_sums *sums)
{
  move(grains, i0, i1, dt, 0.5, 0.0, gravity, load, sums);
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

/* Whether a real quartic has all roots inside the unit circle: Schur's reduction.  c:
 * from the constant to the highest power; overwritten. */
static int decays(double c[5])
{
  for (int n = 4; n > 0; --n) {
    double less[5];
    if (fabs(c[0]) >= fabs(c[n])) return 0;
    for (int k = 0; k < n; ++k)
      less[k] = c[n] * c[k + 1] - c[0] * c[n - 1 - k];
    for (int k = 0; k < n; ++k)
      c[k] = less[k];
  }
  return 1;
}

/* One step has P^2 + zeta h (3 q - 1) P + (h^2 / 4) (q + 1) (3 q - 1) = 0, P = q^2 - q.
 * Undamped it grows at any step. */
double gm_adams_printed_limit(double zeta)
{
  if (!(zeta > 0.0)) return 0.0;
  double low = 0.0, high = 2.0;
  for (int k = 0; k < 60; ++k) {
    const double h = 0.5 * (low + high), z = zeta * h, s = h * h;
    double c[5] = {-0.25 * s, z + 0.5 * s, 1.0 - 4.0 * z + 0.75 * s,
                   3.0 * z - 2.0, 1.0};
    *(decays(c) ? &low : &high) = h;
  }
  return low;
}
