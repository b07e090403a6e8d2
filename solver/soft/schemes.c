/* soft/schemes.c -- the schemes, and the table of them.
 *
 * Each scheme has a `move` of grains [i0, i1) by a step, which soft/team.c calls when
 * their loads are known, and a `limit` of the step.
 */
#include "soft/scheme.h"

#include "soft/move.h"
#include <complex.h>

/* ---- explicit Euler: everything from the old state ------------------------------- */

/* Energy of an oscillator grows by 1 + (w dt)^2 a step, and only a dashpot stops that:
 * for teaching and comparison. */

static void scheme_euler_move(gm_grains *grains, gm_index i0, gm_index i1,
                              double dt, gm_vec3 gravity, const gm_load *load,
                              gm_scheme_sums *sums)
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
static double scheme_euler_limit(double zeta)
{
  return zeta < 1.0 ? 2.0 * zeta : 2.0 * (zeta - sqrt(zeta * zeta - 1.0));
}

/* ---- velocity Verlet with a foreseen velocity ------------------------------------ */

/* Stored between steps is what contacts see, v~ = v + a dt foreseen from the last
 * instant. A move first corrects it: with the new acceleration a,
 *
 *   v  = v~ + (a - a_old) dt / 2,  x <- x + v dt + a dt^2 / 2,  v~ <- v + a dt
 *
 * Without forces that know the velocity it is leapfrog; with dashpots it stays second
 * order. */

static void scheme_verlet_move(gm_grains *grains, gm_index i0, gm_index i1,
                               double dt, gm_vec3 gravity, const gm_load *load,
                               gm_scheme_sums *sums)
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
static double scheme_verlet_limit(double zeta)
{
  return 2.0 * (sqrt(1.0 + 4.0 * zeta * zeta) - 2.0 * zeta);
}

/* ---- x <- x + v dt + g dt^2 / 2, v <- v + g dt ----------------------------------- */

/* Stored velocities belong to the time of the positions, so that a collision changes the
 * velocity with which bodies really meet. */

static void scheme_ballistic_move(gm_grains *grains, gm_index i0, gm_index i1,
                                  double dt, gm_vec3 gravity,
                                  const gm_load *load, gm_scheme_sums *sums)
{
  const gm_row4 fall = gm_row(gm_scale(dt, gravity), 0.0);
  (void)load;
  for (gm_index i = i0; i < i1; ++i) {
    gm_grain *g = &grains->g[i];
    gm_move_by(grains, i, dt, g->v + 0.5 * fall, grains->w[i], sums);
    g->v += fall;
  }
}

/* ---- Adams-Bashforth of two steps ------------------------------------------------ */

/* Both positions and velocities look back: (3 v - v_old) / 2 and (3 a - a_old) / 2.  A
 * grain without a past takes a step of the Taylor series.
 *
 * As the lecture prints it, positions take the mean (v + v_old) / 2 instead, which is
 * that of half a step ago: they follow a whole step late, the energy of an oscillator
 * grows by 1 + (w dt)^2 a step as with explicit Euler, and the order is 1.  There a grain
 * without a past moves with v. */

/* Moves by dt with (1 - q) v + q v_old, and over `first` with the first acceleration. */
GM_INLINE void adams_by(gm_grains *grains, gm_index i0, gm_index i1, double dt,
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

static void scheme_adams_move(gm_grains *grains, gm_index i0, gm_index i1,
                              double dt, gm_vec3 gravity, const gm_load *load,
                              gm_scheme_sums *sums)
{
  adams_by(grains, i0, i1, dt, -0.5, 0.5 * dt, gravity, load, sums);
}

static void scheme_adams_printed_move(gm_grains *grains, gm_index i0,
                                      gm_index i1, double dt, gm_vec3 gravity,
                                      const gm_load *load, gm_scheme_sums *sums)
{
  adams_by(grains, i0, i1, dt, 0.5, 0.0, gravity, load, sums);
}

/* Larger root of q^2 - (1 + 3 z / 2) q + z / 2 = 0, z = h (-zeta + i s). */
static double scheme_adams_growth(double h, double zeta)
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
static double scheme_adams_limit(double zeta)
{
  const double slack = 1.0e-5;
  double low = 0.0, high = 2.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    *(scheme_adams_growth(middle, zeta) <= 1.0 + slack ? &low : &high) = middle;
  }
  return low;
}

/* Whether a real quartic has all roots inside the unit circle: Schur's reduction.  c:
 * from the constant to the highest power; overwritten. */
static int scheme_roots_decay(double c[5])
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
static double scheme_adams_printed_limit(double zeta)
{
  if (!(zeta > 0.0)) return 0.0;
  double low = 0.0, high = 2.0;
  for (int k = 0; k < 60; ++k) {
    const double h = 0.5 * (low + high), z = zeta * h, s = h * h;
    double c[5] = {-0.25 * s, z + 0.5 * s, 1.0 - 4.0 * z + 0.75 * s,
                   3.0 * z - 2.0, 1.0};
    *(scheme_roots_decay(c) ? &low : &high) = h;
  }
  return low;
}

/* ---- the table of schemes -------------------------------------------------------- */

/* Of leapfrog on a spring; what its dashpot takes of it, contacts make good. */
static double scheme_leapfrog_limit(double zeta)
{
  (void)zeta;
  return 2.0;
}

static const gm_scheme schemes[GM_SCHEMES] = {
    [GM_SCHEME_LEAPFROG] = {.name = "leapfrog",
                            .order = 2,
                            .first = 0.5,
                            .lag = 0.5,
                            .behind = 0.5,
                            .limit = scheme_leapfrog_limit},
    [GM_SCHEME_SYMPLECTIC_EULER] = {.name = "symplectic_euler",
                                    .order = 1,
                                    .first = 1.0,
                                    .lag = 0.5,
                                    .limit = scheme_leapfrog_limit},
    [GM_SCHEME_VELOCITY_VERLET] = {.name = "velocity_verlet",
                                   .order = 2,
                                   .first = 1.0,
                                   .behind = 0.5,
                                   .ahead = 0.5,
                                   .remembers = 1,
                                   .corrects = 1,
                                   .limit = scheme_verlet_limit,
                                   .move = scheme_verlet_move},
    [GM_SCHEME_ADAMS_BASHFORTH_2] = {.name = "adams_bashforth_2",
                                     .order = 2,
                                     .first = 1.0,
                                     .ahead = 0.5,
                                     .remembers = 1,
                                     .limit = scheme_adams_limit,
                                     .move = scheme_adams_move},
    [GM_SCHEME_EXPLICIT_EULER] = {.name = "explicit_euler",
                                  .order = 1,
                                  .first = 1.0,
                                  .ahead = 1.0,
                                  .limit = scheme_euler_limit,
                                  .move = scheme_euler_move},
    [GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED] = {.name =
                                                 "adams_bashforth_2_printed",
                                             .order = 1,
                                             .first = 1.0,
                                             .ahead = 1.5,
                                             .remembers = 1,
                                             .limit =
                                                 scheme_adams_printed_limit,
                                             .move = scheme_adams_printed_move},
};

const gm_scheme *gm_schemes_ballistic(void)
{
  static const gm_scheme ballistic = {.name = "ballistic",
                                      .order = 2,
                                      .first = 1.0,
                                      .ahead = 0.5,
                                      .limit = scheme_leapfrog_limit,
                                      .move = scheme_ballistic_move};
  return &ballistic;
}

const gm_scheme *gm_schemes_find(int name)
{
  return &schemes[name];
}
