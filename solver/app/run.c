/* app/run.c -- granum run and granum check.  Room: app.
 *
 * The loop: measure where a row of history or a frame is due, then one step.
 */
#include "app/run.h"

#include "app/audit_report.h"
#include "app/balance.h"
#include "app/mesh_report.h"
#include "app/progress.h"
#include "app/site_table.h"
#include "app/source.h"
#include "base/clock.h"
#include "base/memory.h"
#include "config/config.h"
#include "config/echo.h"
#include "config/read.h"
#include "output/snapshot.h"
#include "step/measure.h"
#include "step/timestep.h"
#include <argp.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SETS = 256, PATH_LENGTH = 4096 };

typedef struct options {
  const char *scene;
  char result[PATH_LENGTH];
  int force, threads, timing, no_audit;
  gm_progress_form progress;
  const char *set[SETS];
  size_t n_set;
  char command_line[PATH_LENGTH];
} options;

/* All that a run holds. */
typedef struct run {
  options options;
  gm_config config;
  gm_scene scene;
  gm_step step;
  gm_timestep times;
  gm_snapshot *snapshot;
  gm_frame_grains grains;
  gm_frame_contacts contacts;
  gm_measure now;
  gm_progress progress;
  int64_t steps, frame_every, history_every, frames;
  double output_seconds;
} run;

static volatile sig_atomic_t stop_asked;

static void ask_stop(int signal)
{
  (void)signal;
  stop_asked = 1;
}

/* ---- arguments ------------------------------------------------------------------ */

static gm_progress_form read_form(struct argp_state *state, const char *text)
{
  static const char *const names[] = {"auto", "bar", "json", "none"};
  for (int k = 0; k < 4; ++k) {
    if (!strcmp(text, names[k])) return (gm_progress_form)k;
  }
  argp_error(state, "--progress is auto, bar, json or none, not '%s'", text);
  return GM_PROGRESS_AUTO;
}

static error_t read_option(int key, char *text, struct argp_state *state)
{
  options *o = state->input;
  switch (key) {
  case 'o':
    snprintf(o->result, sizeof o->result, "%s", text);
    break;
  case 'f':
    o->force = 1;
    break;
  case 'T':
    o->timing = 1;
    break;
  case 'n':
    o->no_audit = 1;
    break;
  case 'p':
    o->progress = read_form(state, text);
    break;
  case 's':
    if (o->n_set == SETS) argp_error(state, "at most %d --set", SETS);
    o->set[o->n_set++] = text;
    break;
  case 't': {
    char *end = NULL;
    const long n = strtol(text, &end, 10);
    if (*end || n < 1 || n > 1024) {
      argp_error(state, "--threads is a number from 1 to 1024, not '%s'", text);
    }
    o->threads = (int)n;
    break;
  }
  case ARGP_KEY_ARG:
    if (o->scene) argp_error(state, "one SCENE only, not also '%s'", text);
    o->scene = text;
    break;
  case ARGP_KEY_END:
    if (!o->scene) argp_error(state, "which SCENE?");
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option run_options[] = {
    {"output", 'o', "RESULT", 0, "write RESULT (SCENE's name.vtkhdf here)", 0},
    {"force", 'f', NULL, 0, "replace a RESULT that exists", 0},
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"threads", 't', "N", 0, "use N threads (all cores)", 0},
    {"progress", 'p', "FORM", 0, "auto, bar, json or none", 0},
    {"timing", 'T', NULL, 0, "print what every stage cost", 0},
    {0}};

static const struct argp_option check_options[] = {
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"no-audit", 'n', NULL, 0, "do not audit the virtual particles", 0},
    {0}};

static const struct argp run_argp = {run_options,
                                     read_option,
                                     "SCENE|RESULT",
                                     "Simulate SCENE, a file or a folder that "
                                     "holds scene.yaml, or once more the "
                                     "scene that RESULT holds.",
                                     NULL,
                                     NULL,
                                     NULL};

static const struct argp check_argp = {
    check_options, read_option, "SCENE", "Check SCENE without running it.",
    NULL,          NULL,        NULL};

static gm_status check_result(const options *o)
{
  struct stat info;
  GM_TRY(gm_snapshot_may_replace(o->result));
  if (o->force || stat(o->result, &info)) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' exists and is not replaced; use --force, or -o with "
                 "another name",
                 o->result);
}

/* The command line as one would type it: words with other than plain characters quoted. */
static void join_words(int argc, char **argv, char *out, size_t size)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789_./=:,+-%@";
  size_t n = (size_t)snprintf(out, size, "granum");
  for (int k = 0; k < argc && n < size; ++k) {
    const int bare = *argv[k] && argv[k][strspn(argv[k], plain)] == '\0';
    n += (size_t)snprintf(out + n, size - n, bare ? " %s" : " '%s'", argv[k]);
  }
}

/* ---- preparing ------------------------------------------------------------------ */

static gm_status print_faults(const gm_config *config, const char *scene)
{
  int n = 0;
  for (const char *p = config->errors; *p; ++p)
    n += *p == '\n';
  fputs(config->errors, stderr);
  fprintf(stderr, "granum: %d error%s in %s\n", n, n == 1 ? "" : "s", scene);
  return gm_fail(GM_ERR_INPUT, "%s", "");
}

/* A chosen step must be stable. */
static gm_status check_step(gm_config *config, const gm_timestep *t)
{
  if (t->step <= t->limit) return GM_OK;
  return gm_read_fault(
      config, "time.step",
      "%g s is above the stability limit of %.3g s (Rayleigh time %.3g s, a "
      "quarter of the shortest contact %.3g s); choose a smaller step or auto, "
      "or softer materials",
      t->step, t->limit, t->rayleigh, 0.25 * t->contact);
}

/* Everything up to the first step; a fault of the scene is printed. */
static gm_status prepare(run *r)
{
  const options *o = &r->options;
  gm_status status = gm_source_read(o->scene, o->n_set, o->set, &r->config);
  if (status == GM_OK) status = gm_scene_build(&r->config, &r->scene);
  const int threads = o->threads ? o->threads : omp_get_num_procs();
  if (status == GM_OK) {
    status = gm_step_init(&r->step, &r->scene, &r->config, threads);
  }
  if (status == GM_OK) {
    r->times = gm_timestep_choose(&r->config, &r->scene, &r->step);
    status = check_step(&r->config, &r->times);
  }
  if (r->config.errors && *r->config.errors) {
    return print_faults(&r->config, o->scene);
  }
  GM_TRY(status);
  r->scene.dt = r->times.step;
  r->step.timed = o->timing;
  const double steps = r->config.time.end / r->scene.dt;
  if (!(steps < 1.0e12)) {
    gm_read_fault(&r->config, "time.end",
                  "%g s in steps of %.3g s are %.1g steps; shorten the run or "
                  "soften the materials",
                  r->config.time.end, r->scene.dt, steps);
    return print_faults(&r->config, o->scene);
  }
  r->steps = llround(steps);
  r->frame_every = llround(r->config.output.every / r->scene.dt);
  if (r->frame_every < 1) r->frame_every = 1;
  const double history = r->config.output.history > 0.0
                             ? r->config.output.history
                             : r->config.output.every / 20.0;
  r->history_every = llround(history / r->scene.dt);
  if (r->history_every < 1) r->history_every = 1;
  return GM_OK;
}

/* Frames of the whole run: the first, every so often, and the last instant. */
static int64_t count_frames(const run *r)
{
  return r->steps / r->frame_every + 1 + (r->steps % r->frame_every != 0);
}

static void print_start(FILE *out, const run *r)
{
  const gm_timestep *t = &r->times;
  fprintf(out, "%s: %d grains, %d structures, law %s\n",
          *r->config.title ? r->config.title : r->options.scene,
          r->scene.grains.n, r->scene.structures.n, r->step.law->name);
  fprintf(out, "time step %.4g s", r->scene.dt);
  if (isfinite(t->rayleigh)) {
    fprintf(out, ", %.1f %% of the Rayleigh time",
            100.0 * r->scene.dt / t->rayleigh);
  }
  if (isfinite(t->contact)) {
    fprintf(out, ", 1/%.0f of the shortest contact (at %.3g m/s)",
            t->contact / r->scene.dt, t->speed);
  }
  fprintf(out, "; %lld steps, %lld frames\n", (long long)r->steps,
          (long long)count_frames(r));
}

static void clear(run *r)
{
  gm_frame_clear_grains(&r->grains);
  gm_frame_clear_contacts(&r->contacts);
  gm_step_clear(&r->step);
  gm_scene_clear(&r->scene);
  gm_config_clear(&r->config);
}

/* ---- running -------------------------------------------------------------------- */

static gm_status write_frame(run *r)
{
  GM_TRY(gm_measure_grains(&r->step, &r->scene, &r->grains));
  GM_TRY(gm_measure_contacts(&r->step, &r->scene, &r->contacts));
  GM_TRY(gm_snapshot_frame(r->snapshot, &r->scene, &r->grains, &r->contacts));
  gm_progress_frame(&r->progress, r->frames++, r->scene.time);
  return GM_OK;
}

/* Measure, write what is due, look at the numbers. */
static gm_status report(run *r, int frame)
{
  GM_TRY(gm_step_loads(&r->step, &r->scene));
  gm_measure_scene(&r->step, &r->scene, &r->now);
  const gm_measure *m = &r->now;
  if (r->scene.step == 0) {
    r->scene.balance.initial = m->kinetic + m->elastic + m->potential;
  }
  const double t0 = gm_clock_now();
  const double error = gm_measure_error(&r->step, &r->scene, m);
  GM_TRY(gm_snapshot_history(r->snapshot, &r->scene, m, error));
  if (frame) GM_TRY(write_frame(r));
  r->output_seconds += gm_clock_now() - t0;
  return GM_OK;
}

/* A run that fails leaves a frame of its end, so that one can see what went wrong; the
 * message stays that of the failure. */
static gm_status show_end(run *r, gm_status status)
{
  char message[4096];
  snprintf(message, sizeof message, "%s", gm_status_message());
  if (status == GM_ERR_NUMBER && r->scene.step < r->steps) report(r, 1);
  return gm_fail(status, "%s", message);
}

static gm_status loop(run *r)
{
  for (;;) {
    const int64_t n = r->scene.step;
    const int last = n >= r->steps || stop_asked;
    const int frame = n % r->frame_every == 0 || last;
    if (frame || n % r->history_every == 0) GM_TRY(report(r, frame));
    if (last) break;
    const gm_status status = gm_step_advance(&r->step, &r->scene);
    if (status != GM_OK) return show_end(r, status);
    gm_progress_step(&r->progress, n + 1, r->frames, r->scene.time,
                     r->scene.grains.n);
  }
  if (!stop_asked) return GM_OK;
  return gm_fail(GM_ERR_INTERRUPTED,
                 "stopped at t = %.6g s of %.6g s; '%s' holds %lld frames",
                 r->scene.time, r->config.time.end, r->options.result,
                 (long long)r->frames);
}

static gm_status run_scene(run *r)
{
  char *effective = NULL;
  const char *parent =
      gm_source_is_result(r->options.scene) ? r->options.scene : "";
  GM_TRY(gm_echo_scene(&r->config, &effective));
  const gm_snapshot_origin origin = {.title = r->config.title,
                                     .source = r->options.scene,
                                     .parent = parent,
                                     .version = GM_VERSION,
                                     .command_line = r->options.command_line,
                                     .effective = effective};
  gm_status status = gm_snapshot_create(r->options.result, &r->config,
                                        &r->scene, &origin, &r->snapshot);
  free(effective);
  GM_TRY(status);
  const double t0 = gm_clock_now();
  gm_progress_start(&r->progress, r->options.progress, r->steps,
                    count_frames(r), r->config.time.end, r->options.result);
  status = loop(r);
  const gm_status closed = gm_snapshot_close(&r->snapshot);
  if (status == GM_OK) status = closed;
  const double seconds = gm_clock_now() - t0;
  gm_progress_end(&r->progress, status,
                  status == GM_OK ? "" : gm_status_message());
  FILE *out = r->progress.form == GM_PROGRESS_JSON ? stderr : stdout;
  if (status == GM_OK || status == GM_ERR_INTERRUPTED) {
    gm_balance_print(out, &r->step, &r->scene, &r->now);
  }
  if (r->options.timing) {
    gm_balance_timing(out, &r->step, &r->scene, seconds, r->output_seconds,
                      r->progress.grain_steps);
  }
  if (status == GM_OK || status == GM_ERR_INTERRUPTED) {
    fprintf(out, "%lld frames in %s, %.1f s\n", (long long)r->frames,
            r->options.result, seconds);
  }
  return status;
}

gm_status gm_run_command(int argc, char **argv)
{
  static run r; /* large: tables of pairs of materials */
  argp_err_exit_status = 2;
  join_words(argc, argv, r.options.command_line, sizeof r.options.command_line);
  argv[0] = "granum run";
  argp_parse(&run_argp, argc, argv, 0, NULL, &r.options);
  if (!*r.options.result) {
    gm_source_name(r.options.scene, r.options.result, sizeof r.options.result);
  }
  GM_TRY(check_result(&r.options));
  gm_status status = prepare(&r);
  if (status == GM_OK) {
    signal(SIGINT, ask_stop);
    signal(SIGTERM, ask_stop);
    FILE *out = r.options.progress == GM_PROGRESS_JSON ? stderr : stdout;
    print_start(out, &r);
    gm_mesh_report_print(out, &r.scene.structures, 0);
    status = run_scene(&r);
  }
  clear(&r);
  return status;
}

gm_status gm_run_check_command(int argc, char **argv)
{
  static run r;
  argp_err_exit_status = 2;
  argv[0] = "granum check";
  argp_parse(&check_argp, argc, argv, 0, NULL, &r.options);
  gm_status status = prepare(&r);
  if (status == GM_OK) {
    print_start(stdout, &r);
    gm_mesh_report_print(stdout, &r.scene.structures, 1);
    status = gm_site_table_print(stdout, &r.scene.structures);
  }
  if (status == GM_OK && !r.options.no_audit) {
    status = gm_audit_report_print(stdout, &r.config, &r.scene.structures,
                                   r.times.overlap);
    if (status == GM_ERR_INPUT) {
      fflush(stdout);
      status = print_faults(&r.config, r.options.scene);
    }
  }
  if (status == GM_OK) {
    printf("memory about %.1f MB at the start\n",
           1.0e-6 * (double)gm_memory_bytes());
    printf("no errors in %s\n", r.options.scene);
  }
  clear(&r);
  return status;
}
