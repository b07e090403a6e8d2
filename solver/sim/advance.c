/* sim/advance.c -- starts, steps and measures a simulation; results, and the loop of a
 * whole run.
 *
 * An instant is measured once, when something of it is viewed, and its frame is made
 * once; columns of clumps are filled from that frame.  The loop measures when a row of
 * the history, a frame or a test of time.until is due, then does one step.  Another
 * thread writes frames meanwhile; after each step the loop reports the frames that have
 * been written.
 */
#include "sim/advance.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/device.h"
#include "file/schema.h"
#include "measure/failure.h"
#include "measure/frame.h"
#include "measure/measure.h"
#include "measure/stress.h"
#include "sim/guard.h"
#include "sim/ranks.h"
#include "sim/save.h"
#include "sim/source.h"
#include "step/step.h"
#include "text/echo.h"
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Starts the simulation unless it has been started. */
static gm_status start_advance(gm_sim *sim)
{
  if (sim->stage != GM_SIM_DESCRIBED) return GM_OK;
  gm_ready *r = &sim->ready;
  gm_status status = gm_ready_prepare(r, omp_get_max_threads());
  if (status == GM_OK) {
    gm_until_init(&sim->until, &r->config, r->scene.dt, r->history_every);
    status = gm_save_restore(sim);
  }
  if (status == GM_OK && r->comm) status = gm_ranks_begin(sim);
  status = gm_comm_agree(r->comm, status);
  sim->stage = status == GM_OK ? GM_SIM_STARTED : GM_SIM_DEAD;
  return status;
}

/* The message of a motion that failed begins with the instant. */
static gm_status advance_with_instant(const gm_sim *sim, gm_status status)
{
  static const char begin[] = "at t = ";
  char message[4096];
  if (status != GM_ERR_NUMBER) return status;
  snprintf(message, sizeof message, "%s", gm_status_message());
  if (!strncmp(message, begin, sizeof begin - 1)) return status;
  return gm_fail(status, "%s%.6g s: %s", begin, sim->ready.scene.time, message);
}

/* Does one step, or more, at most `most`, where the grains between are not needed. */
static gm_status advance_some(gm_sim *sim, int64_t most)
{
  gm_guard_changed(sim);
  const gm_status status = advance_with_instant(
      sim, gm_step_run(&sim->ready.step, &sim->ready.scene, most));
  if (status != GM_OK) sim->stage = GM_SIM_STOPPED;
  return status;
}

static void measure_sim(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  const gm_capture *now = gm_ranks_capture(sim);
  gm_measure_scene(now, gm_ranks_scene(sim), sim->ready.step.threads,
                   &sim->now);
  s->balance.peak = fmax(s->balance.peak, gm_measure_moving(&sim->now));
  if (s->step == sim->ready.first) {
    /* What left before the first step was there at the start. */
    s->balance.initial = 0.0;
    s->balance.initial = gm_measure_error(now, gm_ranks_scene(sim), &sim->now);
  } else if (sim->rebalance) {
    s->balance.energy_in += gm_measure_error(now, s, &sim->now);
  }
}

gm_status gm_advance_look(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  gm_step *step = &sim->ready.step;
  if (sim->looked) return GM_OK;
  GM_TRY(advance_with_instant(sim, gm_step_loads(step, s)));
  GM_TRY(gm_ranks_gather(sim));
  if (gm_ranks_measures(sim)) measure_sim(sim);
  sim->rebalance = 0;
  sim->looked = 1;
  return GM_OK;
}

gm_status gm_advance_frames(gm_sim *sim)
{
  GM_TRY(gm_advance_look(sim));
  if (sim->framed) return GM_OK;
  gm_step *step = &sim->ready.step;
  gm_scene *s = gm_ranks_scene(sim);
  const gm_capture *now = gm_ranks_capture(sim);
  GM_TRY(gm_frame_fill_grains(now, step->threads, s, &sim->grains));
  if (s->hard) {
    GM_TRY(gm_step_collisions(step, s));
    GM_TRY(gm_frame_fill_collisions(&step->hard.sums, s, &sim->grains,
                                    &sim->contacts));
  } else {
    GM_TRY(gm_frame_fill_contacts(now, step->threads, s, &sim->grains,
                                  &sim->contacts));
  }
  sim->framed = 1;
  return GM_OK;
}

/* Column k of the clumps of result files, or their places for k = n. */
static gm_status fill_advance_clumps(gm_sim *sim, const gm_column *c,
                                     void **column, gm_sim_view *view)
{
  GM_TRY(gm_advance_frames(sim));
  const gm_index n = sim->grains.clumps.n;
  const int width = c ? c->width : 3;
  const gm_column_source source = {.scene = &sim->ready.scene,
                                   .grains = &sim->grains};
  gm_memory_free(column);
  GM_TRY(gm_memory_resize(column, 0, (size_t)n + 1, (size_t)width * 8));
  (c ? c->fill : gm_columns_clump_place)(&source, 0, n, *column);
  *view = (gm_sim_view){.data = *column,
                        .n = n,
                        .stride = 8 * width,
                        .components = width,
                        .type = !c || c->kind == GM_COLUMN_REAL ? GM_SIM_DOUBLE
                                                                : GM_SIM_INT64,
                        .unit = c ? c->units : "m"};
  return GM_OK;
}

gm_status gm_advance_clumps(gm_sim *sim, const char *name, gm_sim_view *view)
{
  int n = 0;
  const gm_column *table = gm_columns_clumps(&n);
  if (!strcmp(name, GM_NAME_POSITION))
    return fill_advance_clumps(sim, NULL, &sim->clump_column[n], view);
  for (int k = 0; k < n; ++k)
    if (!strcmp(table[k].name, name))
      return fill_advance_clumps(sim, &table[k], &sim->clump_column[k], view);
  return gm_fail(GM_ERR_USE,
                 "the table of clumps has no column '%.60s'; "
                 "gm_sim_column_name lists those it has",
                 name);
}

gm_status gm_sim_start(gm_sim *sim)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  return gm_guard_end(sim, start_advance(sim));
}

/* Measure before the first step, because the energy balance needs the initial state. */
static gm_status take_advance_steps(gm_sim *sim, int64_t n)
{
  gm_scene *s = &sim->ready.scene;
  const int64_t end = s->step + n;
  while (s->step < end) {
    if (s->step == sim->ready.first || sim->rebalance)
      GM_TRY(gm_advance_look(sim));
    GM_TRY(advance_some(sim, end - s->step));
  }
  return GM_OK;
}

gm_status gm_sim_step(gm_sim *sim, int64_t n)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = start_advance(sim);
  if (status == GM_OK) status = take_advance_steps(sim, n);
  return gm_guard_end(sim, status);
}

gm_status gm_sim_run_to(gm_sim *sim, double time)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = start_advance(sim);
  if (status == GM_OK && !isfinite(time))
    status =
        gm_fail(GM_ERR_USE, "the time to run to, %g s, is not finite", time);
  if (status == GM_OK) {
    const double n =
        ceil((time - sim->ready.scene.time) / sim->ready.scene.dt - 1.0e-6);
    if (n > 0.0) status = take_advance_steps(sim, (int64_t)fmin(n, 1.0e18));
  }
  return gm_guard_end(sim, status);
}

/* ---- a whole run ----------------------------------------------------------- */

gm_status gm_advance_may_write(const char *path, int replace)
{
  GM_TRY(gm_snapshot_may_replace(path, replace));
  return gm_checkpoint_may_write(path);
}

/* ---- the result ------------------------------------------------------------ */

/* Test that the result, and the file that links its contacts, replace no input. */
static gm_status advance_spare_inputs(const gm_config *config, const char *path)
{
  char contacts[4096 + 32];
  gm_snapshot_contacts_path(path, contacts, sizeof contacts);
  GM_TRY(gm_config_spare(config, path));
  return gm_config_spare(config, contacts);
}

static gm_status create_advance_result(gm_sim *sim, const char *path,
                                       int replace, const char *command_line)
{
  const gm_ready *r = &sim->ready;
  char *effective = NULL, device[GM_DEVICE_WORDS] = "";
  if (r->step.device) gm_device_words(r->step.device, device, sizeof device);
  const char *source = r->scene_path ? r->scene_path : "";
  GM_TRY(gm_echo_scene(&r->config, &effective));
  const gm_provenance_origin origin = {
      .title = r->config.title,
      .source = source,
      .parent = gm_source_is_result(source) ? source : "",
      .version = gm_sim_version(),
      .command_line = command_line,
      .device = device,
      .effective = effective};
  gm_status status = advance_spare_inputs(&r->config, path);
  if (status == GM_OK) status = gm_checkpoint_may_write(path);
  if (status == GM_OK)
    status = gm_snapshot_create(path, replace, &r->config, &r->scene, &origin,
                                &sim->snapshot);
  free(sim->written);
  sim->written = effective;
  if (status != GM_OK) return status;
  char failure[4096 + 16];
  gm_failure_path(path, failure, sizeof failure);
  gm_failure_remove(failure);
  gm_checkpoint_remove(path);
  return GM_OK;
}

/* Is `path` the result that the simulation goes on writing? */
static int goes_on(const gm_sim *sim, const char *path)
{
  return sim->goes_on && !strcmp(sim->goes_on, path);
}

static gm_status open_advance_result(gm_sim *sim, const char *path, int replace,
                                     const char *command_line)
{
  if (!path) return gm_fail(GM_ERR_USE, "no path of a result");
  if (sim->snapshot)
    return gm_fail(GM_ERR_USE, "the result '%s' is open; close it first",
                   sim->result);
  const int appends = goes_on(sim, path);
  char *name = strdup(path);
  if (!name) return gm_fail(GM_ERR_MEMORY, "no memory for '%s'", path);
  sim->frames = 0;
  const gm_status status =
      appends ? gm_save_open_result(sim)
              : create_advance_result(sim, path, replace,
                                      command_line ? command_line : "");
  if (status != GM_OK) {
    free(name);
    return status;
  }
  free(sim->result);
  sim->result = name;
  return GM_OK;
}

static gm_status close_advance_result(gm_sim *sim)
{
  if (!sim->snapshot) return GM_OK;
  sim->cost.written = gm_snapshot_seconds(sim->snapshot);
  sim->cost.bytes = (double)gm_memory_bytes();
  return gm_snapshot_close(&sim->snapshot);
}

/* ---- events ---------------------------------------------------------------- */

typedef struct loop {
  gm_sim *sim;
  const gm_sim_options *o;
  int64_t begin; /* first step of the run */
  int appends;   /* 1: the result goes on, and has the frames up to here */
  double
      *saved; /* s  wall clock at the last checkpoint; null: none are written */
} loop;

static void tell_advance_event(const loop *l, gm_sim_event_kind kind,
                               int64_t frame, double time, const char *warning)
{
  const gm_ready *r = &l->sim->ready;
  if (!l->o->progress) return;
  const gm_sim_event event = {.kind = kind,
                              .step = r->scene.step,
                              .steps = r->steps,
                              .frame = frame,
                              .frames = gm_ready_frames(r),
                              .time = time,
                              .end = r->config.time.end,
                              .grains = gm_ranks_grains(l->sim),
                              .warning = warning};
  l->o->progress(l->o->user, &event);
}

/* Report the frame passed on last once it is written; return the error if writing
 * failed. */
static gm_status announce_advance_run(const loop *l)
{
  gm_sim *sim = l->sim;
  if (!sim->snapshot) return GM_OK;
  GM_TRY(gm_snapshot_look(sim->snapshot));
  if (sim->frames < gm_snapshot_frames(sim->snapshot))
    tell_advance_event(l, GM_SIM_FRAME, sim->frames++, sim->frame_time, "");
  return GM_OK;
}

/* Wait until all frames are written, and report the last one. */
static gm_status catch_up_advance(const loop *l)
{
  if (!l->sim->snapshot) return GM_OK;
  const double t0 = gm_clock_now();
  GM_TRY(gm_snapshot_wait(l->sim->snapshot));
  l->sim->cost.waited += gm_clock_now() - t0;
  return announce_advance_run(l);
}

/* ---- frames ---------------------------------------------------------------- */

static gm_status hand_advance_frame(const loop *l)
{
  gm_sim *sim = l->sim;
  const double t0 = gm_clock_now();
  GM_TRY(gm_advance_frames(sim));
  const double t1 = gm_clock_now();
  sim->cost.measured += t1 - t0;
  GM_TRY(catch_up_advance(l));
  const double t2 = gm_clock_now();
  GM_TRY(gm_snapshot_frame(sim->snapshot, gm_ranks_scene(sim), &sim->grains,
                           &sim->contacts));
  gm_step_framed(&sim->ready.step, &sim->ready.scene);
  sim->frame_time = sim->ready.scene.time;
  sim->cost.copied += gm_clock_now() - t2;
  return GM_OK;
}

/* Measure this instant, and write the row of the history and the frame that are due. */
static gm_status report_advance_frame(const loop *l, int history, int frame)
{
  gm_sim *sim = l->sim;
  GM_TRY(gm_advance_look(sim));
  if (!gm_ranks_measures(sim)) return GM_OK;
  gm_scene *s = gm_ranks_scene(sim);
  const gm_capture *now = gm_ranks_capture(sim);
  if (history) gm_stress_measure(now, sim->ready.step.threads, s);
  if (!sim->snapshot) return GM_OK;
  if (history) {
    const double error = gm_measure_error(now, s, &sim->now);
    GM_TRY(gm_snapshot_history(sim->snapshot, s, &sim->now, error));
  }
  return frame ? hand_advance_frame(l) : GM_OK;
}

/* ---- the whole run --------------------------------------------------------- */

/* After a failed step write a last frame, in which the failure can be seen; the message
 * remains that of the failure. */
static gm_status show_advance_end(const loop *l, gm_status status)
{
  char message[4096];
  if (l->sim->ready.comm) return status; /* ranks are not in step any more */
  snprintf(message, sizeof message, "%s", gm_status_message());
  gm_step_settle(&l->sim->ready.step, &l->sim->ready.scene);
  if (status == GM_ERR_NUMBER && l->sim->ready.scene.step < l->sim->ready.steps)
    report_advance_frame(l, 1, 1);
  catch_up_advance(l);
  return gm_fail(status, "%s", message);
}

/* Keep the grain at which the motion failed, and what is around it, in a file beside the
 * result; the message then names the file. */
static gm_status keep_advance_failure(const gm_sim *sim, const char *result)
{
  char message[4096], path[4096 + 16], why[1024] = "";
  snprintf(message, sizeof message, "%s", gm_status_message());
  gm_failure_path(result, path, sizeof path);
  if (gm_failure_write(path, message, &sim->ready.scene) == GM_OK)
    return gm_fail(GM_ERR_NUMBER, "%s; %s in '%s'", message,
                   gm_failure_find(&sim->ready.scene) >= 0
                       ? "the grain and its neighbours are"
                       : "the state of the bodies is",
                   path);
  snprintf(why, sizeof why, "%s", gm_status_message());
  return gm_fail(GM_ERR_NUMBER, "%s; %s", message, why);
}

static int advance_loop_stops(const loop *l)
{
  const gm_exchange *ex = &l->sim->ready.step.exchange;
  if (ex->comm) return ex->wants == GM_EXCHANGE_STOPS; /* some rank */
  return l->o->stop && *l->o->stop;
}

static int save_advance_awaited(const loop *l)
{
  const gm_ready *r = &l->sim->ready;
  return l->saved && gm_clock_now() - *l->saved >= r->config.output.checkpoint;
}

/* Ranks agree in the step on what follows it; rank 0 has the clock. */
static void note_advance_wants(const loop *l)
{
  gm_exchange *ex = &l->sim->ready.step.exchange;
  if (!ex->comm) return;
  ex->wants = 0;
  if (gm_ranks_measures(l->sim) && save_advance_awaited(l))
    ex->wants = GM_EXCHANGE_SAVES;
  if (l->o->stop && *l->o->stop) ex->wants = GM_EXCHANGE_STOPS;
}

/* Is a checkpoint due before anything of this instant is measured? */
static int save_advance_due(const loop *l, int last)
{
  const gm_exchange *ex = &l->sim->ready.step.exchange;
  if (!l->saved || l->sim->ready.scene.step == l->begin) return 0;
  return last || (ex->comm ? ex->wants > 0 : save_advance_awaited(l));
}

/* Write a checkpoint.  A run that cannot goes on and says so, unless it is to stop. */
static gm_status save_advance_checkpoint(const loop *l, int stop)
{
  gm_sim *sim = l->sim;
  char path[4096 + 32];
  gm_checkpoint_path(l->o->result, 0, path, sizeof path);
  const gm_status status = gm_save_write(sim, path);
  *l->saved = gm_clock_now();
  GM_TRY(announce_advance_run(l)); /* an error of writing frames ends the run */
  if (status == GM_OK || stop) return status;
  char warning[8192];
  snprintf(warning, sizeof warning, "no checkpoint could be written: %s",
           gm_status_message());
  tell_advance_event(l, GM_SIM_WARNING, 0, sim->ready.scene.time, warning);
  return gm_comm_agree(sim->ready.comm, GM_OK); /* to go on */
}

static gm_status advance_loop_stopped(const loop *l)
{
  const gm_sim *sim = l->sim;
  const char *result = sim->result ? sim->result : "";
  char how[2 * 4096] = "";
  if (l->saved)
    snprintf(how, sizeof how, "; granum run '%s' --resume goes on", result);
  return gm_fail(GM_ERR_INTERRUPTED,
                 "stopped at t = %.6g s of %.6g s; '%s' holds %lld frames%s",
                 sim->ready.scene.time, sim->ready.config.time.end, result,
                 (long long)sim->frames, how);
}

/* Steps before the next frame, row of the history, test of time.until or the end. */
static int64_t advance_steps_ahead(const gm_sim *sim)
{
  const gm_ready *r = &sim->ready;
  const int64_t n = r->scene.step, until = sim->until.every;
  int64_t most = r->steps - n;
  const int64_t every[] = {r->frame_every, r->history_every, until};
  for (int k = 0; k < 3; ++k) {
    const int64_t left = every[k] > 0 ? every[k] - n % every[k] : most;
    if (left < most) most = left;
  }
  return most;
}

/* Step until something of this run is due. */
static gm_status run_advance_plainly(const loop *l)
{
  gm_sim *sim = l->sim;
  const gm_scene *s = &sim->ready.scene;
  const int64_t end = s->step + advance_steps_ahead(sim);
  do {
    note_advance_wants(l);
    const gm_status status = advance_some(sim, end - s->step);
    if (status != GM_OK) return show_advance_end(l, status);
    GM_TRY(announce_advance_run(l));
    tell_advance_event(l, GM_SIM_STEP, sim->frames, s->time, "");
  } while (s->step < end && !advance_loop_stops(l) && !save_advance_due(l, 0));
  return GM_OK;
}

/* Step to the end, or until time.until holds; then write a frame, too.  A run that is
 * stopped writes none if it has a checkpoint: a run without a stop would not have it. */
static gm_status run_advance_steps(const loop *l)
{
  gm_sim *sim = l->sim;
  const gm_ready *r = &sim->ready;
  const gm_scene *scene = &r->scene;
  for (;;) {
    const int64_t n = scene->step;
    const int ends = n >= r->steps;
    const int stop =
        !ends && advance_loop_stops(l) && (n > l->begin || !l->saved);
    if (save_advance_due(l, ends || stop))
      GM_TRY(save_advance_checkpoint(l, stop));
    if (stop && l->saved) {
      GM_TRY(gm_advance_look(sim)); /* for the balance */
      break;
    }
    int last = ends || stop;
    int frame =
        n % r->frame_every == 0 || (n == l->begin && !l->appends) || last;
    const int history = frame || n % r->history_every == 0;
    const int look = sim->until.every > 0 && n % sim->until.every == 0;
    if (history || look) GM_TRY(report_advance_frame(l, history, frame));
    if (look && gm_ranks_holds(sim) && !last) {
      last = 1;
      if (!frame) GM_TRY(report_advance_frame(l, !history, 1));
      frame = 1;
    }
    if (last) break;
    const gm_status status = run_advance_plainly(l);
    if (status != GM_OK) return status;
  }
  GM_TRY(catch_up_advance(l));
  return advance_loop_stops(l) && scene->step < r->steps
             ? advance_loop_stopped(l)
             : GM_OK;
}

static gm_status run_advance_loop(gm_sim *sim, const gm_sim_options *o)
{
  double saved = gm_clock_now();
  const int saves = o->result && sim->ready.config.output.checkpoint > 0.0;
  const loop l = {sim, o, sim->ready.scene.step,
                  o->result && goes_on(sim, o->result), saves ? &saved : NULL};
  if (o->result) {
    gm_status opened = GM_OK;
    if (gm_ranks_measures(sim))
      opened = open_advance_result(sim, o->result, o->replace, o->command_line);
    GM_TRY(gm_comm_agree(sim->ready.comm, opened));
  }
  if (sim->snapshot) {
    const char *warning = gm_snapshot_warning(sim->snapshot);
    if (*warning)
      tell_advance_event(&l, GM_SIM_WARNING, 0, sim->ready.scene.time, warning);
  }
  tell_advance_event(&l, GM_SIM_BEGUN, 0, sim->ready.scene.time, "");
  gm_status status = run_advance_steps(&l);
  const gm_status settled = gm_step_settle(&sim->ready.step, &sim->ready.scene);
  if (status == GM_OK) status = settled;
  gm_ranks_end(sim, status);
  if (status == GM_ERR_NUMBER && o->result && !sim->ready.comm)
    status = keep_advance_failure(sim, o->result);
  if (o->result) {
    const gm_status closed = close_advance_result(sim);
    if (status == GM_OK) status = closed;
  }
  return status;
}

gm_status gm_sim_run(gm_sim *sim, const gm_sim_options *options)
{
  static const gm_sim_options none = {0};
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = start_advance(sim);
  if (status == GM_OK)
    status = run_advance_loop(sim, options ? options : &none);
  return gm_guard_end(sim, status);
}

/* ---- by hand --------------------------------------------------------------- */

gm_status gm_sim_result(gm_sim *sim, const char *path, int replace)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = start_advance(sim);
  if (status == GM_OK) status = open_advance_result(sim, path, replace, NULL);
  return gm_guard_end(sim, status);
}

gm_status gm_sim_write(gm_sim *sim)
{
  static const gm_sim_options quiet = {0};
  GM_TRY(gm_guard_begin(sim, GM_GUARD_VIEW));
  const loop l = {sim, &quiet, 0, 0, NULL};
  return gm_guard_end(sim, sim->snapshot
                               ? report_advance_frame(&l, 1, 1)
                               : gm_fail(GM_ERR_USE, "no result is open; call "
                                                     "gm_sim_result first"));
}

gm_status gm_sim_close(gm_sim *sim)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_VIEW));
  return gm_guard_end(sim, close_advance_result(sim));
}
