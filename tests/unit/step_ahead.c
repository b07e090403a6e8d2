/* unit: step/ahead.c -- a step that is called plain moves grains and does nothing else.
 *
 * In a scene with a pour, a sink and a structure that appears, whatever happens beside
 * motion happens in steps that are not plain; most steps are.
 */
#include "check.h"

#include "include/granum.h"
#include "sim/sim.h"
#include "step/ahead.h"
#include <math.h>

static const char scene[] =
    "materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, "
    "poisson_ratio: 0.25}}\n"
    "contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: "
    "0.6, friction: 0.5}]}\n"
    "domain: {min: [0, 0, 0], max: [0.02, 0.02, 0.05]}\n"
    "structures:\n"
    "  - {name: floor, plane: {point: [0, 0, 2 mm], normal: [0, 0, 1]}, "
    "material: glass}\n"
    "  - {name: lid, plane: {point: [0, 0, 49 mm], normal: [0, 0, -1]}, "
    "material: glass, present: {from: 3.333 ms, to: 4.444 ms}}\n"
    "grains: [{pour: {box: {min: [2 mm, 2 mm, 5 mm], max: [18 mm, 18 mm, 40 "
    "mm]}, material: glass, radius: 1 mm, rate: 1.0e+4, velocity: [0, 0, "
    "-1]}}]\n"
    "sinks: [{name: low, box: {min: [0, 0, 0], max: [20 mm, 20 mm, 3.2 mm]}}]\n"
    "time: {step: 10 us, end: 10 ms}\n"
    "output: {every: 10 ms}\n";

/* What a plain step must leave alone. */
typedef struct noted {
  gm_index grains;
  gm_id gone;
  int64_t orders;
  int present;
} noted;

static noted note(const gm_sim *sim)
{
  const gm_scene *s = &sim->ready.scene;
  return (noted){s->grains.n, s->sinks.row[0].grains,
                 sim->ready.step.lists.orders, s->structures.row[1].present};
}

static void many_steps(void)
{
  gm_sim *sim = gm_sim_parse(scene, ".", 0, NULL);
  int plain = 0, others = 0, left = 0;
  CHECK(gm_sim_start(sim) == GM_OK);
  for (int k = 0; k < 900; ++k) {
    const gm_ready *r = &sim->ready;
    const int64_t ahead = gm_ahead_steps(&r->step, &r->scene, 1000);
    const noted was = note(sim);
    CHECK(left <= 0 || ahead >= left); /* an earlier promise holds */
    left = (int)ahead - 1;
    if (!CHECK(gm_sim_step(sim, 1) == GM_OK)) break;
    const noted is = note(sim);
    const int changed = is.grains != was.grains || is.gone != was.gone ||
                        is.orders != was.orders || is.present != was.present;
    CHECK(!changed || ahead == 0);
    plain += ahead > 0;
    others += changed;
  }
  CHECK(plain > 750);
  CHECK(others > 5);
  CHECK(note(sim).gone > 0);
  gm_sim_free(sim);
}

static void multiples(void)
{
  CHECK(gm_ahead_multiple(0, 100) == 0);
  CHECK(gm_ahead_multiple(1, 100) == 99);
  CHECK(gm_ahead_multiple(200, 100) == 0);
  CHECK(gm_ahead_multiple(299, 100) == 1);
}

int main(void)
{
  multiples();
  many_steps();
  return CHECK_REPORT();
}
