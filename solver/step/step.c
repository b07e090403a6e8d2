/* step/step.c -- the order of things.  Room: step.
 *
 *   whole step   held, leave, order, candidates, sides, chunks (loads and move), sums, flux,
 *                structures
 *   in halves    release, leave, order, candidates, sides, loads | held, move, sums, flux,
 *                structures
 *
 * Grains leave and are re-sorted at fixed steps only, so that the order of every sum is the
 * same whenever the list happens to be built.
 */
#include "step/grow.h"
#include "step/held.h"
#include "step/lists.h"
#include "step/overlap.h"
#include "step/pour.h"
#include "step/relocate.h"
#include "step/tally.h"
#include "step/timers.h"
#include "step/work.h"

#include "base/clock.h"
#include "base/memory.h"
#include <omp.h>

/* ---- stages ---------------------------------------------------------------- */

/* Loads of the structures, chunk by chunk in their order. */
static void sum_structures(gm_step *step, gm_scene *s)
{
  step->power = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &step->loads[c * s->structures.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
      sum.power += l->power;
    }
    s->structures.row[k].load = sum;
    step->power += sum.power;
  }
}

/* Sums over chunks, in their order; needs the moved grains. */
static gm_status sum_chunks(gm_step *step, gm_scene *s)
{
  double fastest = 0.0, dissipated = 0.0, overlap = 0.0;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    fastest = fmax(fastest, step->result[c].fastest);
    step->chunk_moved[c] += sqrt(step->result[c].fastest) * s->dt;
    dissipated += step->result[c].dissipated;
    s->balance.friction += step->result[c].frictional;
    s->balance.rolling += step->result[c].couples[0];
    s->balance.torsion += step->result[c].couples[1];
    overlap = fmax(overlap, step->result[c].overlap);
    s->balance.centre_inside += step->result[c].events.centre_inside;
    s->balance.sites += step->result[c].events.sites;
    s->balance.exact += step->result[c].events.exact;
    s->balance.coverage_lost += step->result[c].events.coverage_lost;
  }
  step->dissipated = dissipated;
  s->balance.dissipated += dissipated;
  s->balance.work += step->power * s->dt;
  for (gm_index k = 0; k < s->structures.n; ++k)
    s->structures.row[k].work += s->structures.row[k].load.power * s->dt;
  s->balance.held += step->held_power * s->dt;
  step->grow_power = gm_grow_sum(step, s);
  s->balance.growth += step->grow_power * s->dt;
  for (gm_index k = 0; k < s->holders.n; ++k)
    s->holders.row[k].work += s->holders.row[k].load.power * s->dt;
  step->grains_moved += sqrt(fastest) * s->dt;
  s->balance.overlap = fmax(s->balance.overlap, overlap);
  return overlap <= step->overlap_limit ? GM_OK : gm_overlap_fail(step, s);
}

/* ---- running them ------------------------------------------------------------ */

typedef gm_status stage_run(gm_step *step, gm_scene *scene);

typedef struct stage {
  const char *name;
  stage_run *run;
} stage;

/* Velocities start in step with positions: the first kick may be another. */
static double kick_of(const gm_step *step, const gm_scene *s)
{
  return s->step == 0 ? step->scheme->first * s->dt : s->dt;
}

static gm_status chunks(gm_step *step, gm_scene *s)
{
  GM_TRY(gm_grow_begin(step, s));
  const gm_chunk_work w = gm_work_of(step, s, kick_of(step, s));
  gm_work_run(step, &w);
  return GM_OK;
}

static gm_status loads(gm_step *step, gm_scene *s)
{
  const size_t rows = (size_t)s->contacts.n + 1;
  if (rows > step->capture_capacity) {
    GM_TRY(GM_RESIZE(step->capture, 0, rows + rows / 8));
    if (step->remembers) GM_TRY(GM_RESIZE(step->memory, 0, rows + rows / 8));
    step->capture_capacity = rows + rows / 8;
  }
  GM_TRY(gm_grow_begin(step, s));
  gm_chunk_work w = gm_work_of(step, s, 0.0);
  w.capture = step->capture;
  w.memory = step->memory;
  GM_TRY(gm_grains_keep_loads(&s->grains));
  w.kept = s->grains.load;
  gm_work_run(step, &w);
  sum_structures(step, s);
  gm_tally_settle(step, s);
  step->held_power = gm_held_sum(step, s);
  double dissipated = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    dissipated += s->grains.load[i].t[3];
  }
  step->dissipated = dissipated;
  step->grow_power = gm_grow_sum(step, s);
  step->captured = 1;
  if (s->grains.held) gm_held_count(step, s);
  return GM_OK;
}

static gm_status move(gm_step *step, gm_scene *s)
{
  gm_chunk_work w = gm_work_of(step, s, kick_of(step, s));
  w.kept = s->grains.load;
  gm_work_move(step, &w);
  return GM_OK;
}

static gm_status sums(gm_step *step, gm_scene *s)
{
  sum_structures(step, s);
  step->held_power = gm_held_sum(step, s);
  if (!step->captured) gm_tally_settle(step, s);
  return sum_chunks(step, s);
}

static gm_status structures(gm_step *step, gm_scene *s)
{
  GM_TRY(gm_relocate_structures(step, s));
  gm_held_arrive(s);
  ++s->step;
  s->time = (double)s->step * s->dt;
  step->captured = 0;
  return GM_OK;
}

static gm_status sides(gm_step *step, gm_scene *s)
{
  return gm_flux_note(&step->flux, s, gm_work_team(step, s->grains.n));
}

static gm_status flux(gm_step *step, gm_scene *s)
{
  return gm_flux_count(&step->flux, s, gm_work_team(step, s->grains.n));
}

static const stage soft_sphere[] = {
    {"held", gm_held_ahead},
    {"pour", gm_pour_bring},
    {"order", gm_lists_order},
    {"candidates", gm_lists_build},
    {"sides", sides},
    {"chunks", chunks},
    {"sums", sums},
    {"flux", flux},
    {"grow", gm_grow_advance},
    {"structures", structures},
    {NULL, NULL},
};

static const stage soft_sphere_loads[] = {
    {"release", gm_held_release},
    {"pour", gm_pour_bring},
    {"order", gm_lists_order},
    {"candidates", gm_lists_build},
    {"sides", sides},
    {"loads", loads},
    {NULL, NULL},
};

static const stage soft_sphere_move[] = {
    {"held", gm_held_ahead},
    {"move", move},
    {"sums", sums},
    {"flux", flux},
    {"grow", gm_grow_advance},
    {"structures", structures},
    {NULL, NULL},
};

static gm_status run_stages(gm_step *step, gm_scene *scene, const stage *table)
{
  for (const stage *s = table; s->name; ++s) {
    const double t0 = step->timed ? gm_clock_now() : 0.0;
    const int64_t lists = step->builds + step->orders;
    GM_TRY(s->run(step, scene));
    if (!step->timed) continue;
    gm_timers_stage(step, scene, s->name, gm_clock_now() - t0,
                    step->builds + step->orders > lists);
  }
  return GM_OK;
}

gm_status gm_step_advance(gm_step *step, gm_scene *scene)
{
  if (gm_held_due(scene)) GM_TRY(gm_step_loads(step, scene));
  return run_stages(step, scene,
                    step->captured ? soft_sphere_move : soft_sphere);
}

gm_status gm_step_loads(gm_step *step, gm_scene *scene)
{
  if (step->captured) return GM_OK;
  return run_stages(step, scene, soft_sphere_loads);
}

/* ---- set-up ------------------------------------------------------------------ */

/* The user's words and the laws' stand in the same order. */
_Static_assert((int)GM_LAW_HERTZ == (int)GM_BASE_HERTZ &&
                   (int)GM_LAW_HOOKE == (int)GM_BASE_HOOKE &&
                   (int)GM_TANGENTIAL_TOTAL == (int)GM_SPRING_TOTAL &&
                   (int)GM_COHESION_JKR == (int)GM_ATTRACTION_JKR &&
                   (int)GM_COHESION_DMT == (int)GM_ATTRACTION_DMT &&
                   (int)GM_COHESION_SJKR == (int)GM_ATTRACTION_SJKR,
               "config/config.h and contact/law.h differ");
_Static_assert(
    (int)GM_TIME_SYMPLECTIC_EULER == (int)GM_SCHEME_SYMPLECTIC_EULER &&
        (int)GM_TIME_VELOCITY_VERLET == (int)GM_SCHEME_VELOCITY_VERLET &&
        (int)GM_TIME_ADAMS_BASHFORTH_2 == (int)GM_SCHEME_ADAMS_BASHFORTH_2 &&
        (int)GM_TIME_EXPLICIT_EULER == (int)GM_SCHEME_EXPLICIT_EULER,
    "config/config.h and integrate/scheme.h differ");
_Static_assert((int)GM_RESIST_CONSTANT == (int)GM_ROLLING_CONSTANT &&
                   (int)GM_RESIST_SPRING == (int)GM_ROLLING_SPRING &&
                   (int)GM_TWIST_SPRING == (int)GM_TORSION_SPRING,
               "config/config.h and contact/couple.h differ");

/* How far contacts reach beyond touch: of any pair, with the largest grains. */
static gm_status find_range(gm_step *step, const gm_scene *s)
{
  if (!step->law->range) return GM_OK;
  double r = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    r = fmax(r,
             s->grains.grows ? s->grains.grows[i].full : s->grains.g[i].x[3]);
  for (gm_index a = 0; a < s->materials.n; ++a) {
    for (gm_index b = 0; b < s->materials.n; ++b) {
      if (isnan(s->materials.pair[a][b].restitution)) continue;
      const gm_coefficients *c = &step->table[a * GM_MATERIALS_MAX + b];
      step->range = fmax(step->range, step->law->range(c, r));
    }
  }
  if (step->range < 0.2 * step->smallest) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "grains that stick part at %.3g m, more than a fifth of the "
                 "smallest radius; take a smaller adhesion or a larger Young's "
                 "modulus",
                 step->range);
}

/* Two images of a grain must not be met at once: a periodic side is longer than twice the
 * reach of a pair. */
static gm_status find_most_skin(gm_step *step, const gm_scene *s)
{
  const double r = step->largest;
  step->most_skin = INFINITY;
  for (int a = 0; a < 3; ++a) {
    const double side = s->domain.side[a];
    if (!(side > 0.0)) continue;
    const double least = fmax(gm_lists_least_skin(step), 0.1 * step->smallest);
    step->most_skin = fmin(step->most_skin, 0.499 * side - 2.0 * r);
    if (step->most_skin >= least) continue;
    return gm_fail(GM_ERR_INPUT,
                   "the periodic side along %c is %.6g m long and the largest "
                   "grain %.3g m wide; make it longer than %.6g m, so that a "
                   "grain cannot meet another and its image",
                   "xyz"[a], side, 2.0 * r, (2.0 * r + least) / 0.499);
  }
  return GM_OK;
}

/* What is poured later counts from the start. */
static void count_pours(gm_step *step, const gm_scene *s)
{
  int kinds = 0;
  double smallest = INFINITY;
  for (gm_index k = 0; k < s->materials.n; ++k) {
    const gm_material *m = &s->materials.row[k];
    if (!(m->largest > 0.0)) continue;
    ++kinds;
    smallest = fmin(smallest, m->smallest);
    step->largest = fmax(step->largest, m->largest);
  }
  step->alike = kinds == 1;
  step->smallest = s->grains.n ? fmin(step->smallest, smallest) : smallest;
}

gm_status gm_step_init(gm_step *step, const gm_scene *s,
                       const gm_config *config, int threads)
{
  *step = (gm_step){.threads = threads, .must_build = 1, .overlap_limit = 0.5};
  step->law = gm_law_find(config->contacts.law, config->contacts.tangential,
                          config->contacts.cohesion);
  GM_ASSERT(step->law); /* config/check.c refuses what does not exist */
  step->scheme = gm_scheme_find(config->time.scheme);
  if (s->collisions.n)
    GM_TRY(GM_RESIZE(step->impacts, 0,
                     2 * (size_t)threads * (size_t)s->collisions.n));
  step->couple =
      gm_couple_find(config->contacts.rolling, config->contacts.torsion);
  if (step->couple) {
    GM_TRY(GM_RESIZE(step->couple_table, 0, s->materials.n * GM_MATERIALS_MAX));
    gm_couple_table(&s->materials, step->couple_table);
  }
  GM_TRY(GM_RESIZE(step->table, 0, s->materials.n * GM_MATERIALS_MAX));
  const gm_law_options options = {config->contacts.no_tension,
                                  config->contacts.tangential_damping,
                                  config->contacts.tangential_ratio};
  gm_law_table(step->law, &s->materials, options, step->table);
  step->alike = 1;
  step->smallest = s->grains.n ? s->grains.g[0].x[3] : 1.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    step->alike &= s->grains.material[i] == s->grains.material[0];
    step->smallest = fmin(step->smallest, s->grains.g[i].x[3]);
    step->largest = fmax(step->largest, s->grains.g[i].x[3]);
  }
  if (s->pours.n) count_pours(step, s);
  for (gm_index i = 0; s->grains.grows && i < s->grains.n; ++i)
    step->largest = fmax(step->largest, s->grains.grows[i].full);
  step->adapt_skin = config->search.skin == 0.0;
  step->remembers = config->output.arrays == GM_ARRAYS_RESUME;
  GM_TRY(find_range(step, s));
  step->skin = step->adapt_skin ? 0.1 * step->smallest : config->search.skin;
  GM_TRY(find_most_skin(step, s));
  step->skin = fmin(step->skin, step->most_skin);
  step->skin = fmax(step->skin, gm_lists_least_skin(step));
  omp_set_num_threads(threads);
  return GM_OK;
}

void gm_step_clear(gm_step *step)
{
  GM_FREE(step->table);
  GM_FREE(step->couple_table);
  GM_FREE(step->totals);
  GM_FREE(step->spare);
  GM_FREE(step->impacts);
  GM_FREE(step->chunk_moved);
  GM_FREE(step->surface_moved);
  GM_FREE(step->result);
  GM_FREE(step->loads);
  GM_FREE(step->held_loads);
  GM_FREE(step->capture);
  GM_FREE(step->gone);
  GM_FREE(step->memory);
  GM_FREE(step->row_power);
  gm_candidates_clear(&step->candidates);
  gm_match_clear(&step->match);
  gm_order_clear(&step->order);
  gm_flux_clear(&step->flux);
  *step = (gm_step){0};
}
