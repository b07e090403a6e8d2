/* app/run.c -- granum run and granum check.  Room: app.
 *
 * The loop: measure where a row of history, a frame or a look at time.until is due, then
 * one step.  Frames are written beside it; what has been written is announced step by step.
 */
#include "app/run.h"

#include "app/audit_report.h"
#include "app/balance.h"
#include "app/mesh_report.h"
#include "app/ready.h"
#include "app/site_table.h"
#include "app/source.h"
#include "app/until.h"
#include "base/clock.h"
#include "base/memory.h"
#include "config/echo.h"
#include "output/snapshot.h"
#include "step/frames.h"
#include "step/measure.h"
#include "step/stress.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>

/* All that a run holds. */
typedef struct run {
  gm_options options;
  gm_ready ready;
  gm_snapshot *snapshot;
  gm_frame_grains grains;
  gm_frame_contacts contacts;
  gm_measure now;
  gm_until until;
  gm_progress progress;
  int64_t frames;    /* written and announced */
  double frame_time; /* s  of the frame handed over last */
  gm_balance_output output;
} run;

static volatile sig_atomic_t stop_asked;

static void ask_stop(int signal)
{
  (void)signal;
  stop_asked = 1;
}

static gm_status check_result(const gm_options *o)
{
  struct stat info;
  GM_TRY(gm_snapshot_may_replace(o->result));
  if (o->force || stat(o->result, &info)) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' exists and is not replaced; use --force, or -o with "
                 "another name",
                 o->result);
}

/* ---- running -------------------------------------------------------------------- */

/* Announce the frame handed over last, once it is written; stop when writing failed. */
static gm_status announce(run *r)
{
  GM_TRY(gm_snapshot_look(r->snapshot));
  if (r->frames < gm_snapshot_frames(r->snapshot))
    gm_progress_frame(&r->progress, r->frames++, r->frame_time);
  return GM_OK;
}

/* Wait until all frames are written, and announce the last. */
static gm_status catch_up(run *r)
{
  const double t0 = gm_clock_now();
  GM_TRY(gm_snapshot_wait(r->snapshot));
  r->output.waited += gm_clock_now() - t0;
  return announce(r);
}

static gm_status hand_frame(run *r)
{
  const double t0 = gm_clock_now();
  GM_TRY(gm_frames_grains(&r->ready.step, &r->ready.scene, &r->grains));
  GM_TRY(gm_frames_contacts(&r->ready.step, &r->ready.scene, &r->grains,
                            &r->contacts));
  const double t1 = gm_clock_now();
  r->output.measured += t1 - t0;
  GM_TRY(catch_up(r));
  const double t2 = gm_clock_now();
  GM_TRY(gm_snapshot_frame(r->snapshot, &r->ready.scene, &r->grains,
                           &r->contacts));
  r->frame_time = r->ready.scene.time;
  r->output.copied += gm_clock_now() - t2;
  return GM_OK;
}

/* Measure, write what is due, look at the numbers. */
static gm_status report(run *r, int history, int frame)
{
  gm_scene *scene = &r->ready.scene;
  const gm_measure *m = &r->now;
  GM_TRY(gm_step_loads(&r->ready.step, scene));
  gm_measure_scene(&r->ready.step, scene, &r->now);
  if (history) gm_stress_measure(&r->ready.step, scene);
  if (scene->step == r->ready.first) {
    scene->balance.initial = m->kinetic + m->elastic + m->potential +
                             gm_measure_dissipated(&r->ready.step, scene) -
                             gm_measure_work(&r->ready.step, scene);
  }
  const double error = gm_measure_error(&r->ready.step, scene, m);
  if (history) {
    GM_TRY(gm_snapshot_history(r->snapshot, scene, m, error));
  }
  return frame ? hand_frame(r) : GM_OK;
}

/* A run that fails leaves a frame of its end, so that one can see what went wrong; the
 * message stays that of the failure. */
static gm_status show_end(run *r, gm_status status)
{
  char message[4096];
  snprintf(message, sizeof message, "%s", gm_status_message());
  if (status == GM_ERR_NUMBER && r->ready.scene.step < r->ready.steps)
    report(r, 1, 1);
  catch_up(r);
  return gm_fail(status, "%s", message);
}

/* Step by step to the end, or to where time.until holds: there a frame is written too. */
static gm_status loop(run *r)
{
  gm_scene *scene = &r->ready.scene;
  for (;;) {
    const int64_t n = scene->step;
    int last = n >= r->ready.steps || stop_asked;
    int frame = n % r->ready.frame_every == 0 || n == r->ready.first || last;
    const int history = frame || n % r->ready.history_every == 0;
    const int look = r->until.every > 0 && n % r->until.every == 0;
    if (history || look) GM_TRY(report(r, history, frame));
    if (look && gm_until_holds(&r->until, scene, &r->now) && !last) {
      last = 1;
      if (!frame) GM_TRY(report(r, !history, 1));
      frame = 1;
    }
    if (last) break;
    const gm_status status = gm_step_advance(&r->ready.step, scene);
    if (status != GM_OK) return show_end(r, status);
    GM_TRY(announce(r));
    gm_progress_step(&r->progress, n + 1, r->frames, scene->time,
                     scene->grains.n);
  }
  GM_TRY(catch_up(r));
  if (!stop_asked) return GM_OK;
  return gm_fail(GM_ERR_INTERRUPTED,
                 "stopped at t = %.6g s of %.6g s; '%s' holds %lld frames",
                 scene->time, r->ready.config.time.end, r->options.result,
                 (long long)r->frames);
}

static gm_status run_scene(run *r)
{
  char *effective = NULL;
  const char *parent =
      gm_source_is_result(r->options.scene) ? r->options.scene : "";
  GM_TRY(gm_echo_scene(&r->ready.config, &effective));
  const gm_snapshot_origin origin = {.title = r->ready.config.title,
                                     .source = r->options.scene,
                                     .parent = parent,
                                     .version = GM_VERSION,
                                     .command_line = r->options.command_line,
                                     .effective = effective};
  gm_status status = gm_snapshot_create(r->options.result, &r->ready.config,
                                        &r->ready.scene, &origin, &r->snapshot);
  free(effective);
  GM_TRY(status);
  const double t0 = gm_clock_now();
  gm_progress_start(&r->progress, r->options.progress, r->ready.steps,
                    gm_ready_frames(&r->ready), r->ready.config.time.end,
                    r->options.result);
  status = loop(r);
  r->output.written = gm_snapshot_seconds(r->snapshot);
  r->output.bytes = (double)gm_memory_bytes();
  const gm_status closed = gm_snapshot_close(&r->snapshot);
  if (status == GM_OK) status = closed;
  const double seconds = gm_clock_now() - t0;
  gm_progress_end(&r->progress, status,
                  status == GM_OK ? "" : gm_status_message());
  FILE *out = r->progress.form == GM_PROGRESS_JSON ? stderr : stdout;
  if (status == GM_OK || status == GM_ERR_INTERRUPTED) {
    gm_balance_print(out, &r->ready.step, &r->ready.scene, &r->now);
    gm_until_print(out, &r->until);
  }
  if (r->options.timing) {
    gm_balance_timing(out, &r->ready.step, &r->ready.scene, seconds, &r->output,
                      r->progress.grain_steps);
  }
  if (status == GM_OK || status == GM_ERR_INTERRUPTED) {
    fprintf(out, "%lld frames in %s, %.1f s\n", (long long)r->frames,
            r->options.result, seconds);
  }
  return status;
}

static void clear(run *r)
{
  gm_frame_clear_grains(&r->grains);
  gm_frame_clear_contacts(&r->contacts);
  gm_ready_clear(&r->ready);
}

gm_status gm_run_command(int argc, char **argv)
{
  static run r; /* large: tables of pairs of materials */
  gm_options_run(argc, argv, &r.options);
  GM_TRY(check_result(&r.options));
  gm_status status = gm_ready_prepare(&r.ready, &r.options);
  if (status == GM_OK) {
    signal(SIGINT, ask_stop);
    signal(SIGTERM, ask_stop);
    FILE *out = r.options.progress == GM_PROGRESS_JSON ? stderr : stdout;
    gm_ready_print(out, &r.ready);
    gm_mesh_report_print(out, &r.ready.scene.structures, 0);
    gm_until_init(&r.until, &r.ready);
    status = run_scene(&r);
  }
  clear(&r);
  return status;
}

gm_status gm_run_check_command(int argc, char **argv)
{
  static gm_options options;
  static gm_ready r;
  gm_options_check(argc, argv, &options);
  options.report = !options.no_audit;
  gm_status status = gm_ready_prepare(&r, &options);
  if (status == GM_OK) {
    gm_ready_print(stdout, &r);
    gm_ready_print_sources(stdout, &r);
    gm_mesh_report_print(stdout, &r.scene.structures, 1);
    status = gm_site_table_print(stdout, &r.scene.structures);
  }
  if (status == GM_OK && !options.no_audit) {
    status = gm_audit_report_print(stdout, &r.config, &r.scene.structures,
                                   r.times.overlap);
    if (status == GM_ERR_INPUT) {
      fflush(stdout);
      status = gm_ready_print_faults(&r.config, options.scene);
    }
  }
  if (status == GM_OK) {
    printf("memory about %.1f MB at the start\n",
           1.0e-6 * (double)gm_memory_bytes());
    printf("no errors in %s\n", options.scene);
  }
  gm_ready_clear(&r);
  return status;
}
