/* On smoothed facets the normal force does not oscillate and elastic bounces conserve
 * energy.
 *
 * Oscillation.  A grain of radius 1 is led around a cylinder of 96 facets and radius 8,
 * outside, with an overlap of 0.02 with the true shape.  The Hertz force grows with the
 * overlap to the power of 1.5.  The amplitude of the normal force over its mean is 0.19
 * with facets and 0.0024 with the smooth shape; the test requires a reduction by a
 * factor of at least 30.
 *
 * Energy.  BOUNCES elastic balls hit a sphere of 5,120 triangles from outside and a
 * drum of 96 facets from inside at 45 degrees, without friction, with an overlap of at
 * most 0.04, by velocity Verlet with a two-hundredth of the contact time as step.  The
 * scheme alone leaves an error of 1e-5 of the energy.  The force is conservative if it
 * uses the raw gradient of the interpolated distance, whatever the samples hold;
 * virtual particles and exact triangles together must leave less than 3e-5 (rms).
 */
#include "carried.h"
#include "check.h"
#include "random.h"
#include "rounds.h"

enum { BOUNCES = 100, TURNS = 3600, STEPS = 400 };

static const double deep = 0.04; /* r */

/* By Hertz with a stiffness of 1 and a mass of 1. */
static gm_vec3 force(const gm_structure *s, gm_vec3 y)
{
  const gm_query_result q = carried_nearest(s, y, 1.0);
  const double overlap = 1.0 - q.distance;
  if (!(overlap > 0.0)) return gm_vec(0.0, 0.0, 0.0);
  return gm_scale(overlap * sqrt(overlap), q.gradient);
}

/* --- cogging -------------------------------------------------------------- */

/* Amplitude of the normal force over its mean. */
static double cogging(const gm_structure *s)
{
  double least = INFINITY, most = 0.0, sum = 0.0;
  for (int k = 0; k < TURNS; ++k) {
    const double a = 2.0 * GM_PI * (k + 0.37) / TURNS;
    const gm_vec3 y = {8.98 * cos(a), 8.98 * sin(a), 0.3};
    const double f = gm_norm(force(s, y));
    least = fmin(least, f);
    most = fmax(most, f);
    sum += f / TURNS;
  }
  return 0.5 * (most - least) / sum;
}

/* --- energy --------------------------------------------------------------- */

/* What a bounce at x, just out of touch of a surface with that normal, leaves over of
 * the energy. */
static double left_over(const gm_structure *s, gm_vec3 x, gm_vec3 normal)
{
  const double in = sqrt(0.8 * pow(deep, 2.5)); /* kinetic is 0.4 overlap^2.5 */
  const double dt = 2.94 * deep / in / 200.0;
  const gm_vec3 along = gm_cross(normal, random_direction());
  gm_vec3 v = gm_madd(gm_scale(-in, normal), in / gm_norm(along), along);
  const double before = gm_norm2(v);
  gm_vec3 f = force(s, x);
  for (int k = 0; k < STEPS; ++k) {
    v = gm_madd(v, 0.5 * dt, f);
    x = gm_madd(x, dt, v);
    f = force(s, x);
    v = gm_madd(v, 0.5 * dt, f);
  }
  CHECK(gm_norm2(f) == 0.0);
  return (gm_norm2(v) - before) / before;
}

static double bounces(const gm_structure *s, int drum)
{
  double square = 0.0;
  for (int k = 0; k < BOUNCES; ++k) {
    gm_vec3 n = random_direction();
    gm_vec3 x = gm_scale(11.005, n);
    if (drum) {
      n = gm_unit(gm_vec(n.x, n.y, 0.0));
      x = gm_add(gm_scale(6.995, n), gm_vec(0.0, 0.0, random_between(-3, 3)));
      n = gm_scale(-1.0, n);
    }
    const double left = left_over(s, x, n);
    square += left * left / BOUNCES;
  }
  return sqrt(square);
}

/* --- shapes --------------------------------------------------------------- */

enum { COGS, SPHERE, DRUM };

static double measure(int what, double turn)
{
  const carried_options o = {.r_min = 1.0,
                             .r_max = 1.0,
                             .tolerance = 0.02,
                             .turn = turn,
                             .facing = what == DRUM ? GM_FACING_INSIDE
                                                    : GM_FACING_AUTO};
  const solid shape = what == SPHERE ? solid_sphere(gm_vec(0, 0, 0), 10.0, 4)
                                     : rounds_cylinder(8.0, 20.0, 96);
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index steel = pair_material(&p, 7800.0, 1.0e7, 0.25);
  const gm_structure *s = carried_structure(&p, shape, &o, steel);
  double found = NAN;
  if (CHECK(s->collider != NULL))
    found = what == COGS ? cogging(s) : bounces(s, what == DRUM);
  pair_clear(&p);
  return found;
}

int main(void)
{
  static const char *const names[] = {"cogging, amplitude / mean",
                                      "energy left over, sphere",
                                      "energy left over, drum"};
  puts("                            facets    smooth");
  for (int k = COGS; k <= DRUM; ++k) {
    const double facets = measure(k, 0.0), smooth = measure(k, GM_PI / 6.0);
    printf("%-26s %8.1e  %8.1e\n", names[k], facets, smooth);
    if (k == COGS)
      CHECK(smooth < facets / 30.0);
    else
      CHECK(smooth < 3.0e-5);
  }
  return CHECK_REPORT();
}
