/* step/step.c -- one step of a run.
 *
 * The table below is the algorithm: a step runs it from top to bottom, but for the stages
 * that other kinds of grains have.
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
#include "device/slots.h"
#include "events/event_columns.h"
#include "measure/stiffness.h"
#include "prepare/model_build.h"
#include "step/ahead.h"
#include "step/hard_stages.h"
#include "step/held.h"
#include "step/lists.h"
#include "step/pour.h"
#include "step/relocate.h"
#include "step/stages.h"
#include "step/timers.h"
#include "step/totals.h"

/* ---- the algorithm ------------------------------------------------------------ */

/* The kinds of grains that have a stage, and the parts of a step in which it runs. */
enum {
  SOFT = 1,
  HYBRID = 2,
  IMPULSES = 4,
  EVENTS = 8,
  FORCES = SOFT | HYBRID,
  STEPS = FORCES | IMPULSES,
  ALL = STEPS | EVENTS,
};
enum {
  WHOLE = 1,
  FIRST = 2,
  SECOND = 4,
  BEGIN = WHOLE | FIRST,
  END = WHOLE | SECOND
};

typedef struct stage {
  const char *name; /* as `granum run --timing` prints it */
  gm_status (*run)(gm_step *step, gm_scene *scene);
  int kinds, parts;
} stage;

static const stage stages[] = {
    {"release", gm_held_release, STEPS, FIRST},
    {"sample", gm_stages_sample, HYBRID, SECOND},
    {"held groups", gm_stages_groups_ahead, STEPS, END},
    {"zones", gm_stages_old_contacts, HYBRID, BEGIN},
    {"insertion", gm_pour_bring, ALL, BEGIN},
    {"grain order", gm_stages_grain_order, FORCES | EVENTS, BEGIN},
    {"grain order", gm_hard_stages_order, IMPULSES, BEGIN},
    {"zones", gm_stages_zones, HYBRID, BEGIN},
    {"neighbour list", gm_stages_neighbour_list, FORCES, BEGIN},
    {"neighbour list", gm_hard_stages_list, IMPULSES, BEGIN},
    {"zones", gm_stages_new_contacts, HYBRID, BEGIN},
    {"coupling", gm_stages_note_velocities, HYBRID, BEGIN},
    {"positions before", gm_stages_note_positions, STEPS, BEGIN},
    {"positions before", gm_stages_note_positions, EVENTS, END},
    {"instant", gm_hard_stages_instant, IMPULSES | EVENTS, FIRST},
    {"continuum forces", gm_stages_continuum_forces, HYBRID, WHOLE},
    {"continuum forces", gm_stages_continuum_instant, HYBRID, FIRST},
    {"structures meet", gm_totals_meet, FORCES, WHOLE},
    {"structures meet", gm_totals_meet_captured, FORCES, FIRST},
    {"contacts and motion", gm_stages_contacts_and_motion, FORCES, WHOLE},
    {"contacts", gm_stages_contacts, FORCES, FIRST},
    {"clump loads", gm_relocate_clump_loads, FORCES, FIRST},
    {"motion", gm_stages_motion, FORCES, SECOND},
    {"collisions", gm_hard_stages_collisions, IMPULSES, END},
    {"flight", gm_hard_stages_flight, IMPULSES, END},
    {"events", gm_hard_stages_events, EVENTS, END},
    {"clumps", gm_relocate_clumps, FORCES, END},
    {"coupling", gm_stages_coupling, HYBRID, END},
    {"continuum motion", gm_stages_continuum_motion, HYBRID, END},
    {"halo", gm_stages_halo, SOFT, END},
    {"totals", gm_stages_totals, FORCES, END},
    {"totals", gm_totals_step, IMPULSES, END},
    {"flux", gm_stages_count_passages, ALL, END},
    {"growth", gm_stages_growth, FORCES, END},
    {"structure motion", gm_stages_structures, ALL, END},
};

static int kind_of(const gm_scene *s)
{
  if (s->continuum.mode != GM_MODE_DISCRETE) return HYBRID;
  return s->hard == GM_ENGINE_NONE       ? SOFT
         : s->hard == GM_ENGINE_IMPULSES ? IMPULSES
                                         : EVENTS;
}

static gm_status run_stages(gm_step *step, gm_scene *scene, int part)
{
  const gm_lists *lists = &step->lists;
  const int kind = kind_of(scene);
  for (size_t k = 0; k < sizeof stages / sizeof *stages; ++k) {
    const stage *s = &stages[k];
    if (!(s->kinds & kind) || !(s->parts & part)) continue;
    const double t0 = step->timers.on ? gm_clock_now() : 0.0;
    const int64_t made = lists->builds + lists->orders;
    GM_TRY(s->run(step, scene));
    if (!step->timers.on) continue;
    gm_timers_stage(&step->timers, &step->buffers, scene, s->name,
                    gm_clock_now() - t0, lists->builds + lists->orders > made);
  }
  return GM_OK;
}

/* Makes the tables of grains and contacts ready for the stages of a part of a step. */
static gm_status begin_part(gm_step *step, gm_scene *scene, int part)
{
  if (!step->device) return GM_OK;
  const int64_t steps = gm_ahead_steps(step, scene, step->together);
  if (part != WHOLE || steps == 0 || gm_lists_due(&step->lists))
    GM_TRY(gm_step_settle(step, scene));
  if (steps < step->together) step->together = steps > 1 ? steps : 1;
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
  const int part = step->capture.valid ? SECOND : WHOLE;
  if (step->together < 1) step->together = 1;
  gm_status status = begin_part(step, scene, part);
  if (status == GM_OK) status = run_stages(step, scene, part);
  step->together = 1;
  return status;
}

gm_status gm_step_run(gm_step *step, gm_scene *scene, int64_t most)
{
  step->together = most;
  return gm_step_advance(step, scene);
}

gm_status gm_step_settle(gm_step *step, gm_scene *scene)
{
  return step->device ? gm_slots_give(step->device, scene) : GM_OK;
}

gm_status gm_step_loads(gm_step *step, gm_scene *scene)
{
  if (step->capture.valid) return GM_OK;
  GM_TRY(begin_part(step, scene, FIRST));
  return run_stages(step, scene, FIRST);
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
  step->capture.remembers =
      config->output.arrays == GM_ARRAYS_RESUME || config->output.dissipation;
  if (config->output.dissipation) GM_TRY(gm_grains_account(&s->grains));
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
  if (step->device) gm_slots_stale(step->device);
  step->capture.valid = 0;
}

void gm_step_clear(gm_step *step)
{
  gm_model_build_clear(&step->model);
  gm_work_clear(&step->buffers);
  gm_capture_clear(&step->capture);
  gm_lists_clear(&step->lists);
  gm_leave_clear(&step->leavers);
  gm_exchange_clear(&step->exchange);
  gm_flux_clear(&step->flux);
  gm_meet_clear(&step->meet);
  gm_hard_clear(&step->hard);
  gm_events_clear(&step->events);
  gm_hybrid_clear(&step->hybrid);
  gm_mpm_clear(&step->mpm);
  *step = (gm_step){0};
}
