/* step/step.c -- one step of a run.
 *
 * The table at the end is the algorithm: a step runs it from top to bottom, but for the
 * stages that other kinds of grains have.  Above it is what the stages do.
 *
 * Where a frame or a line of history is due the step is cut in halves: loads are
 * computed and kept, the instant is measured, and only then the grains move; every
 * result has the same bits.
 *
 * Grains leave and are sorted at fixed steps only, so that the order of every sum is the
 * same whenever the neighbour list happens to be built.
 */
#include "step/step.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/device_step.h"
#include "device/slots.h"
#include "hard/events.h"
#include "measure/measure.h"
#include "setup/model_build.h"
#include "soft/bodies.h"
#include "soft/growing.h"
#include "soft/team.h"
#include "step/ahead.h"
#include "step/leave.h"
#include "step/lists.h"
#include "step/pour.h"
#include "step/relocate.h"
#include "step/timers.h"
#include "step/totals.h"

/* The stages of a step with forces: of grains, and of material points.
 *
 * The stage `contacts and motion` runs chunk by chunk; its passes (narrow phase, force
 * law, scatter, kick and drift ...) are listed in soft/team.c.
 *
 * Each may fail with GM_ERR_NUMBER or GM_ERR_MEMORY. */

/* Of grains. */
static gm_status groups_ahead(gm_state *step, gm_scene *s)
{
  (void)step;
  gm_relocate_held_ahead(s);
  return GM_OK;
}

static gm_status run_grain_order(gm_state *step, gm_scene *s)
{
  if (step->inside) return GM_OK;
  return gm_lists_order(&step->lists, &step->leavers, &step->exchange,
                        &step->model, step->threads, s);
}

static gm_status run_neighbour_list(gm_state *step, gm_scene *s)
{
  return gm_lists_build(&step->lists, &step->buffers, &step->exchange,
                        &step->model, step->threads, s);
}

static gm_status note_positions(gm_state *step, gm_scene *s)
{
  return gm_flux_note(&step->flux, s,
                      gm_contacts_team(step->threads, s->grains.n));
}

/* What the passes over the chunks share; kick: s of the forces. */
static gm_work step_work(gm_state *step, gm_scene *s, double kick)
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

/* The first kick of a run may be another than dt (s).
 *
 * Velocities start in step with positions: the first kick of a run may be another. */
static double step_kick(const gm_state *step, const gm_scene *s)
{
  return s->step == 0 ? step->model.scheme->first * s->dt : s->dt;
}

static gm_status run_totals(gm_state *step, gm_scene *s)
{
  if (!step->capture.valid) gm_totals_loads(step, s); /* else already done */
  return gm_totals_step(step, s);
}

static gm_status run_structures(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_relocate_structures(step, s));
  gm_relocate_held_arrive(s);
  ++s->step;
  s->time = (double)s->step * s->dt;
  step->capture.valid = 0;
  return GM_OK;
}

static gm_device_run device_run(gm_state *step, gm_work *w)
{
  return (gm_device_run){.work = w,
                         .threads = step->threads,
                         .history = &step->lists.history,
                         .listed = step->lists.builds,
                         .skin = step->lists.skin,
                         .moved = step->lists.moved.grains,
                         .surfaces = step->lists.moved.surfaces,
                         .cells = &step->lists.neighbours.cells,
                         .most = step->together};
}

/* The device does this step, or several, or none: *done.  Between them the rest of a step
 * is done; that of the last follows. */
static gm_status by_device(gm_state *step, gm_scene *s, int64_t *done)
{
  gm_work w = step_work(step, s, step_kick(step, s));
  const gm_device_run run = device_run(step, &w);
  *done = 0;
  if (!gm_ahead_alone(step, s, 1) || !gm_device_step_can(&s->contacts))
    return GM_OK;
  GM_TRY(gm_device_step_run(step->device, &run, done));
  for (int64_t k = 0; k < *done; ++k) {
    GM_TRY(gm_device_step_results(step->device, &w, k));
    if (k + 1 == *done) break;
    GM_TRY(run_totals(step, s));
    GM_TRY(run_structures(step, s));
  }
  return GM_OK;
}

static gm_status run_contacts_and_motion(gm_state *step, gm_scene *s)
{
  if (step->device) {
    int64_t done;
    GM_TRY(by_device(step, s, &done));
    if (done) return GM_OK;
    GM_TRY(gm_step_settle(step, s)); /* a sheet is between grains */
    step->device->fresh = 0;
    ++step->device->cost.host_steps;
  }
  GM_TRY(gm_growing_begin(&step->buffers, s));
  const gm_work w = step_work(step, s, step_kick(step, s));
  gm_team_run(&w, step->threads);
  return GM_OK;
}

static gm_status run_contacts(gm_state *step, gm_scene *s)
{
  if (step->device) step->device->fresh = 0; /* histories go on */
  gm_capture *capture = &step->capture;
  GM_TRY(gm_capture_reserve(capture, s->contacts.n));
  GM_TRY(gm_growing_begin(&step->buffers, s));
  GM_TRY(gm_grains_keep_loads(&s->grains));
  gm_work w = step_work(step, s, 0.0);
  w.capture = capture;
  w.kept = s->grains.load;
  gm_team_run(&w, step->threads);
  gm_totals_loads(step, s);
  gm_sum lost = {0};
  for (gm_index i = 0; i < s->grains.n; ++i)
    gm_sum_add(&lost, s->grains.load[i].t[3]);
  gm_comm_sums(s->comm, &lost, 1);
  capture->dissipated = gm_sum_value(&lost) + step->met.dissipated;
  capture->valid = 1;
  if (s->grains.held) gm_relocate_count_released(step, s);
  return gm_relocate_count_appeared(step, s);
}

static gm_status run_motion(gm_state *step, gm_scene *s)
{
  if (step->device) ++step->device->cost.host_steps;
  gm_work w = step_work(step, s, step_kick(step, s));
  w.kept = s->grains.load;
  gm_team_move(&w, step->threads);
  return GM_OK;
}

static gm_status run_halo(gm_state *step, gm_scene *s)
{
  gm_work_result *first = step->buffers.result;
  if (s->comm)
    gm_exchange_halo(&step->exchange, s, first ? &first->fastest : NULL,
                     sizeof *first);
  return GM_OK;
}

static gm_status count_passages(gm_state *step, gm_scene *s)
{
  return gm_flux_count(&step->flux, s,
                       gm_contacts_team(step->threads, s->grains.n));
}

static gm_status run_growth(gm_state *step, gm_scene *s)
{
  gm_lists_grown(&step->lists, s, gm_growing_advance(s));
  return GM_OK;
}

/* ---- stages of material points ------------------------------------------- */

/* Points step once in a stride of the grains: their forces are those of its beginning,
 * and they move at its end.  Their loads on structures stay until the next. */
static int points_step(const gm_scene *s)
{
  return s->step % s->continuum.stride == 0;
}

/* Of material points; the second of an instant that is measured. */
static gm_status run_continuum_forces(gm_state *step, gm_scene *s)
{
  if (!points_step(s)) return GM_OK;
  return gm_mpm_forces(&step->mpm, s, s->continuum.stride * step_kick(step, s),
                       step->threads);
}

/* The same of an instant that is measured.  Within a stride points are those of its
 * beginning. */
static gm_status run_continuum_instant(gm_state *step, gm_scene *s)
{
  const double behind = s->step == 0 ? 0.0 : step->model.scheme->behind;
  GM_TRY(run_continuum_forces(step, s));
  if (step->unseen) return GM_OK;
  gm_mpm_instant(&step->mpm, s, points_step(s) ? behind : 0.0, step->threads);
  return GM_OK;
}

/* How far the grains of a row overlap, or a grain and a structure that is the nearest to
 * it; radius: the effective one. */
static double overlap_of(const gm_scene *s, gm_index row, double *radius)
{
  const gm_contacts *list = &s->contacts;
  const gm_row4 a = s->grains.g[list->a[row]].x;
  *radius = a[3];
  if (row < list->n_grain) {
    const gm_row4 b = s->grains.g[list->b[row]].x;
    *radius = a[3] * b[3] / (a[3] + b[3]);
    return a[3] + b[3] - gm_norm(gm_row_vec(a - b));
  }
  gm_query_result q;
  const gm_index nearest = gm_structures_nearest(&s->structures, &s->domain,
                                                 gm_row_vec(a), a[3], &q);
  return nearest == list->b[row] ? a[3] - q.distance : 0.0;
}

/* J  in the springs of contacts at the present positions. */
static double springs_of(const gm_state *step, const gm_scene *s)
{
  gm_sum sum = {0};
  double radius;
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    const double overlap = overlap_of(s, row, &radius);
    if (overlap > 0.0)
      gm_sum_add(&sum,
                 gm_measure_spring(&step->model, s, row, overlap, radius));
  }
  return gm_sum_value(&sum);
}

/* Of grains and points as one material: conversions, and the energy of the springs that
 * come with them; samples of an instant that is captured; velocities before the coupling,
 * which is between the motion of grains and that of points.
 *
 * Grains and points turn into each other. */
static gm_status run_zones(gm_state *step, gm_scene *s)
{
  gm_conversion_state *c = &step->hybrid.conversion;
  if (!gm_conversion_due(c, s)) return GM_OK;
  GM_TRY(gm_conversion_weigh(c, s));
  if (c->n_gone) GM_TRY(gm_lists_remove(&step->lists, s, c->gone));
  const gm_index before = s->grains.n;
  GM_TRY(gm_conversion_make(c, s));
  if (s->grains.n > before && !step->lists.must_build)
    step->lists.must_build = 1;
  step->mpm.grid.stale = 1;
  return GM_OK;
}

/* Before a conversion, while the list is that of the last step; and after it, with the
 * contacts of new grains. */
static gm_status old_contacts(gm_state *step, gm_scene *s)
{
  if (gm_conversion_due(&step->hybrid.conversion, s))
    s->partition.sums.energy -= springs_of(step, s);
  return GM_OK;
}

static gm_status new_contacts(gm_state *step, gm_scene *s)
{
  if (gm_conversion_due(&step->hybrid.conversion, s))
    s->partition.sums.energy += springs_of(step, s);
  return GM_OK;
}

static gm_status note_velocities(gm_state *step, gm_scene *s)
{
  if (!s->grains.weight) return GM_OK;
  return gm_coupling_note(&step->hybrid.coupling, &s->grains);
}

static gm_status run_sample(gm_state *step, gm_scene *s)
{
  if (!gm_hybrid_samples(&step->hybrid, s)) return GM_OK;
  return gm_hybrid_sample(&step->hybrid, s, &step->capture);
}

static gm_status run_coupling(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_hybrid_couple(&step->hybrid, &step->mpm.grid, s, step->threads));
  gm_lists_grown(&step->lists, s, step->hybrid.swiftest * s->dt);
  return GM_OK;
}

static gm_status run_continuum_motion(gm_state *step, gm_scene *s)
{
  if ((s->step + 1) % s->continuum.stride != 0) return GM_OK;
  return gm_mpm_move(&step->mpm, s, step->threads);
}

/* The stages of hard grains, in time steps and event by event.
 *
 * Each may fail with GM_ERR_NUMBER or GM_ERR_MEMORY. */

/* The list is about to change: its impulses are kept, and nothing else, since hard
 * contacts have no history. */
static gm_status leave_step_list(gm_state *step, gm_scene *s)
{
  gm_contacts *list = &s->contacts;
  GM_TRY(gm_hard_harvest(&step->hard, s));
  for (gm_index k = 0; k < list->n; ++k)
    list->touched[k] = 0;
  return GM_OK;
}

static gm_status run_hard_order(gm_state *step, gm_scene *s)
{
  if (gm_leave_due(s)) GM_TRY(leave_step_list(step, s));
  return run_grain_order(step, s);
}

static gm_status run_hard_list(gm_state *step, gm_scene *s)
{
  if (gm_lists_due(&step->lists)) GM_TRY(leave_step_list(step, s));
  return run_neighbour_list(step, s);
}

static gm_status run_hard_collisions(gm_state *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  gm_displacements *moved = &step->lists.moved;
  const gm_work w = step_work(step, s, 0.0);
  GM_TRY(gm_hard_run(&step->hard, &w, step->threads, moved->chunk,
                     &moved->grains, &capture->power, &capture->held_power));
  capture->power += gm_bodies_settle(s);
  gm_structures_note_loads(&s->structures, s->dt);
  return GM_OK;
}

static gm_status run_hard_events(gm_state *step, gm_scene *s)
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
static gm_status run_hard_instant(gm_state *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  (void)step_work(step, s, 0.0); /* the capture names its model */
  gm_structures_mean_loads(&s->structures, s->time - s->balance.hard.framed);
  capture->valid = 1;
  if (s->grains.held) gm_relocate_count_released(step, s);
  return gm_grains_keep_loads(&s->grains);
}

static gm_status run_hard_flight(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_grains_keep_loads(&s->grains));
  return run_motion(step, s);
}

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
    {"release", gm_relocate_release, STEPS, FIRST},
    {"sample", run_sample, HYBRID, SECOND},
    {"held groups", groups_ahead, STEPS, END},
    {"zones", old_contacts, HYBRID, BEGIN},
    {"insertion", gm_pour_bring, ALL, BEGIN},
    {"grain order", run_grain_order, FORCES | EVENTS, BEGIN},
    {"grain order", run_hard_order, IMPULSES, BEGIN},
    {"zones", run_zones, HYBRID, BEGIN},
    {"neighbour list", run_neighbour_list, FORCES, BEGIN},
    {"neighbour list", run_hard_list, IMPULSES, BEGIN},
    {"zones", new_contacts, HYBRID, BEGIN},
    {"coupling", note_velocities, HYBRID, BEGIN},
    {"positions before", note_positions, STEPS, BEGIN},
    {"positions before", note_positions, EVENTS, END},
    {"instant", run_hard_instant, IMPULSES | EVENTS, FIRST},
    {"continuum forces", run_continuum_forces, HYBRID, WHOLE},
    {"continuum forces", run_continuum_instant, HYBRID, FIRST},
    {"structures meet", gm_totals_meet, FORCES, WHOLE},
    {"structures meet", gm_totals_meet_captured, FORCES, FIRST},
    {"contacts and motion", run_contacts_and_motion, FORCES, WHOLE},
    {"contacts", run_contacts, FORCES, FIRST},
    {"clump loads", gm_relocate_clump_loads, FORCES, FIRST},
    {"motion", run_motion, FORCES, SECOND},
    {"collisions", run_hard_collisions, IMPULSES, END},
    {"flight", run_hard_flight, IMPULSES, END},
    {"events", run_hard_events, EVENTS, END},
    {"clumps", gm_relocate_clumps, FORCES, END},
    {"coupling", run_coupling, HYBRID, END},
    {"continuum motion", run_continuum_motion, HYBRID, END},
    {"halo", run_halo, SOFT, END},
    {"totals", run_totals, FORCES, END},
    {"totals", gm_totals_step, IMPULSES, END},
    {"flux", count_passages, ALL, END},
    {"growth", run_growth, FORCES, END},
    {"structure motion", run_structures, ALL, END},
};

static int step_kind(const gm_scene *s)
{
  if (s->continuum.mode != GM_MODE_DISCRETE) return HYBRID;
  return s->hard == GM_ENGINE_NONE       ? SOFT
         : s->hard == GM_ENGINE_IMPULSES ? IMPULSES
                                         : EVENTS;
}

static gm_status run_stages(gm_step *step, gm_scene *scene, int part)
{
  const gm_lists *lists = &step->lists;
  const int kind = step_kind(scene);
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

/* May grains leave in this step or cross sides, and nothing else happen?  Then the device
 * looks whether they do: step->inside. */
static gm_status look_inside(gm_step *step, gm_scene *s)
{
  int must = 1;
  if (gm_lists_sorts(s) || !gm_leave_due(s) || !gm_ahead_alone(step, s, 1) ||
      (s->pours.n && gm_ahead_multiple(s->step, GM_POUR_EVERY) == 0))
    return GM_OK;
  gm_work w = step_work(step, s, step_kick(step, s));
  const gm_device_run run = device_run(step, &w);
  GM_TRY(gm_device_step_look(step->device, &run, &must));
  if (!must && s->sinks.n && s->contacts.apart == 1) { /* structures, too */
    GM_TRY(gm_leave_look(&step->leavers, s));
    must = step->leavers.n || step->leavers.beyond;
  }
  step->inside = !must;
  return GM_OK;
}

/* Makes the tables of grains and contacts ready for the stages of a part of a step. */
static gm_status begin_part(gm_step *step, gm_scene *scene, int part)
{
  if (!step->device) return GM_OK;
  int64_t steps = gm_ahead_steps(step, scene, step->together);
  step->inside = 0;
  if (scene->contacts.apart && part == WHOLE && steps == 0)
    GM_TRY(look_inside(step, scene));
  if (step->inside) steps = 1;
  if (part != WHOLE || steps == 0)
    GM_TRY(gm_step_settle(step, scene));
  else if (scene->contacts.apart == 1 && scene->structures.n &&
           gm_lists_due(&step->lists))
    GM_TRY(gm_slots_see(step->device, scene));
  if (steps < step->together) step->together = steps > 1 ? steps : 1;
  return GM_OK;
}

gm_status gm_step_advance(gm_step *step, gm_scene *scene)
{
  if (gm_relocate_release_due(scene) || gm_relocate_changes_due(scene) ||
      gm_hybrid_samples(&step->hybrid, scene)) {
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

gm_status gm_step_settle(gm_step *step, gm_scene *s)
{
  if (!step->device || !s->contacts.apart) return GM_OK;
  GM_TRY(gm_slots_give(step->device, s, &step->lists.history));
  return gm_lists_renew(&step->lists, &step->buffers, &step->exchange,
                        &step->model, step->threads, s);
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
  return gm_collide_sums_join(&step->hard.sums);
}

void gm_step_framed(gm_step *step, gm_scene *s)
{
  if (!s->hard) return;
  gm_collide_sums_begin(&step->hard.sums);
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
    GM_TRY(gm_events_walls(&step->events, s));
  const gm_stiffness k = gm_measure_stiffness(&step->model, s);
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
  if (step->device) step->device->fresh = 0;
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
