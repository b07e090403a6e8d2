/* app/run.c -- granum run and granum check: options and printing.
 *
 * The library (include/granum.h) does the work; this file prints, and stops the loop
 * after the current step where there is a reason.
 */
#include "app/commands.h"

#include "app/audit_report.h"
#include "app/options.h"
#include "app/structure_report.h"
#include "base/clock.h"
#include "base/math.h"
#include "base/memory.h"
#include "base/vec3.h"
#include "output/objects.h"
#include "rules/sides.h"
#include "setup/scene_build.h"
#include "sim/advance.h"
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reasons to stop a run after the step in progress ---------------------------- */

/* SIGINT, SIGTERM and SIGHUP (unless that is ignored, as under nohup); a limit of the
 * wall-clock time or of the steps; and a reader of standard output or error, at the
 * other end of a pipe, that has gone away.  SIGPIPE is ignored, so that such a reader
 * ends the run by this way and not in the middle of a step. */

static volatile sig_atomic_t asked; /* 1, or the signal */

_Static_assert(_Generic((sig_atomic_t)0, int : 1, default : 0),
               "gm_sim_options.stop is an int that a signal may set");

static struct {
  double deadline, looked; /* gm_clock_now */
  int64_t limit, steps;
  const char *reason;
} state;

static void note_run_signal(int number)
{
  asked = number;
}

static const char steps_done[] = "the number of steps of --steps is done";

static void give_run_reason(const char *reason)
{
  if (asked) return;
  state.reason = reason;
  asked = 1;
}

/* From now on signals stop the run.  deadline: gm_clock_now at which it stops, or 0;
 * steps: number of steps after which it stops, or 0; late: steps that follow the one
 * after which a reason is found, 1 of several ranks. */
static void begin_run_stops(double deadline, int64_t steps, int late)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR2};
  struct sigaction action = {.sa_handler = note_run_signal,
                             .sa_flags = SA_RESTART};
  struct sigaction before;
  sigemptyset(&action.sa_mask);
  for (int k = 0; k < 4; ++k) {
    sigaction(numbers[k], NULL, &before);
    const int spared = numbers[k] == SIGHUP && before.sa_handler == SIG_IGN;
    if (!spared) sigaction(numbers[k], &action, NULL);
  }
  signal(SIGPIPE, SIG_IGN);
  state.deadline = deadline;
  state.limit = steps - late;
  if (steps > 0 && state.limit <= 0) give_run_reason(steps_done);
}

/* Has the other end of a pipe or socket been closed? */
static int is_run_deserted(int fd)
{
  struct stat info;
  struct pollfd end = {.fd = fd};
  if (fstat(fd, &info) != 0) return 0;
  if (!S_ISFIFO(info.st_mode) && !S_ISSOCK(info.st_mode)) return 0;
  return poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP));
}

/* After each step: is there a reason by now? */
static void find_run_stop(void)
{
  const double now = gm_clock_now();
  ++state.steps;
  if (state.limit > 0 && state.steps >= state.limit)
    give_run_reason(steps_done);
  if (state.deadline > 0.0 && now >= state.deadline)
    give_run_reason("the time of --wall-time is over");
  if (now - state.looked < 0.2) return;
  state.looked = now;
  if (is_run_deserted(STDOUT_FILENO) || is_run_deserted(STDERR_FILENO))
    give_run_reason("the reader of the output has gone");
}

/* Not 0 once there is a reason: for gm_sim_options.stop. */
static const volatile int *is_run_stopping(void)
{
  return &asked;
}

/* The reason as a text. */
static const char *stop_run_reason(void)
{
  switch (asked) {
  case 0:
    return "another rank has a reason";
  case SIGINT:
    return "interrupted (SIGINT)";
  case SIGTERM:
    return "told to end (SIGTERM)";
  case SIGUSR2: /* what launchers pass on */
    return "told to end (SIGUSR2)";
  case SIGHUP:
    /* also 1: its own reason comes first */
    return state.reason ? state.reason : "the terminal has gone (SIGHUP)";
  default:
    return "stopped";
  }
}

/* ---- the last lines of a run ----------------------------------------------------- */

/* The balance is the plainest check of a run: grains, mass and energy that came in equal
 * what is left, went out and was dissipated; the remainder is printed as the error.  The
 * table of times adds bytes per second, so that a stage limited by memory shows as
 * such. */

/* Print the number of grains that left through each face. */
static void print_run_sides(FILE *out, const gm_balance *b)
{
  const char *before = "  out through ";
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    if (!b->out[k]) continue;
    fprintf(out, "%s%s %lld", before, gm_sides_name(k), (long long)b->out[k]);
    before = ", ";
  }
  if (*before == ',') fprintf(out, "\n");
}

/* Copies of bodies by number and mass, those that are there from the start counted in.
 */
static void print_run_bodies(FILE *out, const gm_scene *s)
{
  const gm_structures *all = &s->structures;
  const gm_balance *b = &s->balance;
  double mass = 0.0;
  int left = 0;
  for (gm_index k = all->named; k < all->n; ++k) {
    const gm_structure *copy = &all->row[k];
    if (copy->stay != 1) continue;
    mass += copy->rigid->mass;
    ++left;
  }
  fprintf(out, "  bodies      %lld in, %lld out, %d left, %.6g kg\n",
          (long long)b->bodies_in, (long long)b->bodies_out, left, mass);
}

/* Print grains, mass, momentum, energy and the largest overlap of any step. */
static void print_run_balance(FILE *out, const gm_step *step, const gm_scene *s,
                              const gm_measure *m)
{
  const gm_balance *b = &s->balance;
  const double error = gm_measure_error(&step->capture, s, m);
  const double work = gm_measure_work(&step->capture, s);
  const double held = gm_measure_held(&step->capture, s);
  const double turned = gm_measure_turned(&step->capture, s, m);
  const gm_partition_sums *changed = &s->partition.sums;
  const bool bodies = s->structures.n > s->structures.named;
  /* A run of bodies alone says nothing of grains. */
  const bool grains =
      !bodies || b->grains_in || s->grains.n || s->continuum.mode;
  fprintf(out, "balance at t = %.6g s, step %lld\n", s->time,
          (long long)s->step);
  if (bodies) print_run_bodies(out, s);
  if (grains)
    fprintf(out, "  grains      %lld in, %lld out, %d left, %lld lost\n",
            (long long)b->grains_in, (long long)b->grains_out, s->grains.n,
            (long long)gm_scene_lost(s));
  if (changed->made || changed->dissolved)
    fprintf(out, "              %lld made of points, %lld dissolved\n",
            (long long)changed->made, (long long)changed->dissolved);
  if (b->grains_out) print_run_sides(out, b);
  for (gm_index k = 0; k < s->sinks.n; ++k) {
    const gm_sink *q = &s->sinks.row[k];
    fprintf(out, "  sink        %s: %lld grains, %.6g kg\n", q->name,
            (long long)q->grains, q->mass);
  }
  for (gm_index k = 0; k < s->pours.n; ++k) {
    const gm_pour *p = &s->pours.row[k];
    fprintf(out, "  poured      %lld grains, %.6g kg; ", (long long)p->done,
            p->mass);
    if (p->by == GM_BY_MASS)
      fprintf(out, "%.3g kg more were due and wait\n", p->waiting_mass);
    else
      fprintf(out, "%lld more were due and wait\n", (long long)p->waiting);
  }
  if (s->continuum.mode)
    fprintf(out, "  points      %lld made, %lld out, %d left\n",
            (long long)s->points.next, (long long)b->points.out, s->points.n);
  if (grains)
    fprintf(out, "  mass        %.6g kg in, %.6g out, %.6g left, %.2g lost\n",
            b->mass_in, b->mass_out, m->mass,
            b->mass_in - b->mass_out - m->mass);
  fprintf(out, "  momentum    (%.4g, %.4g, %.4g) kg m/s\n", m->momentum.x,
          m->momentum.y, m->momentum.z);
  fprintf(out,
          "  energy      %.6g J at the start; now kinetic %.4g, elastic %.4g, "
          "potential %.6g\n",
          b->initial, m->kinetic, m->elastic, m->potential);
  fprintf(out,
          "              dissipated %.6g, carried out %.6g, work of structures "
          "%.6g\n",
          gm_measure_dissipated(&step->capture, s), b->energy_out, work);
  fprintf(out,
          "              of what is dissipated: friction %.4g, rolling %.4g, "
          "torsion %.4g\n",
          b->friction, b->rolling, b->torsion);
  if (s->continuum.mode)
    fprintf(out,
            "              of material points: plastic %.4g, at structures "
            "%.4g, between points and grid %.4g\n",
            b->points.plastic, b->points.walls, b->points.transfer);
  if (s->held_groups.n) {
    fprintf(out, "              work of held grains %.6g\n", held);
  }
  if (m->bodies != 0.0 || m->falls != 0.0 || m->applied != 0.0)
    fprintf(out,
            "              bodies: kinetic %.6g, potential %.6g; work of loads "
            "%.6g, lost by drag %.6g\n",
            m->bodies, m->falls, m->applied, m->dragged);
  const double growth = gm_measure_growth(&step->capture, s);
  if (growth != 0.0)
    fprintf(out, "              brought by growing grains %.6g\n", growth);
  if (b->energy_in != 0.0) {
    fprintf(out, "              brought in by pours or released %.6g\n",
            b->energy_in);
  }
  if (b->hard.corrections != 0.0)
    fprintf(out, "              work of overlap corrections %.6g\n",
            b->hard.corrections);
  if (b->crossings != 0.0) {
    fprintf(out, "              gained at periodic sides %.6g\n", b->crossings);
  }
  fprintf(out,
          "              left over %.3g J, %.3f %% of what was turned over\n",
          error, turned > 0.0 ? 100.0 * fabs(error) / turned : 0.0);
  if (b->fallen > 1.0e-9 * turned)
    fprintf(
        out,
        "  warning     losses of a contact law fell by %.3g J: the law makes "
        "energy\n",
        b->fallen);
  if (grains)
    fprintf(out, "  overlap     %.3f %% of the radius at most\n",
            100.0 * b->overlap);
  if (b->overlap > 0.07 && (!s->hard || s->structures.n > 0)) {
    fprintf(out,
            "  warning     beyond 7 %% contacts at edges and corners are no "
            "longer exact: %s\n",
            s->hard ? "a smaller time.step, or more collisions.sweeps"
                    : "stiffer materials or lower speeds");
  }
  if (b->sites + b->exact > 0) {
    const double all = (double)(b->sites + b->exact);
    fprintf(out,
            "  meshes      %lld queries answered, %.1f %% by virtual particles "
            "and %.1f %% by triangles\n",
            (long long)(b->sites + b->exact), 100.0 * (double)b->sites / all,
            100.0 * (double)b->exact / all);
  }
  gm_audit_report_coverage(&(gm_coverage_note){out, 11}, s);
  if (s->meetings.depth > 0.0)
    fprintf(out, "  structures  overlap each other by %.3g m at most\n",
            s->meetings.depth);
  if (s->meetings.deep)
    fprintf(out,
            "  warning     %lld times a sample was deeper in another structure "
            "than meet.depth: a larger contacts.pairs[].foundation, or lower "
            "speeds\n",
            (long long)s->meetings.deep);
  if (b->centre_inside) {
    fprintf(out, "  warning     %lld times a centre was inside a structure\n",
            (long long)b->centre_inside);
  }
}

/* Print the first columns of a line of the table. */
static void print_run_line(FILE *out, const char *name, double seconds,
                           double share)
{
  fprintf(out, "%-18s %10.3f %6.1f%%", name, seconds, 100.0 * share);
}

static void print_run_stage(FILE *out, const gm_timer *t, double seconds,
                            double grain_steps)
{
  const double calls = (double)t->calls;
  print_run_line(out, t->name, t->seconds, t->seconds / seconds);
  fprintf(out, " %10lld %10.0f %9.2f %9.2f", (long long)t->calls,
          t->rows / calls, t->rows > 0.0 ? 1.0e9 * t->seconds / t->rows : 0.0,
          grain_steps > 0.0 ? 1.0e9 * t->seconds / grain_steps : 0.0);
  if (t->bytes > 0.0)
    fprintf(out, " %9.1f %7.1f", t->bytes / grain_steps,
            1.0e-9 * t->bytes / t->seconds);
  fprintf(out, "\n");
}

static void print_run_output(FILE *out, const gm_sim_cost *o, double seconds)
{
  const struct {
    const char *name;
    double seconds;
  } rows[] = {{"output", o->measured + o->copied + o->waited},
              {"  measure", o->measured},
              {"  copy", o->copied},
              {"  wait", o->waited},
              {"beside: write", o->written}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
    print_run_line(out, rows[k].name, rows[k].seconds,
                   rows[k].seconds / seconds);
    fprintf(out, "\n");
  }
}

/* Print a line for each stage: seconds, share of the time, calls, rows, and for each
 * row and each grain-step the time in ns and the bytes of columns. */
static void print_run_timing(FILE *out, const gm_step *step, const gm_scene *s,
                             double seconds, const gm_sim_cost *output,
                             double grain_steps)
{
  fprintf(out, "%-18s %10s %7s %10s %10s %9s %9s %9s %7s\n", "stage", "seconds",
          "share", "calls", "rows/call", "ns/row", "ns/gr.st.", "B/gr.st.",
          "GB/s");
  for (int k = 0; k < step->timers.n; ++k)
    print_run_stage(out, &step->timers.row[k], seconds, grain_steps);
  print_run_output(out, output, seconds);
  fprintf(out,
          "%-18s %10.3f         %.2f M grain-steps/s, %lld list builds, skin "
          "%.3g m, %d threads\n",
          "all", seconds, 1.0e-6 * grain_steps / seconds,
          (long long)step->lists.builds, step->lists.skin, step->threads);
  fprintf(out, "%-18s %10.1f MB, %.0f bytes a grain\n", "memory",
          1.0e-6 * output->bytes,
          s->grains.n ? output->bytes / s->grains.n : 0.0);
  fprintf(out, "gr.st.: a grain and step; B: bytes of columns that a stage "
               "moves, an estimate (step/timers.h)\n");
}

/* Seconds of all ranks: least, mean, most. */
static void print_run_seconds(FILE *out, gm_comm *comm, const char *name,
                              double seconds)
{
  double most[2] = {seconds, -seconds};
  int64_t sum = llround(1.0e9 * seconds);
  gm_comm_most(comm, most, 2);
  gm_comm_add(comm, &sum, 1);
  fprintf(out, "%-18s %10.3f %10.3f %10.3f\n", name, -most[1],
          1.0e-9 * (double)sum / gm_comm_ranks(comm), most[0]);
}

static const gm_timer *run_timer(const gm_timers *t, const char *name)
{
  static const gm_timer none = {.name = ""};
  for (int k = 0; k < t->n; ++k)
    if (!strcmp(t->row[k].name, name)) return &t->row[k];
  return &none;
}

/* Of several ranks, on all of them: print a line for each stage of rank 0 with the least,
 * mean and most seconds of all, and what travels.  Collective. */
static void print_run_ranks(FILE *out, const gm_step *step, gm_comm *comm)
{
  const gm_comm_cost cost = gm_comm_costs(comm);
  const gm_exchange *ex = &step->exchange;
  const double steps = (double)run_timer(&step->timers, "halo")->calls;
  int64_t sum[5] = {cost.messages, cost.bytes, cost.calls, ex->count.ghosts,
                    ex->count.owned};
  int n = step->timers.n;
  char name[32];
  if (!comm || !(steps > 0.0)) return;
  gm_comm_tell(comm, &n, sizeof n, 0);
  fprintf(out, "%-18s %10s %10s %10s  s, of %d ranks\n", "stage", "least",
          "mean", "most", gm_comm_ranks(comm));
  for (int k = 0; k < n; ++k) {
    if (gm_comm_rank(comm) == 0)
      snprintf(name, sizeof name, "%s", step->timers.row[k].name);
    gm_comm_tell(comm, name, sizeof name, 0);
    print_run_seconds(out, comm, name, run_timer(&step->timers, name)->seconds);
  }
  print_run_seconds(out, comm, "MPI, of these", cost.seconds);
  gm_comm_add(comm, sum, 5);
  const double each = 1.0 / (steps * gm_comm_ranks(comm));
  fprintf(
      out,
      "a rank and step: %.2f messages, %.0f bytes, %.2f calls of all ranks; "
      "%.3f ghosts a grain, %lld lists\n",
      each * (double)sum[0], each * (double)sum[1], each * (double)sum[2],
      (double)sum[3] / fmax((double)sum[4], 1.0), (long long)ex->count.lists);
}

/* Print which condition of time.until ended the run; nothing if none did. */
static void print_run_until(FILE *out, const gm_until *u)
{
  if (u->every == 0) return;
  if (u->because) {
    fprintf(out, "  ended       at t = %.6g s by time.until.%s: %.6g%s\n",
            u->time, u->because, u->value,
            u->because[0] == 'k' ? " J" : " grains");
    return;
  }
  fprintf(out, "  ended       by time.end; time.until did not hold%s\n",
          isnan(u->kinetic) || u->was_above
              ? ""
              : ": the kinetic energy was never above the limit");
}

/* ---- granum run and granum check: options and printing --------------------------- */

/* State of the progress that a run prints. */
typedef struct show {
  gm_progress progress;
  const gm_options *options;
} show;

static void show_run_event(void *user, const gm_sim_event *e)
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
    find_run_stop();
    gm_progress_step(&s->progress, e->step, e->frame, e->time, e->grains);
    break;
  case GM_SIM_FRAME:
    gm_progress_frame(&s->progress, e->frame, e->time);
    break;
  }
}

/* Print the balance of the run and its time. */
static void print_run_end(FILE *out, const gm_sim *sim, const gm_options *o,
                          gm_status status, double seconds, double grain_steps)
{
  const gm_ready *r = &sim->ready;
  const int whole = status == GM_OK || status == GM_ERR_INTERRUPTED;
  if (whole) {
    print_run_balance(out, &r->step, &r->scene, &sim->now);
    print_run_until(out, &sim->until);
  }
  if (o->timing)
    print_run_timing(out, &r->step, &r->scene, seconds, &sim->cost,
                     grain_steps);
  if (o->timing) print_run_ranks(out, &r->step, r->comm);
  if (o->timing && r->step.device) gm_devices_timing(out, r->step.device);
  if (status == GM_ERR_INTERRUPTED)
    fprintf(out, "stopped: %s\n", stop_run_reason());
  if (whole)
    fprintf(out, "%lld frames in %s, %.1f s\n", (long long)sim->frames,
            o->result, seconds);
}

/* Print what a run needs, and what there is. */
static void print_run_memory(FILE *out, const gm_ready *r)
{
  const gm_available a = gm_memory_available();
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

/* Print what each of several ranks would need.  A part is a cube of a packing of solid
 * fraction 0.6, and ghosts are the grains within 1.05 diameters of it. */
static void print_run_shares(FILE *out, const gm_ready *r, int ranks)
{
  if (ranks < 2) return;
  const double each = fmax((double)r->scene.grains.n / ranks, 1.0);
  const double side = gm_math_cbrt(each * GM_PI / 6.0 / 0.6);
  const double wide = 1.0 + 2.1 / side;
  const double ghosts =
      fmin(each * (wide * wide * wide - 1.0), (double)r->scene.grains.n - each);
  const double bytes =
      (double)gm_memory_bytes() +
      (each + fmax(ghosts, 0.0)) * gm_scene_build_grain_memory(&r->config);
  fprintf(out,
          "ranks        %d, each with %.0f grains and about %.0f ghosts, %.1f "
          "MB\n",
          ranks, each, fmax(ghosts, 0.0), 1.0e-6 * bytes);
}

/* Mean normal force of the contacts of the last frame that push. */
static double run_mean_force(const gm_frame_contacts *c)
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

static gm_progress_summary run_summary(const gm_sim *sim, gm_status status)
{
  gm_progress_summary s = {NAN, NAN, NAN, NAN};
  const gm_ready *r = &sim->ready;
  if (status != GM_OK && status != GM_ERR_INTERRUPTED) return s;
  const gm_balance *b = &r->scene.balance;
  s.kinetic = sim->now.kinetic;
  s.error = gm_measure_error(&r->step.capture, &r->scene, &sim->now);
  if (sim->framed) s.force = run_mean_force(&sim->contacts);
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
                                  .stop = is_run_stopping(),
                                  .progress = show_run_event,
                                  .user = &s};
  const gm_status status = gm_sim_run(sim, &options);
  if (s.progress.started == 0.0) return status; /* no result could be made */
  const double seconds = gm_clock_now() - s.progress.started;
  const gm_progress_summary sums = run_summary(sim, status);
  gm_progress_end(&s.progress, status,
                  status == GM_OK ? "" : gm_status_message(), &sums);
  FILE *out = s.progress.form == GM_PROGRESS_JSON ? stderr : stdout;
  print_run_end(out, sim, o, status, seconds, s.progress.grain_steps);
  return status;
}

/* Read and build the scene; its errors are printed. */
static gm_status build_run_scene(const gm_options *o, gm_comm *comm,
                                 gm_sim **made)
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
static gm_status prepare_run_scene(const gm_options *o, gm_comm *comm,
                                   gm_sim **made)
{
  gm_preparing *shown = gm_progress_prepare(o->progress);
  const gm_status status = build_run_scene(o, comm, made);
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
    status = gm_advance_may_write(o.result, o.force);
  status = gm_comm_agree(comm, status);
  if (status == GM_OK) status = prepare_run_scene(&o, comm, &sim);
  if (status == GM_OK) status = gm_devices_begin(o.device, sim, &device);
  if (status == GM_OK) {
    if (device && o.steps > 0) device->most = 1; /* --steps counts each */
    begin_run_stops(o.wall_time > 0.0 ? began + o.wall_time : 0.0, o.steps,
                    comm != NULL);
    FILE *out = o.progress == GM_PROGRESS_JSON ? stderr : stdout;
    gm_outline_print(out, &sim->ready, o.scene);
    gm_structure_report_meshes(out, &sim->ready.scene.structures, 0);
    print_run_memory(out, &sim->ready);
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
static gm_status print_run_check(gm_sim *sim, const gm_options *o)
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
  print_run_memory(stdout, r);
  print_run_shares(stdout, r, o->ranks);
  GM_TRY(gm_devices_check(stdout, o->device, sim));
  printf("no errors in %s\n", o->scene);
  return GM_OK;
}

gm_status gm_run_check_command(int argc, char **argv)
{
  static gm_options o;
  gm_sim *sim = NULL;
  gm_options_check(argc, argv, &o);
  o.report = !o.no_audit;
  gm_status status = prepare_run_scene(&o, NULL, &sim);
  if (status == GM_OK) status = print_run_check(sim, &o);
  gm_sim_free(sim);
  return status;
}
