/* A bed at rest with bodies about which it stays discrete does not stir.
 *
 * A relaxed bed of discs becomes a continuum inside.  A post stands in it; a rod turns
 * above it and touches nothing but one disc that is in the rod from the start.  The rod
 * is no vessel for that: it bears the weight of this disc, and nodes of material points
 * less than the thickness of a vessel's wall below it do not feel it.  Over some hundred
 * conversions the number of points changes by 20 % at most, and after 0.2 s the kinetic
 * energy is below that of grains alone and 1e-4 m g d.  Positions and strains have the
 * same bits on 1, 2 and 3 threads.
 */
#include "check.h"
#include "sim/sim.h"

static const char scene_text[] =
    "{title: rest, domain: {dimensions: 2, min: [0, 0], max: [0.12, 0.2]},\n"
    " materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: "
    "0.25},\n"
    "  wall: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}},\n"
    " contacts: {law: hooke, pairs: [\n"
    "  {between: [sand, sand], contact_time: 0.3 ms, restitution: 0.05, "
    "friction: 0.5},\n"
    "  {between: [sand, wall], contact_time: 0.3 ms, restitution: 0.05, "
    "friction: 0.3}]},\n"
    " structures: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, "
    "material: wall},\n"
    "  {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: wall},\n"
    "  {name: right, plane: {point: [0.12, 0], normal: [-1, 0]}, material: "
    "wall},\n"
    "  {name: post, box: {min: [0.09, 0], max: [0.1, 0.12]}, material: wall},\n"
    "  {name: rod, box: {min: [0.035, 0.096], max: [0.055, 0.116]}, material: "
    "wall,\n"
    "   motion: [{rotate: {axis: [0, 0, 1], through: [0.045, 0.106, 0], rate: "
    "60 rpm}}]}],\n"
    " grains: [{fill: {box: {min: [0, 0], max: [0.088, 0.092]}, material: "
    "sand,\n"
    "   radius: {uniform: [1.8 mm, 2.2 mm]}, count: 520, arrangement: "
    "relaxed}},\n"
    "  {fill: {box: {min: [0.102, 0], max: [0.12, 0.092]}, material: sand,\n"
    "   radius: {uniform: [1.8 mm, 2.2 mm]}, count: 95, arrangement: "
    "relaxed}},\n"
    "  {list: {material: sand, grains: [{position: [0.045, 0.106], radius: 2 "
    "mm}]}}],\n"
    " hybrid: {mode: hybrid, oracle: layer, discrete_around: [post, rod], "
    "start: 60 ms},\n"
    " time: {end: 1}, output: {every: 10 ms}}\n";

enum { ROD = 4 }; /* row of structures */

static gm_sim *begin(int threads, const char *set)
{
  gm_sim *sim = gm_sim_parse(scene_text, ".", set ? 1 : 0, &set);
  CHECK(gm_sim_threads(sim, threads) == GM_OK);
  return sim;
}

static void advance(gm_sim *sim, double time)
{
  if (!CHECK(gm_sim_run_to(sim, time) == GM_OK)) puts(gm_sim_message(sim));
}

/* Of the bed, in J, without the disc in the rod. */
static double kinetic_energy(const gm_scene *s)
{
  double sum = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    if (s->grains.g[i].x[1] < 0.093)
      sum += 0.5 * gm_grains_mass(&s->grains, i) *
             gm_norm2(gm_row_vec(s->grains.g[i].v));
  for (gm_index k = 0; k < s->points.n; ++k)
    sum += 0.5 * s->points.p[k].x[3] * gm_norm2(gm_row_vec(s->points.p[k].v));
  return sum;
}

static double mass_of(const gm_scene *s)
{
  double sum = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    sum += gm_grains_mass(&s->grains, i);
  return sum;
}

static uint64_t bits_of(int threads)
{
  gm_sim *sim = begin(threads, "hybrid.start=1 ms");
  const gm_scene *s = &sim->ready.scene;
  advance(sim, 0.006);
  CHECK(s->points.n > 300 && s->partition.sums.coupled > 50);
  uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
  const unsigned char *part[2] = {(const unsigned char *)s->grains.g,
                                  (const unsigned char *)s->points.p};
  const size_t bytes[2] = {(size_t)s->grains.n * sizeof *s->grains.g,
                           (size_t)s->points.n * sizeof *s->points.p};
  for (int q = 0; q < 2; ++q)
    for (size_t k = 0; k < bytes[q]; ++k)
      h = (h ^ part[q][k]) * 0x100000001b3u;
  gm_sim_free(sim);
  return h;
}

/* Kinetic energy of the bed at rest, as part of m g d. */
static const double bound = 1.0e-4;

int main(void)
{
  gm_sim *hybrid = begin(1, NULL), *discrete = begin(1, "hybrid.mode=discrete");
  const gm_scene *s = &hybrid->ready.scene, *d = &discrete->ready.scene;
  gm_index first = 0;
  printf(
      "  time  points  made  dissolved   kinetic energy / m g d   on the rod, "
      "in weights of a disc\n");
  for (int k = 8; k <= 24; k += 2) {
    advance(hybrid, 0.01 * k);
    advance(discrete, 0.01 * k);
    const double unit = mass_of(d) * 9.81 * 4.0e-3;
    const double disc =
        9.81 * gm_grain_rule_mass(&d->grains.rule, 2.0e-3, 2600.0);
    const double h = kinetic_energy(s) / unit, g = kinetic_energy(d) / unit;
    const double f = gm_norm(s->structures.row[ROD].load.force) / disc;
    if (k == 8) first = s->points.n;
    printf("%6.3f %7d %5lld %10lld %10.1e, grains %7.1e %14.3f\n", s->time,
           s->points.n, (long long)s->partition.sums.made,
           (long long)s->partition.sums.dissolved, h, g, f);
    CHECK(s->points.n > 0.8 * first && s->points.n < 1.2 * first);
    CHECK(f < 1.5);
    if (k >= 20) CHECK(h < g + bound);
  }
  gm_sim_free(hybrid);
  gm_sim_free(discrete);
  const uint64_t bits = bits_of(1);
  CHECK(bits_of(2) == bits);
  CHECK(bits_of(3) == bits);
  return CHECK_REPORT();
}
