/* A column of discs collapses as one of grains does when its inside is a continuum, and
 * no mass comes or goes.
 *
 * 30 x 36 discs of several sizes, without a gate; a quarter of a second.  The centre of
 * mass of a hybrid column is compared with that of the discrete one, along both axes: it
 * goes farther by 12 % at most, since new grains begin without springs.  Mass must be
 * the same within 0.2 %, what is owed included to 1e-12, though grains and points have
 * turned into each other many times.
 */
#include "base/random.h"
#include "check.h"
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 30, HIGH = 36 };

static const double d = 0.004; /* m */

static gm_sim *begin(const char *mode)
{
  const size_t room = 200000;
  char *text = malloc(room);
  size_t n = (size_t)snprintf(
      text, room,
      "{title: column, domain: {dimensions: 2, min: [0, 0], max: [0.6, 0.2]}, "
      "materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, "
      "poisson_ratio: 0.25}, wall: {density: 2600, youngs_modulus: 1.0e+7, "
      "poisson_ratio: 0.25}}, contacts: {law: hooke, pairs: [{between: [sand, "
      "sand], contact_time: 0.6 ms, restitution: 0.3, friction: 0.5}, "
      "{between: [sand, wall], contact_time: 0.6 ms, restitution: 0.3, "
      "friction: 0.5}]}, structures: [{name: floor, plane: {point: [0, 0], "
      "normal: [0, 1]}, material: wall}, {name: back, plane: {point: [0, 0], "
      "normal: [1, 0]}, material: wall}], hybrid: {mode: %s}, time: {end: 1}, "
      "output: {every: 0.1}, grains: [{list: {material: sand, grains: [",
      mode);
  for (int j = 0; j < HIGH; ++j)
    for (int i = 0; i < WIDE; ++i) {
      double u[4];
      gm_random_uniform(3, (uint64_t)(j * WIDE + i), 0, u);
      n += (size_t)snprintf(
          text + n, room - n, "%s{position: [%.7g, %.7g], radius: %.7g}",
          i || j ? ", " : "", d * (i + 0.5 + 0.5 * (j % 2)),
          d * (0.5 + 0.5 * sqrt(3.0) * j), d * (0.455 + 0.045 * u[0]));
    }
  snprintf(text + n, room - n, "]}}]}");
  gm_sim *sim = gm_sim_parse(text, ".", 0, NULL);
  CHECK(gm_sim_threads(sim, 1) == GM_OK);
  free(text);
  return sim;
}

/* Mass (kg) and centre of mass (m). */
static gm_vec3 centre_of(const gm_scene *s, double *mass)
{
  gm_vec3 sum = {0.0, 0.0, 0.0};
  *mass = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const double m = gm_grains_mass(&s->grains, i);
    sum = gm_madd(sum, m, gm_row_vec(s->grains.g[i].x));
    *mass += m;
  }
  for (gm_index k = 0; k < s->points.n; ++k) {
    const double m = s->points.p[k].x[3];
    sum = gm_madd(sum, m, gm_row_vec(s->points.p[k].x));
    *mass += m;
  }
  return gm_scale(1.0 / *mass, sum);
}

/* The way of the centre of mass. */
static gm_vec3 collapse(const char *mode)
{
  gm_sim *sim = begin(mode);
  gm_scene *s = &sim->ready.scene;
  double before, after;
  CHECK(gm_sim_step(sim, 1) == GM_OK);
  const gm_vec3 from = centre_of(s, &before);
  if (!CHECK(gm_sim_run_to(sim, 0.25) == GM_OK)) puts(gm_sim_message(sim));
  const gm_vec3 way = gm_sub(centre_of(s, &after), from);
  const gm_partition_sums *sums = &s->partition.sums;
  printf("%-9s %4d grains, %4d points; centre went %.4f, %.4f m; mass off by "
         "%.1e, owed %.1e; %lld grains made, %lld dissolved\n",
         mode, s->grains.n, s->points.n, way.x, way.y, after / before - 1.0,
         sums->owed / before, (long long)sums->made,
         (long long)sums->dissolved);
  CHECK_NEAR(after / before, 1.0, 2.0e-3);
  CHECK_NEAR((after + sums->owed) / before, 1.0, 1.0e-12);
  if (!strcmp(mode, "hybrid")) CHECK(sums->made > 100 && s->points.n > 200);
  gm_sim_free(sim);
  return way;
}

int main(void)
{
  const gm_vec3 grains = collapse("discrete"), both = collapse("hybrid");
  CHECK_NEAR(both.x / grains.x, 1.0, 0.12);
  CHECK_NEAR(both.y / grains.y, 1.0, 0.12);
  return CHECK_REPORT();
}
