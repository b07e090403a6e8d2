/* Every integration scheme reproduces its exact linear map for a spring and converges at
 * its order.
 *
 * A grain on a linear floor under gravity, so deep that it never leaves, is an
 * oscillator.  With h = w dt, undamped, x in units of the amplitude and v of w times
 * that, each step is a linear map whose powers are known:
 *
 *   explicit Euler     E_n = (1 + h^2)^n,  phase n atan h
 *   symplectic Euler   x^2 + v^2 - h x v stays,  phase n q, sin(q / 2) = h / 2
 *   velocity Verlet    E_n = 1 - (h / 2)^2 sin^2(n q)
 *   Adams-Bashforth 2  the larger root of z^2 - (1 + 3 i h / 2) z + i h / 2:  |z|^2n,
 *                      n arg z, once the parasitic root has died out
 *   the same, printed  the recurrence of x and v, from its first step on
 *
 * Expected to round-off, 1e-9 of energies that are differences of larger ones over 2000
 * steps.  Energies after 10 periods are compared with listed ones (two to five digits).
 *
 * Order: the distance in (x, v) from the exact motion after 10 1/8 periods, least squares
 * over three steps, undamped and with a dashpot.  A dashpot that sees velocities half a
 * step old changes the frequency by a part zeta h: first order for leapfrog, whose
 * restitution is kept to second order by a weaker dashpot (contact/friction.h).
 *
 * Stability: a step at 0.98 of the limit stays bounded, one at 1.02 grows, with the
 * dashpot.
 *
 * E. Hairer, C. Lubich and G. Wanner, Acta Numerica 12 (2003) 399-450.
 */
#include "bounce.h"
#include "plot.h"

#include "base/memory.h"
#include "soft/scheme.h"
#include <complex.h>

typedef struct swing {
  double x, v;   /* 1  of the amplitude, of w times it */
  double phase;  /* rad  run through, undamped */
  double energy; /* 1  of the first */
  double worst;  /* 1  largest |E / E_0 - 1| */
  double shadow; /* 1  largest change of x^2 + v^2 - h x v */
} swing;

/* A grain released at rest at x = 1, of `part` of the depth at rest; h = w dt. */
static swing run(int scheme, double h, int steps, double zeta, double part)
{
  const double r = 0.01, k = 1.0e4, g = 10.0;
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->time.scheme = scheme;
  p.config->contacts.no_tension = false;
  p.scene->gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  const double e = exp(-GM_PI * zeta / sqrt(1.0 - zeta * zeta));
  pair_between(&p, m, m, e, 0.0, k);
  pair_structure(&p, gm_shape_plane(none, z), m);
  pair_grain(&p, none, r, none, none, m);
  const double mass = gm_grains_mass(&p.scene->grains, 0), w = sqrt(k / mass);
  const double rest = r - mass * g / k, a = part * mass * g / k;
  p.scene->grains.g[0].x[2] = rest + a;
  pair_start(&p, h / w, 1);
  swing s = {.x = 1.0, .energy = 1.0};
  double last = 0.0;
  for (int n = 0; n < steps && fabs(s.x) < 1.0e5; ++n) {
    pair_advance(&p, 1);
    pair_look(&p);
    s.x = (pair_position(&p, 0).z - rest) / a;
    s.v = p.grains->velocity[0].z / (a * w);
    const double now = atan2(-s.v, s.x);
    s.phase += remainder(now - last, 2.0 * GM_PI);
    last = now;
    s.energy = s.x * s.x + s.v * s.v;
    s.worst = fmax(s.worst, fabs(s.energy - 1.0));
    s.shadow = fmax(s.shadow, fabs(s.energy - h * s.x * s.v - 1.0));
  }
  pair_clear(&p);
  return s;
}

static const char *name(int scheme)
{
  return gm_schemes_find(scheme)->name;
}

/* Its energy grows by h^2 a step. */
static int grows_fast(int scheme)
{
  return scheme == GM_SCHEME_EXPLICIT_EULER ||
         scheme == GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED;
}

/* Adams-Bashforth as printed: the second step is the first that looks back. */
static swing recurred(double h, int n)
{
  double x = 1.0, v = 0.0, old_x = 1.0, old_v = 0.0, phase = 0.0;
  for (int k = 0; k < n; ++k) {
    const double a = k ? -0.5 * (3.0 * x - old_x) : -x;
    const double next = x + 0.5 * h * (v + (k ? old_v : v));
    const double last = atan2(-v, x);
    old_x = x;
    old_v = v;
    x = next;
    v += h * a;
    phase += remainder(atan2(-v, x) - last, 2.0 * GM_PI);
  }
  return (swing){.energy = x * x + v * v, .phase = phase};
}

/* What the map of one step says of energy and phase after n. */
static swing mapped(int scheme, double h, int n)
{
  const double q = 2.0 * asin(0.5 * h), s = sin(n * q);
  if (scheme == GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED) return recurred(h, n);
  if (scheme == GM_SCHEME_EXPLICIT_EULER)
    return (swing){.energy = pow(1.0 + h * h, n), .phase = n * atan(h)};
  if (scheme != GM_SCHEME_ADAMS_BASHFORTH_2)
    return (swing){.energy = 1.0 - 0.25 * h * h * s * s, .phase = n * q};
  const double complex b = 0.5 + 0.75 * I * h;
  const double complex z = b + csqrt(b * b - 0.5 * I * h);
  return (swing){.energy = pow(cabs(z), 2.0 * n), .phase = n * carg(z)};
}

static const int periods[4] = {20, 50, 100, 200};

static const double listed[GM_SCHEMES][4] = {
    {.99835, .999993, 1.0, 1.0},    {.9240, .9948, .99935, .99992},
    {.99835, .999993, 1.0, 1.0},    {3.315, 1.0666, 1.00789, 1.00098},
    {1.50e8, 2525.0, 51.42, 7.192}, {4.533e8, 2649.0, 51.65, 7.192},
};
static const double listed_worst[GM_SCHEMES] = {9.9e-4, 3.2e-2, 9.9e-4,
                                                7.9e-3, 50.0,   50.0};

static void check_swings(int scheme)
{
  const int grows = grows_fast(scheme);
  const int starts = scheme == GM_SCHEME_ADAMS_BASHFORTH_2;
  for (int k = 0; k < 4; ++k) {
    const int n = 10 * periods[k];
    const double h = 2.0 * GM_PI / periods[k], old = listed[scheme][k];
    const swing s = run(scheme, h, n, 0.0, grows ? 1.0e-5 : 0.1);
    const swing m = mapped(scheme, h, n);
    const double off = scheme == GM_SCHEME_SYMPLECTIC_EULER
                           ? s.shadow
                           : s.energy / m.energy - 1.0;
    printf("%-17s %5d  %11.5g %11.5g  %9.2e %12.5f %9.1e %9.1e\n", name(scheme),
           periods[k], s.energy, old, s.worst, s.phase / (20.0 * GM_PI) - 1.0,
           off, s.phase / m.phase - 1.0);
    /* Digits listed; and the start of Adams-Bashforth may be another, h^3 of the
     * whole. */
    CHECK_NEAR(s.energy, old, starts ? 0.2 * h * h * h * old : 5.0e-3 * old);
    if (k == 2) CHECK_NEAR(s.worst, listed_worst[scheme], 0.03 * s.worst);
    /* Phases are read on an ellipse; Adams-Bashforth starts off the larger root. */
    CHECK_NEAR(off, 0.0, starts ? 0.3 * h * h * h : grows ? 1.0e-6 : 1.0e-9);
    CHECK_NEAR(s.phase / m.phase, 1.0, grows ? 1.0e-6 : 0.1 * h * h * h);
  }
}

/* Least squares slope of log error over log steps, n of them. */
static double order_of(int n, const double *steps, const double *error)
{
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (int k = 0; k < n; ++k) {
    const double a = log(steps[k]), b = log(error[k]);
    x += a / n;
    y += b / n;
    xx += a * a / n;
    xy += a * b / n;
  }
  return -(xy - x * y) / (xx - x * x);
}

static void check_order(FILE *plot, int scheme, double zeta)
{
  static const double steps[] = {800, 1600, 3200};
  const gm_scheme *is = gm_schemes_find(scheme);
  const int order = zeta > 0.0 && is->lag > 0.0 ? 1 : is->order;
  double error[3];
  for (int k = 0; k < 3; ++k) {
    const int n = (int)(10.125 * steps[k]);
    const double h = 2.0 * GM_PI / steps[k], t = n * h;
    const swing s = run(scheme, h, n, zeta, 0.02);
    const double w = sqrt(1.0 - zeta * zeta), fall = exp(-zeta * t);
    const double x = fall * (cos(w * t) + zeta / w * sin(w * t));
    const double v = -fall * sin(w * t) / w;
    error[k] = hypot(s.x - x, s.v - v) / fall;
    if (zeta == 0.0) plot_point(plot, name(scheme), steps[k], error[k]);
  }
  const double found = order_of(3, steps, error);
  printf("%-17s %5.3f  %9.2e %9.2e %9.2e  %6.3f  %d\n", name(scheme), zeta,
         error[0], error[1], error[2], found, order);
  CHECK_NEAR(found, order, 0.1);
}

/* Bounded below the limit, growing above it. */
static void check_limit(int scheme, double zeta)
{
  const double limit = gm_schemes_find(scheme)->limit(zeta);
  const swing below = run(scheme, 0.98 * limit, 40000, zeta, 1.0e-5);
  const swing above = run(scheme, 1.02 * limit, 40000, zeta, 1.0e-5);
  printf("%-17s %5.3f  %8.5f  %9.2e %9.2e\n", name(scheme), zeta, limit,
         hypot(below.x, below.v), hypot(above.x, above.v));
  CHECK(hypot(below.x, below.v) < 10.0);
  CHECK(hypot(above.x, above.v) > 20.0);
}

/* Worst |e - 1| of an elastic impact over 20 entry phases, linear and Hertz. */
static const double impacts[GM_SCHEMES][2][5] = {
    {{1.9e-3, 2.5e-4, 1.6e-5, 1.9e-6, 2.4e-7},
     {2.6e-3, 4.3e-4, 4.1e-5, 7.1e-6, 1.2e-6}},
    {{1.9e-3, 2.5e-4, 1.6e-5, 1.9e-6, 2.4e-7},
     {2.6e-3, 4.3e-4, 4.1e-5, 7.1e-6, 1.2e-6}},
    {{1.9e-3, 2.5e-4, 1.6e-5, 1.9e-6, 2.4e-7},
     {2.6e-3, 4.3e-4, 4.1e-5, 7.1e-6, 1.2e-6}},
    {{4.0e-2, 5.0e-3, 3.3e-4, 4.3e-5, 5.4e-6},
     {4.6e-2, 4.9e-3, 3.1e-4, 4.0e-5, 5.3e-6}},
    {{.64, .28, .10, .051, .025}, {.79, .33, .12, .058, .028}},
    {{.68, .29, .10, .051, .025}, {.85, .34, .12, .058, .028}},
};

static void check_impacts(FILE *plot, int scheme, int hertz)
{
  static const int steps[] = {10, 20, 50, 100, 200};
  bounce b = {.law = hertz ? GM_LAW_HERTZ : GM_LAW_HOOKE,
              .restitution = 1.0,
              .no_tension = true,
              .scheme = scheme};
  double worst[5], damped[5], at[5];
  for (int k = 0; k < 5; ++k) {
    double mean;
    at[k] = steps[k];
    b.restitution = 1.0;
    bounce_errors(&b, steps[k], 1.0, &mean, &worst[k]);
    b.restitution = 0.5;
    bounce_errors(&b, steps[k], 0.5, &mean, &damped[k]);
    const double old = impacts[scheme][hertz][k];
    if (hertz) plot_point(plot, name(scheme), steps[k], worst[k]);
    printf("%-17s %-5s %4d %10.2e %10.1e %12.2e\n", name(scheme),
           hertz ? "hertz" : "hooke", steps[k], worst[k], old, damped[k]);
    CHECK_NEAR(worst[k], old, 0.08 * old); /* two digits, other phases */
  }
  const double elastic = order_of(3, &at[2], &worst[2]);
  const double lossy = order_of(3, &at[2], &damped[2]);
  printf("%-17s %-5s order elastic %.2f, e = 0.5 %.2f\n", name(scheme),
         hertz ? "hertz" : "hooke", elastic, lossy);
  CHECK(elastic > (grows_fast(scheme) ? 0.9 : 2.4));
  CHECK(lossy > 0.9);
}

/* A grain rolls down a slope of 20 degrees: its angle times r is its way, within the
 * stretch of the spring, and the way is (5/14) g sin t^2.  A scheme that turned with
 * another angular velocity than that of its positions would be off by 2 / steps. */
static void check_roll(int scheme)
{
  const double r = 0.01, k = 1.0e6, tilt = GM_PI / 9.0, g = 9.81;
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  const int steps = 2000;
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->time.scheme = scheme;
  p.scene->gravity = gm_vec(g * sin(tilt), 0.0, -g * cos(tilt));
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.3, 0.8, k);
  pair_structure(&p, gm_shape_plane(none, z), m);
  pair_grain(&p, gm_vec(0.0, 0.0, r), r, none, none, m);
  gm_grains *grains = &p.scene->grains;
  CHECK(GM_RESIZE(grains->orientation, 0, grains->capacity) == GM_OK);
  grains->orientation[0] = gm_quat_identity();
  grains->g[0].x[2] -= gm_grains_mass(grains, 0) * g * cos(tilt) / k;
  const double dt = 2.0e-5, t = steps * dt;
  pair_start(&p, dt, 1);
  pair_advance(&p, steps);
  const double x = pair_position(&p, 0).x;
  const gm_quat q = grains->orientation[0];
  const double way = 2.0 * r * asin(q.y);
  const double exact = 5.0 / 14.0 * g * sin(tilt) * t * t;
  printf("%-17s way off %9.2e, angle times r over way off %9.2e\n",
         name(scheme), x / exact - 1.0, way / x - 1.0);
  CHECK_NEAR(x / exact, 1.0,
             gm_schemes_find(scheme)->order == 1 ? 1.1e-3 : 2e-4);
  CHECK_NEAR(way / x, 1.0, 2.0e-4);
  pair_clear(&p);
}

int main(void)
{
  printf(
      "10 periods of a spring, undamped; off: what the map of one step says\n"
      "scheme            steps        E/E_0      listed  max|dE|/E  phase "
      "error  E off   phase off\n");
  for (int s = 0; s < GM_SCHEMES; ++s)
    check_swings(s);
  FILE *plot = plot_open("schemes_order", "An oscillator after 10 1/8 periods",
                         "steps a period", "distance in (x, v)", true);
  printf("distance from the exact motion after 10 1/8 periods\n"
         "scheme             zeta     at 800      1600      3200   order  "
         "expected\n");
  for (int s = 0; s < GM_SCHEMES; ++s) {
    check_order(plot, s, 0.0);
    check_order(plot, s, 0.02);
  }
  plot_close(plot);
  printf("a little below and above the limit\n"
         "scheme             zeta  w dt max  size then\n");
  for (int s = 0; s < GM_SCHEMES; ++s) {
    if (!grows_fast(s) && s != GM_SCHEME_ADAMS_BASHFORTH_2) check_limit(s, 0.0);
    if (s < GM_SCHEME_VELOCITY_VERLET) continue;
    check_limit(s, 0.05);
    check_limit(s, 0.5);
  }
  for (int s = 0; s < GM_SCHEMES; ++s)
    CHECK((gm_schemes_find(s)->limit(0.0) == 0.0) == grows_fast(s));
  CHECK_NEAR(gm_schemes_find(GM_SCHEME_ADAMS_BASHFORTH_2)->limit(0.0),
             pow(4.0e-5, 0.25), 5.0e-4);
  printf("rolling down a slope\n");
  for (int s = 0; s < GM_SCHEMES; ++s)
    check_roll(s);
  plot = plot_open("schemes_impact", "An elastic Hertz impact, 20 entry phases",
                   "steps a contact", "largest |e - 1|", true);
  printf("an impact of so many steps, 20 entry phases\n"
         "scheme            law  steps max|e - 1|     listed  max|e - 0.5|\n");
  for (int s = 0; s < GM_SCHEMES; ++s) {
    check_impacts(plot, s, 0);
    check_impacts(plot, s, 1);
  }
  plot_close(plot);
  return CHECK_REPORT();
}
