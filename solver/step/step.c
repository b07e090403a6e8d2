/* step/step.c -- one step of a run.
 *
 * The tables below are the algorithm: a step runs one of them from top to bottom.
 * Where a frame or a line of history is due the step is cut in halves: loads are
 * computed and kept, the instant is measured, and only then the grains move; every
 * result has the same bits.
 *
 * The stage `contacts and motion` runs chunk by chunk; its passes (narrow phase, force
 * law, scatter, kick and drift ...) are listed in soft/chunk.c.
 *
 * Grains leave and are sorted at fixed steps only, so that the order of every sum is the
 * same whenever the neighbour list happens to be built.
 */
#include "step/step.h"

#include "base/clock.h"
#include "base/memory.h"
#include "integrate/bodies.h"
#include "soft/growing.h"
#include "soft/team.h"
#include "step/held.h"
#include "step/leave.h"
#include "step/lists.h"
#include "step/model_build.h"
#include "step/pour.h"
#include "step/relocate.h"
#include "step/timers.h"
#include "step/totals.h"

/* ---- stages ---------------------------------------------------------------- */

static gm_status groups_ahead(gm_step *step, gm_scene *s)
{
  (void)step;
  gm_held_ahead(s);
  return GM_OK;
}

static gm_status grain_order(gm_step *step, gm_scene *s)
{
  return gm_lists_order(&step->lists, &step->leavers, &step->model,
                        step->threads, s);
}

static gm_status neighbour_list(gm_step *step, gm_scene *s)
{
  return gm_lists_build(&step->lists, &step->buffers, &step->model,
                        step->threads, s);
}

static gm_status note_positions(gm_step *step, gm_scene *s)
{
  return gm_flux_note(&step->flux, s,
                      gm_contacts_team(step->threads, s->grains.n));
}

static gm_work work_of(gm_step *step, gm_scene *s, double kick)
{
  step->capture.model = &step->model;
  gm_work w = gm_work_of(&step->model, &step->buffers, s, kick);
  w.grows = gm_growing_due(s);
  w.grains_moved = step->lists.moved.chunk;
  w.surfaces_moved = step->lists.moved.surface;
  w.gap = gm_lists_gap(&step->lists);
  w.timed = step->timers.on;
  return w;
}

/* Velocities start in step with positions: the first kick of a run may be another. */
static double kick_of(const gm_step *step, const gm_scene *s)
{
  return s->step == 0 ? step->model.scheme->first * s->dt : s->dt;
}

static gm_status contacts_and_motion(gm_step *step, gm_scene *s)
{
  GM_TRY(gm_growing_begin(&step->buffers, s));
  const gm_work w = work_of(step, s, kick_of(step, s));
  gm_team_run(&w, step->threads);
  return GM_OK;
}

static gm_status contacts(gm_step *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  GM_TRY(gm_capture_reserve(capture, s->contacts.n));
  GM_TRY(gm_growing_begin(&step->buffers, s));
  GM_TRY(gm_grains_keep_loads(&s->grains));
  gm_work w = work_of(step, s, 0.0);
  w.capture = capture;
  w.kept = s->grains.load;
  gm_team_run(&w, step->threads);
  gm_totals_loads(step, s);
  capture->dissipated = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    capture->dissipated += s->grains.load[i].t[3];
  capture->dissipated += step->met.dissipated;
  capture->valid = 1;
  if (s->grains.held) gm_held_count(step, s);
  return GM_OK;
}

static gm_status motion(gm_step *step, gm_scene *s)
{
  gm_work w = work_of(step, s, kick_of(step, s));
  w.kept = s->grains.load;
  gm_team_move(&w, step->threads);
  return GM_OK;
}

static gm_status totals(gm_step *step, gm_scene *s)
{
  if (!step->capture.valid) gm_totals_loads(step, s); /* else already done */
  return gm_totals_step(step, s);
}

static gm_status count_passages(gm_step *step, gm_scene *s)
{
  return gm_flux_count(&step->flux, s,
                       gm_contacts_team(step->threads, s->grains.n));
}

static gm_status growth(gm_step *step, gm_scene *s)
{
  gm_lists_grown(&step->lists, s, gm_growing_advance(s));
  return GM_OK;
}

static gm_status structures(gm_step *step, gm_scene *s)
{
  GM_TRY(gm_relocate_structures(step, s));
  gm_held_arrive(s);
  ++s->step;
  s->time = (double)s->step * s->dt;
  step->capture.valid = 0;
  return GM_OK;
}

/* ---- stages of hard grains --------------------------------------------------- */

/* The list is about to change: its impulses are kept, and nothing else, since hard
 * contacts have no history. */
static gm_status leave_list(gm_step *step, gm_scene *s)
{
  gm_contacts *list = &s->contacts;
  GM_TRY(gm_hard_harvest(&step->hard, s));
  for (gm_index k = 0; k < list->n; ++k)
    list->touched[k] = 0;
  return GM_OK;
}

static gm_status hard_order(gm_step *step, gm_scene *s)
{
  if (gm_leave_due(s)) GM_TRY(leave_list(step, s));
  return grain_order(step, s);
}

static gm_status hard_list(gm_step *step, gm_scene *s)
{
  if (gm_lists_due(&step->lists)) GM_TRY(leave_list(step, s));
  return neighbour_list(step, s);
}

static gm_status collisions(gm_step *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  gm_displacements *moved = &step->lists.moved;
  const gm_work w = work_of(step, s, 0.0);
  GM_TRY(gm_hard_run(&step->hard, &w, step->threads, moved->chunk,
                     &moved->grains, &capture->power, &capture->held_power));
  capture->power += gm_bodies_settle(s);
  gm_structures_note_loads(&s->structures, s->dt);
  return GM_OK;
}

static gm_status events(gm_step *step, gm_scene *s)
{
  gm_event_state *e = &step->events;
  e->table = step->hard.table;
  e->resting_time = step->hard.rules.resting_time;
  e->by_pair = &step->hard.sums;
  /* Checkpoints store a neighbour list, here an empty one. */
  s->contacts.shift = s->domain.periodic ? s->domain.shift : NULL;
  if (!s->contacts.first_grain)
    GM_TRY(gm_contacts_reserve(&s->contacts, 0, 0, 0, 0));
  step->lists.must_build = 1;
  GM_TRY(gm_events_advance(e, s, s->dt));
  gm_events_account(e, s, s->dt);
  gm_structures_note_loads(&s->structures, s->dt);
  return GM_OK;
}

/* The loads of the instant are the means since the last frame. */
static gm_status instant(gm_step *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  (void)work_of(step, s, 0.0); /* the capture names its model */
  gm_structures_mean_loads(&s->structures, s->time - s->balance.hard.framed);
  capture->valid = 1;
  if (s->grains.held) gm_held_count(step, s);
  return gm_grains_keep_loads(&s->grains);
}

static gm_status flight(gm_step *step, gm_scene *s)
{
  GM_TRY(gm_grains_keep_loads(&s->grains));
  return motion(step, s);
}

/* ---- the algorithm ------------------------------------------------------------ */

typedef struct stage {
  const char *name; /* as `granum run --timing` prints it */
  gm_status (*run)(gm_step *step, gm_scene *scene);
} stage;

static const stage whole_step[] = {
    {"held groups", groups_ahead},
    {"insertion", gm_pour_bring},
    {"grain order", grain_order},
    {"neighbour list", neighbour_list},
    {"positions before", note_positions},
    {"structures meet", gm_totals_meet},
    {"contacts and motion", contacts_and_motion},
    {"clumps", gm_relocate_clumps},
    {"totals", totals},
    {"flux", count_passages},
    {"growth", growth},
    {"structure motion", structures},
    {NULL, NULL},
};

static const stage first_half[] = {
    {"release", gm_held_release},
    {"insertion", gm_pour_bring},
    {"grain order", grain_order},
    {"neighbour list", neighbour_list},
    {"positions before", note_positions},
    {"structures meet", gm_totals_meet_captured},
    {"contacts", contacts},
    {"clump loads", gm_relocate_clump_loads},
    {NULL, NULL},
};

static const stage second_half[] = {
    {"held groups", groups_ahead},    {"motion", motion},
    {"clumps", gm_relocate_clumps},   {"totals", totals},
    {"flux", count_passages},         {"growth", growth},
    {"structure motion", structures}, {NULL, NULL},
};

static const stage whole_hard_step[] = {
    {"held groups", groups_ahead},
    {"insertion", gm_pour_bring},
    {"grain order", hard_order},
    {"neighbour list", hard_list},
    {"positions before", note_positions},
    {"collisions", collisions},
    {"flight", flight},
    {"totals", gm_totals_step},
    {"flux", count_passages},
    {"structure motion", structures},
    {NULL, NULL},
};

static const stage first_hard_half[] = {
    {"release", gm_held_release},
    {"insertion", gm_pour_bring},
    {"grain order", hard_order},
    {"neighbour list", hard_list},
    {"positions before", note_positions},
    {"instant", instant},
    {NULL, NULL},
};

static const stage second_hard_half[] = {
    {"held groups", groups_ahead},
    {"collisions", collisions},
    {"flight", flight},
    {"totals", gm_totals_step},
    {"flux", count_passages},
    {"structure motion", structures},
    {NULL, NULL},
};

static const stage whole_event_step[] = {
    {"insertion", gm_pour_bring},
    {"grain order", grain_order},
    {"positions before", note_positions},
    {"events", events},
    {"flux", count_passages},
    {"structure motion", structures},
    {NULL, NULL},
};

static const stage first_event_half[] = {
    {"insertion", gm_pour_bring},
    {"grain order", grain_order},
    {"instant", instant},
    {NULL, NULL},
};

static const stage second_event_half[] = {
    {"positions before", note_positions},
    {"events", events},
    {"flux", count_passages},
    {"structure motion", structures},
    {NULL, NULL},
};

/* The tables of a kind of grains: a whole step, its first half, its second half. */
static const stage *const tables[][3] = {
    [GM_ENGINE_NONE] = {whole_step, first_half, second_half},
    [GM_ENGINE_IMPULSES] = {whole_hard_step, first_hard_half, second_hard_half},
    [GM_ENGINE_EVENTS] = {whole_event_step, first_event_half,
                          second_event_half},
};

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
  if (gm_held_due(scene)) GM_TRY(gm_step_loads(step, scene));
  return run_stages(step, scene,
                    tables[scene->hard][step->capture.valid ? 2 : 0]);
}

gm_status gm_step_loads(gm_step *step, gm_scene *scene)
{
  if (step->capture.valid) return GM_OK;
  return run_stages(step, scene, tables[scene->hard][1]);
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

gm_status gm_step_init(gm_step *step, const gm_scene *s,
                       const gm_config *config, int threads)
{
  *step = (gm_step){.threads = threads};
  step->capture.remembers = config->output.arrays == GM_ARRAYS_RESUME;
  if (s->collisions.n)
    GM_TRY(GM_RESIZE(step->buffers.impacts, 0,
                     2 * (size_t)threads * (size_t)s->collisions.n));
  GM_TRY(gm_model_build(&step->model, s, config));
  GM_TRY(gm_meet_init(&step->meet, s, config, threads));
  if (s->hard) GM_TRY(gm_hard_build(&step->hard, s, config));
  GM_TRY(gm_lists_init(&step->lists, &step->model, s, config->search.skin));
  return GM_OK;
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
  *step = (gm_step){0};
}
