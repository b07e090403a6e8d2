/* app/balance.c -- the last lines of a run.
 *
 * The balance is the plainest check of a run: grains, mass and energy that came in equal
 * what is left, went out and was dissipated; the remainder is printed as the error. The
 * table of times adds bytes per second, so that a stage limited by memory shows as such.
 */
#include "app/balance.h"

#include "report/audit_report.h"
#include "rules/sides.h"
#include <string.h>

/* Print the number of grains that left through each face. */
static void print_sides(FILE *out, const gm_balance *b)
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
static void print_bodies(FILE *out, const gm_scene *s)
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

void gm_balance_print(FILE *out, const gm_step *step, const gm_scene *s,
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
  if (bodies) print_bodies(out, s);
  if (grains)
    fprintf(out, "  grains      %lld in, %lld out, %d left, %lld lost\n",
            (long long)b->grains_in, (long long)b->grains_out, s->grains.n,
            (long long)gm_scene_lost(s));
  if (changed->made || changed->dissolved)
    fprintf(out, "              %lld made of points, %lld dissolved\n",
            (long long)changed->made, (long long)changed->dissolved);
  if (b->grains_out) print_sides(out, b);
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
static void print_line(FILE *out, const char *name, double seconds,
                       double share)
{
  fprintf(out, "%-18s %10.3f %6.1f%%", name, seconds, 100.0 * share);
}

static void print_stage(FILE *out, const gm_timer *t, double seconds,
                        double grain_steps)
{
  const double calls = (double)t->calls;
  print_line(out, t->name, t->seconds, t->seconds / seconds);
  fprintf(out, " %10lld %10.0f %9.2f %9.2f", (long long)t->calls,
          t->rows / calls, t->rows > 0.0 ? 1.0e9 * t->seconds / t->rows : 0.0,
          grain_steps > 0.0 ? 1.0e9 * t->seconds / grain_steps : 0.0);
  if (t->bytes > 0.0)
    fprintf(out, " %9.1f %7.1f", t->bytes / grain_steps,
            1.0e-9 * t->bytes / t->seconds);
  fprintf(out, "\n");
}

static void print_output(FILE *out, const gm_sim_cost *o, double seconds)
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
    print_line(out, rows[k].name, rows[k].seconds, rows[k].seconds / seconds);
    fprintf(out, "\n");
  }
}

void gm_balance_timing(FILE *out, const gm_step *step, const gm_scene *s,
                       double seconds, const gm_sim_cost *output,
                       double grain_steps)
{
  fprintf(out, "%-18s %10s %7s %10s %10s %9s %9s %9s %7s\n", "stage", "seconds",
          "share", "calls", "rows/call", "ns/row", "ns/gr.st.", "B/gr.st.",
          "GB/s");
  for (int k = 0; k < step->timers.n; ++k)
    print_stage(out, &step->timers.row[k], seconds, grain_steps);
  print_output(out, output, seconds);
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
static void print_seconds(FILE *out, gm_comm *comm, const char *name,
                          double seconds)
{
  double most[2] = {seconds, -seconds};
  int64_t sum = llround(1.0e9 * seconds);
  gm_comm_most(comm, most, 2);
  gm_comm_add(comm, &sum, 1);
  fprintf(out, "%-18s %10.3f %10.3f %10.3f\n", name, -most[1],
          1.0e-9 * (double)sum / gm_comm_ranks(comm), most[0]);
}

static const gm_timer *timer_of(const gm_timers *t, const char *name)
{
  static const gm_timer none = {.name = ""};
  for (int k = 0; k < t->n; ++k)
    if (!strcmp(t->row[k].name, name)) return &t->row[k];
  return &none;
}

void gm_balance_ranks(FILE *out, const gm_step *step, gm_comm *comm)
{
  const gm_comm_cost cost = gm_comm_costs(comm);
  const gm_exchange *ex = &step->exchange;
  const double steps = (double)timer_of(&step->timers, "halo")->calls;
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
    print_seconds(out, comm, name, timer_of(&step->timers, name)->seconds);
  }
  print_seconds(out, comm, "MPI, of these", cost.seconds);
  gm_comm_add(comm, sum, 5);
  const double each = 1.0 / (steps * gm_comm_ranks(comm));
  fprintf(
      out,
      "a rank and step: %.2f messages, %.0f bytes, %.2f calls of all ranks; "
      "%.3f ghosts a grain, %lld lists\n",
      each * (double)sum[0], each * (double)sum[1], each * (double)sum[2],
      (double)sum[3] / fmax((double)sum[4], 1.0), (long long)ex->count.lists);
}

void gm_balance_until(FILE *out, const gm_until *u)
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
