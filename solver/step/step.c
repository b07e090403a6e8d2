/* step/step.c -- one step of a run.
 *
 * The tables below are the algorithm: a step runs one of them from top to bottom.
 * Where a frame or a line of history is due the step is cut in halves: loads are
 * computed and kept, the instant is measured, and only then the grains move; every
 * result has the same bits.
 *
 * What the stages do is in step/stages.c, and of hard grains in step/hard_stages.c.
 *
 * Grains leave and are sorted at fixed steps only, so that the order of every sum is the
 * same whenever the neighbour list happens to be built.
 */
#include "step/step.h"

#include "base/clock.h"
#include "base/memory.h"
#include "events/event_columns.h"
#include "measure/stiffness.h"
#include "prepare/model_build.h"
#include "step/hard_stages.h"
#include "step/held.h"
#include "step/lists.h"
#include "step/pour.h"
#include "step/relocate.h"
#include "step/stages.h"
#include "step/timers.h"
#include "step/totals.h"

/* ---- the algorithm ------------------------------------------------------------ */

typedef struct stage {
  const char *name; /* as `granum run --timing` prints it */
  gm_status (*run)(gm_step *step, gm_scene *scene);
} stage;

static const stage whole_step[] = {
    {"held groups", gm_stages_groups_ahead},
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"neighbour list", gm_stages_neighbour_list},
    {"positions before", gm_stages_note_positions},
    {"structures meet", gm_totals_meet},
    {"contacts and motion", gm_stages_contacts_and_motion},
    {"clumps", gm_relocate_clumps},
    {"totals", gm_stages_totals},
    {"flux", gm_stages_count_passages},
    {"growth", gm_stages_growth},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage first_half[] = {
    {"release", gm_held_release},
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"neighbour list", gm_stages_neighbour_list},
    {"positions before", gm_stages_note_positions},
    {"structures meet", gm_totals_meet_captured},
    {"contacts", gm_stages_contacts},
    {"clump loads", gm_relocate_clump_loads},
    {NULL, NULL},
};

static const stage second_half[] = {
    {"held groups", gm_stages_groups_ahead},
    {"motion", gm_stages_motion},
    {"clumps", gm_relocate_clumps},
    {"totals", gm_stages_totals},
    {"flux", gm_stages_count_passages},
    {"growth", gm_stages_growth},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage whole_hybrid_step[] = {
    {"held groups", gm_stages_groups_ahead},
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"zones", gm_stages_zones},
    {"neighbour list", gm_stages_neighbour_list},
    {"positions before", gm_stages_note_positions},
    {"continuum forces", gm_stages_continuum_forces},
    {"structures meet", gm_totals_meet},
    {"contacts and motion", gm_stages_contacts_and_motion},
    {"clumps", gm_relocate_clumps},
    {"coupling", gm_stages_coupling},
    {"continuum motion", gm_stages_continuum_motion},
    {"totals", gm_stages_totals},
    {"flux", gm_stages_count_passages},
    {"growth", gm_stages_growth},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage first_hybrid_half[] = {
    {"release", gm_held_release},
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"zones", gm_stages_zones},
    {"neighbour list", gm_stages_neighbour_list},
    {"positions before", gm_stages_note_positions},
    {"continuum forces", gm_stages_continuum_instant},
    {"structures meet", gm_totals_meet_captured},
    {"contacts", gm_stages_contacts},
    {"clump loads", gm_relocate_clump_loads},
    {NULL, NULL},
};

static const stage second_hybrid_half[] = {
    {"sample", gm_stages_sample},
    {"held groups", gm_stages_groups_ahead},
    {"motion", gm_stages_motion},
    {"clumps", gm_relocate_clumps},
    {"coupling", gm_stages_coupling},
    {"continuum motion", gm_stages_continuum_motion},
    {"totals", gm_stages_totals},
    {"flux", gm_stages_count_passages},
    {"growth", gm_stages_growth},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage whole_hard_step[] = {
    {"held groups", gm_stages_groups_ahead},
    {"insertion", gm_pour_bring},
    {"grain order", gm_hard_stages_order},
    {"neighbour list", gm_hard_stages_list},
    {"positions before", gm_stages_note_positions},
    {"collisions", gm_hard_stages_collisions},
    {"flight", gm_hard_stages_flight},
    {"totals", gm_totals_step},
    {"flux", gm_stages_count_passages},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage first_hard_half[] = {
    {"release", gm_held_release},
    {"insertion", gm_pour_bring},
    {"grain order", gm_hard_stages_order},
    {"neighbour list", gm_hard_stages_list},
    {"positions before", gm_stages_note_positions},
    {"instant", gm_hard_stages_instant},
    {NULL, NULL},
};

static const stage second_hard_half[] = {
    {"held groups", gm_stages_groups_ahead},
    {"collisions", gm_hard_stages_collisions},
    {"flight", gm_hard_stages_flight},
    {"totals", gm_totals_step},
    {"flux", gm_stages_count_passages},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage whole_event_step[] = {
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"positions before", gm_stages_note_positions},
    {"events", gm_hard_stages_events},
    {"flux", gm_stages_count_passages},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

static const stage first_event_half[] = {
    {"insertion", gm_pour_bring},
    {"grain order", gm_stages_grain_order},
    {"instant", gm_hard_stages_instant},
    {NULL, NULL},
};

static const stage second_event_half[] = {
    {"positions before", gm_stages_note_positions},
    {"events", gm_hard_stages_events},
    {"flux", gm_stages_count_passages},
    {"structure motion", gm_stages_structures},
    {NULL, NULL},
};

enum { HYBRID = GM_ENGINE_EVENTS + 1 };

/* The tables of a kind of grains: a whole step, its first half, its second half. */
static const stage *const tables[][3] = {
    [GM_ENGINE_NONE] = {whole_step, first_half, second_half},
    [GM_ENGINE_IMPULSES] = {whole_hard_step, first_hard_half, second_hard_half},
    [GM_ENGINE_EVENTS] = {whole_event_step, first_event_half,
                          second_event_half},
    [HYBRID] = {whole_hybrid_step, first_hybrid_half, second_hybrid_half},
};

static const stage *const *tables_of(const gm_scene *s)
{
  return tables[s->continuum.mode != GM_MODE_DISCRETE ? HYBRID : s->hard];
}

static gm_status run_stages(gm_step *step, gm_scene *scene, const stage *table)
{
  const gm_lists *lists = &step->lists;
  for (const stage *s = table; s->name; ++s) {
    const double t0 = step->timers.on ? gm_clock_now() : 0.0;
    const int64_t made = lists->builds + lists->orders;
    GM_TRY(s->run(step, scene));
    if (!step->timers.on) continue;
    gm_timers_stage(&step->timers, &step->buffers, scene, s->name,
                    gm_clock_now() - t0, lists->builds + lists->orders > made);
  }
  return GM_OK;
}

gm_status gm_step_advance(gm_step *step, gm_scene *scene)
{
  if (gm_held_due(scene) || gm_hybrid_samples(&step->hybrid, scene)) {
    step->unseen = 1;
    const gm_status status = gm_step_loads(step, scene);
    step->unseen = 0;
    GM_TRY(status);
  }
  return run_stages(step, scene, tables_of(scene)[step->capture.valid ? 2 : 0]);
}

gm_status gm_step_loads(gm_step *step, gm_scene *scene)
{
  if (step->capture.valid) return GM_OK;
  return run_stages(step, scene, tables_of(scene)[1]);
}

gm_status gm_step_collisions(gm_step *step, const gm_scene *s)
{
  GM_TRY(gm_hard_harvest(&step->hard, s));
  return gm_collision_sums_join(&step->hard.sums);
}

void gm_step_framed(gm_step *step, gm_scene *s)
{
  if (!s->hard) return;
  gm_collision_sums_begin(&step->hard.sums);
  s->balance.hard.framed = s->time;
  s->balance.hard.before = s->balance.hard.virial;
  gm_structures_framed(&s->structures);
}

/* ---- set-up ------------------------------------------------------------------ */

gm_status gm_step_init(gm_step *step, gm_scene *s, const gm_config *config,
                       int threads)
{
  *step = (gm_step){.threads = threads};
  step->capture.remembers = config->output.arrays == GM_ARRAYS_RESUME;
  if (s->collisions.n)
    GM_TRY(GM_RESIZE(step->buffers.impacts, 0,
                     2 * (size_t)threads * (size_t)s->collisions.n));
  GM_TRY(gm_model_build(&step->model, s, config));
  GM_TRY(gm_meet_init(&step->meet, s, config, threads));
  if (s->hard) GM_TRY(gm_hard_build(&step->hard, s, config));
  if (config->collisions.engine == GM_ENGINE_EVENTS) /* what a run refuses */
    GM_TRY(gm_event_columns_walls(&step->events, s));
  const gm_stiffness k = gm_stiffness_of(&step->model, s);
  GM_TRY(gm_mpm_build(&step->mpm, s, config, k.normal, k.tangential));
  GM_TRY(gm_hybrid_build(&step->hybrid, step->mpm.walls.form, s, config));
  GM_TRY(gm_lists_init(&step->lists, &step->model, s, config->search.skin));
  return GM_OK;
}

double gm_step_limit(const gm_step *step)
{
  return step->mpm.on ? step->mpm.limit : INFINITY;
}

void gm_step_edited(gm_step *step)
{
  if (!step->lists.must_build) step->lists.must_build = 1;
  step->capture.valid = 0;
}

void gm_step_clear(gm_step *step)
{
  gm_model_build_clear(&step->model);
  gm_work_clear(&step->buffers);
  gm_capture_clear(&step->capture);
  gm_lists_clear(&step->lists);
  gm_leave_clear(&step->leavers);
  gm_flux_clear(&step->flux);
  gm_meet_clear(&step->meet);
  gm_hard_clear(&step->hard);
  gm_events_clear(&step->events);
  gm_hybrid_clear(&step->hybrid);
  gm_mpm_clear(&step->mpm);
  *step = (gm_step){0};
}
