/* app/run.c -- granum run and granum check: options and printing.
 *
 * The library (include/granum.h) does the work; this file prints, and stops the loop
 * after the current step where app/stop.h has a reason.
 */
#include "app/run.h"

#include "app/balance.h"
#include "app/devices.h"
#include "app/launch.h"
#include "app/options.h"
#include "app/outline.h"
#include "app/stop.h"
#include "base/available.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vec3.h"
#include "output/objects.h"
#include "report/audit_report.h"
#include "report/structure_report.h"
#include "setup/scene_build.h"
#include "sim/loop.h"
#include <math.h>

/* State of the progress that a run prints. */
typedef struct show {
  gm_progress progress;
  const gm_options *options;
} show;

static void show_event(void *user, const gm_sim_event *e)
{
  show *s = user;
  switch (e->kind) {
  case GM_SIM_WARNING:
    fprintf(stderr, "granum: warning: %s\n", e->warning);
    break;
  case GM_SIM_BEGUN:
    gm_progress_start(&s->progress, s->options->progress, e->step, e->steps,
                      e->frames, e->end, s->options->result);
    break;
  case GM_SIM_STEP:
    gm_stop_look();
    gm_progress_step(&s->progress, e->step, e->frame, e->time, e->grains);
    break;
  case GM_SIM_FRAME:
    gm_progress_frame(&s->progress, e->frame, e->time);
    break;
  }
}

/* Print the balance of the run and its time. */
static void print_end(FILE *out, const gm_sim *sim, const gm_options *o,
                      gm_status status, double seconds, double grain_steps)
{
  const gm_ready *r = &sim->ready;
  const int whole = status == GM_OK || status == GM_ERR_INTERRUPTED;
  if (whole) {
    gm_balance_print(out, &r->step, &r->scene, &sim->now);
    gm_balance_until(out, &sim->until);
  }
  if (o->timing)
    gm_balance_timing(out, &r->step, &r->scene, seconds, &sim->cost,
                      grain_steps);
  if (o->timing) gm_balance_ranks(out, &r->step, r->comm);
  if (o->timing && r->step.device) gm_devices_timing(out, r->step.device);
  if (status == GM_ERR_INTERRUPTED)
    fprintf(out, "stopped: %s\n", gm_stop_reason());
  if (whole)
    fprintf(out, "%lld frames in %s, %.1f s\n", (long long)sim->frames,
            o->result, seconds);
}

/* Print what a run needs, and what there is. */
static void print_memory(FILE *out, const gm_ready *r)
{
  const gm_available a = gm_available_memory();
  const double held = (double)gm_memory_bytes();
  const double start =
      held + (r->config.output.virtual_particles
                  ? gm_objects_lattice_memory(&r->scene.structures)
                  : 0.0);
  const double more =
      (double)r->scene.grains.n * gm_scene_build_grain_memory(&r->config);
  fprintf(out, "memory about %.1f MB at the start, %.1f MB in the run",
          1.0e-6 * start, 1.0e-6 * (held + more));
  if (isfinite(a.bytes))
    fprintf(out, "; %s leaves %.1f MB", a.by, 1.0e-6 * a.bytes);
  fputc('\n', out);
}

/* Mean normal force of the contacts of the last frame that push. */
static double mean_force(const gm_frame_contacts *c)
{
  double sum = 0.0;
  gm_index n = 0;
  for (gm_index k = 0; k < c->n; ++k) {
    const double force = gm_dot(c->force[k], c->normal[k]);
    if (!(force > 0.0)) continue;
    sum += force;
    ++n;
  }
  return n ? sum / n : NAN;
}

static gm_progress_summary summary(const gm_sim *sim, gm_status status)
{
  gm_progress_summary s = {NAN, NAN, NAN, NAN};
  const gm_ready *r = &sim->ready;
  if (status != GM_OK && status != GM_ERR_INTERRUPTED) return s;
  const gm_balance *b = &r->scene.balance;
  s.kinetic = sim->now.kinetic;
  s.error = gm_measure_error(&r->step.capture, &r->scene, &sim->now);
  if (sim->framed) s.force = mean_force(&sim->contacts);
  if (b->sites + b->exact > 0)
    s.sites = (double)b->sites / (double)(b->sites + b->exact);
  return s;
}

static gm_status run_scene(gm_sim *sim, const gm_options *o)
{
  show s = {.options = o};
  const gm_sim_options options = {.result = o->result,
                                  .replace = o->force,
                                  .command_line = o->command_line,
                                  .stop = gm_stop_asked(),
                                  .progress = show_event,
                                  .user = &s};
  const gm_status status = gm_sim_run(sim, &options);
  if (s.progress.started == 0.0) return status; /* no result could be made */
  const double seconds = gm_clock_now() - s.progress.started;
  const gm_progress_summary sums = summary(sim, status);
  gm_progress_end(&s.progress, status,
                  status == GM_OK ? "" : gm_status_message(), &sums);
  FILE *out = s.progress.form == GM_PROGRESS_JSON ? stderr : stdout;
  print_end(out, sim, o, status, seconds, s.progress.grain_steps);
  return status;
}

/* Read and build the scene; its errors are printed. */
static gm_status build(const gm_options *o, gm_comm *comm, gm_sim **made)
{
  gm_sim *sim = *made = o->resume ? gm_sim_resume(o->result, o->n_set, o->set)
                                  : gm_sim_open(o->scene, o->n_set, o->set);
  if (!sim) return gm_fail(GM_ERR_MEMORY, "no memory for a simulation");
  GM_TRY(gm_comm_agree(comm, gm_sim_status(sim)));
  GM_TRY(gm_sim_threads(sim, gm_launch_threads(o, comm)));
  sim->ready.config.report = o->report;
  sim->ready.comm = comm;
  sim->ready.ranks = comm ? gm_comm_ranks(comm) : o->ranks;
  const gm_status status = gm_sim_start(sim);
  const gm_config *config = &sim->ready.config;
  if (status == GM_ERR_INPUT && config->errors && *config->errors)
    return gm_outline_faults(config, o->scene);
  sim->ready.step.timers.on = o->timing;
  return status;
}

/* The same, with lines of progress where it takes long. */
static gm_status prepare(const gm_options *o, gm_comm *comm, gm_sim **made)
{
  gm_preparing *shown = gm_progress_prepare(o->progress);
  const gm_status status = build(o, comm, made);
  gm_progress_prepared(shown);
  return status;
}

gm_status gm_run_command(int argc, char **argv)
{
  static gm_options o;
  gm_sim *sim = NULL;
  gm_device *device = NULL;
  gm_comm *comm = NULL;
  const double began = gm_clock_now();
  gm_options_run(argc, argv, &o);
  GM_TRY(gm_launch_begin(&o, argc, argv, &comm));
  gm_status status = GM_OK;
  if (!o.resume && gm_comm_rank(comm) == 0)
    status = gm_loop_may_write(o.result, o.force);
  status = gm_comm_agree(comm, status);
  if (status == GM_OK) status = prepare(&o, comm, &sim);
  if (status == GM_OK) status = gm_devices_begin(o.device, sim, &device);
  if (status == GM_OK) {
    if (device && o.steps > 0) device->most = 1; /* --steps counts each */
    gm_stop_begin(o.wall_time > 0.0 ? began + o.wall_time : 0.0, o.steps,
                  comm != NULL);
    FILE *out = o.progress == GM_PROGRESS_JSON ? stderr : stdout;
    gm_outline_print(out, &sim->ready, o.scene);
    gm_structure_report_meshes(out, &sim->ready.scene.structures, 0);
    print_memory(out, &sim->ready);
    if (o.resume)
      fprintf(out, "goes on from %s: step %lld, t = %.6g s\n", sim->from.path,
              (long long)sim->ready.scene.step, sim->ready.scene.time);
    fflush(out); /* who reads it sees it now */
    status = run_scene(sim, &o);
  }
  const int speaks = gm_comm_rank(comm) == 0;
  gm_sim_free(sim);
  gm_device_free(device);
  gm_comm_close(comm);
  return speaks ? status
                : GM_OK; /* a launcher ends all at the first that fails */
}

/* Print everything that can be found out about a scene without running it. */
static gm_status print_check(gm_sim *sim, const gm_options *o)
{
  gm_ready *r = &sim->ready;
  const gm_structures *structures = &r->scene.structures;
  gm_outline_print(stdout, r, o->scene);
  gm_outline_sources(stdout, r);
  gm_structure_report_drives(stdout, &r->config, &r->scene);
  gm_structure_report_meetings(stdout, &r->step.meet, &r->scene);
  gm_structure_report_meshes(stdout, structures, 1);
  GM_TRY(gm_audit_report_sites(stdout, &r->scene));
  if (!o->no_audit) {
    const gm_status status = gm_audit_report_print(
        stdout, &r->config, structures, r->times.overlap, r->times.speed);
    if (status == GM_ERR_INPUT) {
      fflush(stdout);
      return gm_outline_faults(&r->config, o->scene);
    }
    GM_TRY(status);
  }
  print_memory(stdout, r);
  printf("no errors in %s\n", o->scene);
  return GM_OK;
}

gm_status gm_run_check_command(int argc, char **argv)
{
  static gm_options o;
  gm_sim *sim = NULL;
  gm_options_check(argc, argv, &o);
  o.report = !o.no_audit;
  gm_status status = prepare(&o, NULL, &sim);
  if (status == GM_OK) status = print_check(sim, &o);
  gm_sim_free(sim);
  return status;
}
