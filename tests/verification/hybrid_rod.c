/* A rod pushed into a bed turns into grains only what is near it.
 *
 * A bed of 2,600 grains stands in a box, with a continuum inside; walls and floor are no
 * surfaces.  Where three walls meet 0.38 of the window over which the solid fraction is
 * taken is in the box, and a dense bed must count there as it does in its middle: all
 * cells deeper than the layer of coupling are a continuum.
 *
 * Then a rod comes down, 10 mm wide and at 0.4 m/s, and goes 9 mm deep.  Not all new
 * grains find a place, and that must not make a surface, about which still more of the
 * continuum would become grains: mass is owed for 0.5 % at most, nine points of ten stay,
 * and at most 150 grains are made, a fifth of those above the continuum.
 */
#include "check.h"
#include "ledger.h"
#include "sim/sim.h"

static const char scene_text[] =
    "{title: rod, domain: {min: [0, 0, 0], max: [0.048, 0.048, 0.12],\n"
    "  boundary: {x: wall, y: wall, z_min: wall, z_max: open}, wall_material: "
    "steel},\n"
    " materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: "
    "0.25},\n"
    "  steel: {density: 7800, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}},\n"
    " contacts: {law: hooke, rolling: spring, pairs: [\n"
    "  {between: [sand, sand], contact_time: 0.3 ms, restitution: 0.3, "
    "friction: 0.5, rolling_friction: 0.1},\n"
    "  {between: [sand, steel], contact_time: 0.3 ms, restitution: 0.3, "
    "friction: 0.4, rolling_friction: 0.1}]},\n"
    " structures: [{name: rod, box: {min: [19 mm, 19 mm, 71 mm], max: [29 mm, "
    "29 mm, 150 mm]}, material: steel,\n"
    "  motion: [{translate: {velocity: [0, 0, -0.4]}, from: 0.01}]}],\n"
    " grains: [{fill: {box: {min: [0, 0, 0], max: [0.048, 0.048, 0.068]}, "
    "material: sand,\n"
    "  radius: {uniform: [1.8 mm, 2.2 mm]}, count: 2600, arrangement: "
    "relaxed}}],\n"
    " hybrid: {mode: hybrid, oracle: layer, discrete_around: [rod], cell: 2,\n"
    "  zone: {depth: 2.25, half: 0.25}, start: 5 ms, friction_angle: 24 deg},\n"
    " time: {end: 0.045}, output: {every: 5 ms}}\n";

static void advance(gm_sim *sim, double time)
{
  if (!CHECK(gm_sim_run_to(sim, time) == GM_OK)) puts(gm_sim_message(sim));
}

/* Numbers of cells of each kind in a layer of cells. */
static void count(const gm_zones *z, int layer, int kinds[3])
{
  kinds[0] = kinds[1] = kinds[2] = 0;
  for (int k = 0; k < z->n[0] * z->n[1]; ++k)
    ++kinds[z->kind[k + z->n[0] * z->n[1] * layer]];
}

int main(void)
{
  gm_sim *sim = gm_sim_parse(scene_text, ".", 0, NULL);
  const gm_scene *s = &sim->ready.scene;
  const gm_partition *p = &s->partition;
  int kinds[3];
  CHECK(gm_sim_threads(sim, 1) == GM_OK);
  advance(sim, 0.01);
  printf("layer  discrete  coupling  continuum cells\n");
  for (int k = 0; k < 9; ++k) {
    count(&p->zones, k, kinds);
    printf("%5d %9d %9d %9d\n", k, kinds[0], kinds[1], kinds[2]);
    if (k < 5) CHECK(kinds[GM_ZONE_CONTINUUM] == 36);
    if (k == 5) CHECK(kinds[GM_ZONE_DISCRETE] == 0);
    if (k > 6) CHECK(kinds[GM_ZONE_DISCRETE] == 36);
  }
  const gm_index first = s->points.n;
  const double whole = ledger_mass(s) + p->sums.owed;
  printf("time  points  grains   made  mass owed\n");
  for (int k = 1; k <= 7; ++k) {
    advance(sim, 0.01 + 0.005 * k);
    printf("%.3f %7d %7d %6lld %9.1e of all\n", s->time, s->points.n,
           s->grains.n, (long long)p->sums.made, p->sums.owed / whole);
    CHECK(s->points.n > 0.9 * first);
    CHECK(fabs(p->sums.owed) < 0.005 * whole);
    CHECK_NEAR(ledger_mass(s) + p->sums.owed, whole, 1e-12 * whole);
  }
  CHECK(p->sums.made < 150);
  gm_sim_free(sim);
  return CHECK_REPORT();
}
