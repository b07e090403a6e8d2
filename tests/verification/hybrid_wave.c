/* A wave passes from grains into the continuum with less than a tenth reflected.
 *
 * A triangular lattice of discs between smooth walls, under a small pressure, grains on
 * the left, a continuum with the moduli of the lattice on the right:
 *
 *   kappa = (sqrt(3)/2) k_n,   mu = (sqrt(3)/4) (k_n + k_t)
 *
 * The left wall makes a half sine of velocity, 24 diameters long; what the zone reflects
 * comes back to the wall, which doubles it.  Forces are those of a run with the pulse
 * less those of one without.  Grains alone show what the lattice itself sends back.
 */
#include "check.h"
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

enum { LONG = 110, ROWS = 12, STEPS = 2700, QUIET = 500 };

static const double d = 0.004, stiffness = 1.0e6, ratio = 1.0 / 3.0;

typedef struct text {
  char *p;
  size_t n, room;
} text;

static void put(text *t, const char *more)
{
  const size_t n = strlen(more);
  if (t->n + n + 1 > t->room) {
    t->room = 2 * t->room + n + 4096;
    t->p = realloc(t->p, t->room);
  }
  memcpy(t->p + t->n, more, n + 1);
  t->n += n;
}

#define PUT(t, ...)                                                            \
  do {                                                                         \
    char line_[512];                                                           \
    snprintf(line_, sizeof line_, __VA_ARGS__);                                \
    put(t, line_);                                                             \
  } while (0)

/* Speed of the wave in m/s. */
static double speed(void)
{
  const double c11 = 0.25 * sqrt(3.0) * (3.0 + ratio) * stiffness;
  return sqrt(c11 / (2600.0 * GM_PI / (2.0 * sqrt(3.0))));
}

static gm_sim *begin(const char *mode, int pulse, double dt)
{
  text t = {0};
  const double a = 0.998 * d, high = 0.5 * sqrt(3.0) * a * (ROWS - 1);
  const double wide = a * (LONG - 0.5), skin = 0.5 * d - 0.0035 * d;
  const double last = 24.0 * d / speed(), from = QUIET * dt;
  PUT(&t,
      "{title: wave, gravity: [0, 0], domain: {dimensions: 2, min: [-0.004, "
      "-0.004], "
      "max: [%.9g, %.9g]}, materials: {sand: {density: 2600, youngs_modulus: "
      "1.0e+7, poisson_ratio: 0.25}, wall: {density: 2600, youngs_modulus: "
      "1.0e+7, poisson_ratio: 0.25}}, ",
      wide + 0.008, high + 0.008);
  PUT(&t,
      "contacts: {law: hooke, pairs: [{between: [sand, sand], stiffness: %.9g, "
      "restitution: 0.7, friction: 0.9}, {between: [sand, wall], stiffness: "
      "%.9g, restitution: 0.7, friction: 0}]}, ",
      stiffness, stiffness);
  PUT(&t,
      "structures: [{name: left, material: wall, plane: {point: [%.9g, 0], "
      "normal: "
      "[1, 0]}",
      -skin);
  if (pulse)
    PUT(&t,
        ", motion: [{oscillate: {amplitude: [%.9g, 0], frequency: %.9g, phase: "
        "-90 deg}, from: %.9g, to: %.9g}]",
        2.0e-4 * 12.0 * d / GM_PI * 2.0, 0.5 / last, from, from + last);
  PUT(&t,
      "}, {name: right, material: wall, plane: {point: [%.9g, 0], normal: [-1, "
      "0]}}, ",
      wide + skin);
  PUT(&t,
      "{name: low, material: wall, plane: {point: [0, %.9g], normal: [0, 1]}}, "
      "{name: high, material: wall, plane: {point: [0, %.9g], normal: [0, "
      "-1]}}], ",
      -skin, high + skin);
  PUT(&t,
      "hybrid: {mode: %s, oracle: layer, discrete_around: [left], zone: "
      "{depth: 12}, "
      "friction_angle: 60 deg, bulk_modulus: %.9g, shear_modulus: %.9g}, ",
      mode, 0.5 * sqrt(3.0) * stiffness,
      0.25 * sqrt(3.0) * (1.0 + ratio) * stiffness);
  PUT(&t,
      "time: {end: 1, step: %.9g}, output: {every: 0.1}, grains: [{list: "
      "{material: "
      "sand, grains: [",
      dt);
  for (int j = 0; j < ROWS; ++j)
    for (int i = 0; i < LONG; ++i)
      PUT(&t, "%s{position: [%.9g, %.9g], radius: %.9g}", i || j ? ", " : "",
          a * (i + 0.5 * (j % 2)), 0.5 * sqrt(3.0) * a * j, 0.5 * d);
  put(&t, "]}}]}");
  gm_sim *sim = gm_sim_parse(t.p, ".", 0, NULL);
  CHECK(gm_sim_threads(sim, 1) == GM_OK);
  free(t.p);
  return sim;
}

/* Force on the left wall, in N, after each step. */
static gm_index record(const char *mode, int pulse, double dt, double *force)
{
  gm_sim *sim = begin(mode, pulse, dt);
  gm_scene *s = &sim->ready.scene;
  for (int n = 0; n < STEPS; ++n) {
    if (!CHECK(gm_sim_step(sim, 1) == GM_OK)) {
      puts(gm_sim_message(sim));
      break;
    }
    force[n] = s->structures.row[0].load.force.x;
  }
  const gm_index points = s->points.n;
  gm_sim_free(sim);
  return points;
}

/* Prints and returns the largest force that comes back over the largest sent. */
static double reflected(const char *mode, double dt)
{
  double with[STEPS] = {0}, without[STEPS] = {0}, sent = 0.0, back = 0.0;
  record(mode, 1, dt, with);
  const gm_index points = record(mode, 0, dt, without);
  const double way = d / speed() / dt; /* steps for a diameter */
  for (int n = QUIET; n < STEPS; ++n) {
    const double f = fabs(with[n] - without[n]), at = (n - QUIET) / way;
    if (at < 24.0) sent = fmax(sent, f);
    if (at > 40.0 && at < 110.0) back = fmax(back, f);
  }
  printf(
      "%-9s %4d points: %8.3f N sent, %8.3f N come back: reflected %.1f %%\n",
      mode, points, sent, back, 50.0 * back / sent);
  return 0.5 * back / sent;
}

int main(void)
{
  const double mass = 2600.0 * GM_PI * 0.25 * d * d;
  const double dt = 0.02 * GM_PI * sqrt(0.5 * mass / stiffness);
  printf("speed %.2f m/s, %.1f steps for a diameter\n", speed(),
         d / speed() / dt);
  const double alone = reflected("discrete", dt);
  const double both = reflected("hybrid", dt);
  CHECK(alone < 0.05);
  CHECK(both < 0.10);
  return CHECK_REPORT();
}
