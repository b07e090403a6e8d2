/* step/step.c -- the order of things.  Room: step.
 *
 *   whole step   leave, order, candidates, chunks (loads and move), sums, structures
 *   in halves    leave, order, candidates, loads | move, sums, structures
 *
 * Grains leave and are re-sorted at fixed steps only, so that the order of every sum is the
 * same whenever the list happens to be built.
 */
#include "step/step.h"

#include "base/clock.h"
#include "base/memory.h"
#include "integrate/move.h"
#include <omp.h>

static const int64_t leave_every = 100, order_every = 2000; /* steps */

/* ---- stages ---------------------------------------------------------------- */

/* Grains outside the domain leave the run and are counted. */
static void count_out(gm_scene *s, const gm_order *o)
{
  for (gm_index i = 0; i < s->grains.n; ++i) {
    if (o->to[i] >= 0) continue;
    const double m = gm_grains_mass(&s->grains, i);
    const double inertia = gm_grains_inertia(&s->grains, i);
    const gm_vec3 v = gm_row_vec(s->grains.g[i].v);
    const gm_vec3 w = gm_row_vec(s->grains.w[i]);
    const gm_vec3 x = gm_row_vec(s->grains.g[i].x);
    ++s->balance.grains_out;
    s->balance.mass_out += m;
    s->balance.energy_out += 0.5 * m * gm_norm2(v) +
                             0.5 * inertia * gm_norm2(w) -
                             m * gm_dot(s->gravity, x);
  }
}

static gm_status check_positions(const gm_scene *s)
{
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_row4 x = s->grains.g[i].x, w = s->grains.w[i];
    const double sum = x[0] + x[1] + x[2] + w[0] + w[1] + w[2];
    if (isfinite(sum)) continue;
    return gm_fail(GM_ERR_NUMBER,
                   "grain %lld has no finite position at step %lld: the motion "
                   "has blown up; choose a smaller time step",
                   (long long)s->grains.id[i], (long long)s->step);
  }
  return GM_OK;
}

/* Leave out grains outside the domain; every so often sort the others in space. */
static gm_status order_grains(gm_step *step, gm_scene *s)
{
  const int first = s->contacts.n_chunks == 0;
  const int sort = s->step % order_every == 0;
  if (!first && s->step % leave_every != 0) return GM_OK;
  if (step->captured) return GM_OK; /* second half: done in the first */
  GM_TRY(check_positions(s));
  GM_TRY(gm_order_find(&step->order, &s->grains, s->domain.min, s->domain.max,
                       sort));
  if (!sort && step->order.n == s->grains.n) return GM_OK;
  GM_TRY(gm_match_save(&step->match, &s->contacts));
  gm_match_rename(&step->match, step->order.to);
  count_out(s, &step->order);
  GM_TRY(gm_grains_permute(&s->grains, step->order.from, step->order.n));
  ++step->orders;
  step->must_build = 2; /* history is already saved */
  return GM_OK;
}

/* A list built often wants a wider skin, one built rarely a narrower.  Bits do not depend
 * on it. */
static void choose_skin(gm_step *step, int64_t steps)
{
  if (!step->adapt_skin || steps <= 0) return;
  if (steps < 40) step->skin *= 1.25;
  if (steps > 200) step->skin *= 0.8;
  step->skin = fmin(step->skin, 0.8 * step->smallest);
  step->skin = fmax(step->skin, 0.1 * step->smallest);
}

static gm_status reserve_chunks(gm_step *step, const gm_scene *s)
{
  const size_t chunks = (size_t)s->contacts.n_chunks;
  const size_t loads = chunks * (size_t)s->structures.n;
  if (chunks > step->result_capacity) {
    GM_TRY(GM_RESIZE(step->result, 0, chunks));
    step->result_capacity = chunks;
  }
  if (loads > step->loads_capacity) {
    GM_TRY(GM_RESIZE(step->loads, 0, loads));
    step->loads_capacity = loads;
  }
  return GM_OK;
}

static gm_status build_list(gm_step *step, gm_scene *s)
{
  const int far = 2.0 * step->grains_moved >= step->skin ||
                  step->grains_moved + step->surfaces_moved >= step->skin;
  if (!far && !step->must_build) return GM_OK;
  if (step->must_build != 2) GM_TRY(gm_match_save(&step->match, &s->contacts));
  if (!step->must_build) choose_skin(step, s->step - step->built_at);
  GM_TRY(gm_candidates_build(&step->candidates, &s->grains, &s->structures,
                             step->skin, &s->contacts));
  GM_TRY(gm_match_restore(&step->match, &s->contacts));
  GM_TRY(reserve_chunks(step, s));
  step->grains_moved = step->surfaces_moved = 0.0;
  step->built_at = s->step;
  step->must_build = 0;
  ++step->builds;
  return GM_OK;
}

/* Shares of the chunks for a thread: equal work by rows and grains. */
static gm_index first_chunk(const gm_contacts *c, int part, int parts)
{
  if (part == parts) return c->n_chunks;
  const double all = (double)c->n + c->first_grain[c->n_chunks];
  const double want = all * part / parts;
  gm_index k = 0;
  while (k < c->n_chunks &&
         (double)(c->first_own[k] - c->first_own[0]) + c->first_cross[k] +
                 (c->first_structure[k] - c->first_structure[0]) +
                 c->first_grain[k] <
             want) {
    ++k;
  }
  return k;
}

static gm_chunk_work chunk_work(gm_step *step, gm_scene *s, double kick)
{
  const gm_coefficients *same =
      step->alike && s->grains.n
          ? &step->table[s->grains.material[0] * (GM_MATERIALS_MAX + 1)]
          : NULL;
  return (gm_chunk_work){.scene = s,
                         .law = step->law,
                         .table = step->table,
                         .same = same,
                         .dt = s->dt,
                         .kick = kick,
                         .timed = step->timed,
                         .loads = step->loads,
                         .result = step->result};
}

/* One parallel region: rows that join two threads, a barrier, then chunk by chunk. */
static void run_chunks(gm_step *step, const gm_chunk_work *w)
{
  gm_contacts *list = &w->scene->contacts;
#pragma omp parallel num_threads(step->threads)
  {
    gm_block k;
    const int parts = omp_get_num_threads(), part = omp_get_thread_num();
    const gm_index c0 = first_chunk(list, part, parts);
    const gm_index c1 = first_chunk(list, part + 1, parts);
    const gm_index next = list->first_grain[c1];
    for (gm_index c = c0; c < c1; ++c) {
      w->result[c] = (gm_chunk_result){0};
      gm_index row = list->first_cross[c];
      const gm_index end = list->first_cross[c + 1];
      while (row < end && list->b[row] < next) ++row;
      list->split[c] = row;
      gm_chunk_records(w, &k, row, end, &w->result[c]);
    }
#pragma omp barrier
    for (gm_index c = c0; c < c1; ++c) {
      gm_chunk_records(w, &k, list->first_cross[c], list->split[c],
                       &w->result[c]);
      gm_chunk_run(w, &k, c);
    }
  }
}

static void move_chunks(gm_step *step, const gm_chunk_work *w)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
#pragma omp parallel for schedule(static) num_threads(step->threads)
  for (gm_index c = 0; c < chunks; ++c) gm_chunk_move(w, c);
}

/* Loads of the structures, chunk by chunk in their order. */
static void sum_structures(gm_step *step, gm_scene *s)
{
  step->power = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &step->loads[c * s->structures.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
      sum.power += l->power;
    }
    s->structures.row[k].load = sum;
    step->power += sum.power;
  }
}

/* Sums over chunks, in their order; needs the moved grains. */
static void sum_chunks(gm_step *step, gm_scene *s)
{
  double fastest = 0.0, dissipated = 0.0;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    fastest = fmax(fastest, step->result[c].fastest);
    dissipated += step->result[c].dissipated;
    s->balance.centre_inside += step->result[c].inside;
  }
  step->dissipated = dissipated;
  s->balance.dissipated += dissipated;
  s->balance.work += step->power * s->dt;
  step->grains_moved += sqrt(fastest) * s->dt;
}

static void sum_ticks(gm_step *step, const gm_scene *s, double seconds);

/* Carry the structures to the end of the step. */
static void move_structures(gm_step *step, gm_scene *s)
{
  const gm_cells *cells = &step->candidates.cells;
  const gm_vec3 min = cells->origin;
  const gm_vec3 max = {min.x + cells->width * cells->nx,
                       min.y + cells->width * cells->ny,
                       min.z + cells->width * cells->nz};
  double fastest = 0.0;
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *b = &s->structures.row[k];
    const double before = gm_structures_speed(b, min, max);
    if (b->n_motion) {
      gm_motion_advance(b->motion, b->n_motion, t0, t1 - t0, &b->pose);
    }
    fastest = fmax(fastest, fmax(before, gm_structures_speed(b, min, max)));
    const int present = t1 >= b->present_from && t1 < b->present_to;
    if (present != b->present) step->must_build = 1;
    b->present = present;
  }
  step->surfaces_moved += fastest * s->dt;
}

/* ---- running them ------------------------------------------------------------ */

static gm_timer *timer(gm_step *step, const char *name)
{
  for (int k = 0; k < step->n_timers; ++k) {
    if (step->timer[k].name == name) return &step->timer[k];
  }
  GM_ASSERT(step->n_timers < GM_STEP_TIMERS);
  step->timer[step->n_timers].name = name;
  return &step->timer[step->n_timers++];
}

typedef gm_status stage_run(gm_step *step, gm_scene *scene);

typedef struct stage {
  const char *name;
  stage_run *run;
} stage;

/* Velocities start in step with positions: the first kick is half. */
static double kick_of(const gm_scene *s)
{
  return s->step == 0 ? 0.5 * s->dt : s->dt;
}

static gm_status chunks(gm_step *step, gm_scene *s)
{
  const gm_chunk_work w = chunk_work(step, s, kick_of(s));
  const double t0 = gm_clock_now();
  run_chunks(step, &w);
  if (step->timed) sum_ticks(step, s, gm_clock_now() - t0);
  return GM_OK;
}

static gm_status loads(gm_step *step, gm_scene *s)
{
  const size_t rows = (size_t)s->contacts.n + 1;
  if (rows > step->capture_capacity) {
    GM_TRY(GM_RESIZE(step->capture, 0, rows + rows / 8));
    step->capture_capacity = rows + rows / 8;
  }
  gm_chunk_work w = chunk_work(step, s, 0.0);
  w.capture = step->capture;
  run_chunks(step, &w);
  sum_structures(step, s);
  double dissipated = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    dissipated += s->grains.load[i].t[3];
  }
  step->dissipated = dissipated;
  step->captured = 1;
  return GM_OK;
}

static gm_status move(gm_step *step, gm_scene *s)
{
  const gm_chunk_work w = chunk_work(step, s, kick_of(s));
  move_chunks(step, &w);
  return GM_OK;
}

static gm_status sums(gm_step *step, gm_scene *s)
{
  sum_structures(step, s);
  sum_chunks(step, s);
  return GM_OK;
}

static gm_status structures(gm_step *step, gm_scene *s)
{
  move_structures(step, s);
  ++s->step;
  s->time = (double)s->step * s->dt;
  step->captured = 0;
  return GM_OK;
}

static const stage soft_sphere[] = {
    {"order", order_grains},      {"candidates", build_list},
    {"chunks", chunks},           {"sums", sums},
    {"structures", structures},   {NULL, NULL},
};

static const stage soft_sphere_loads[] = {
    {"order", order_grains},
    {"candidates", build_list},
    {"loads", loads},
    {NULL, NULL},
};

static const stage soft_sphere_move[] = {
    {"move", move},
    {"sums", sums},
    {"structures", structures},
    {NULL, NULL},
};

static gm_status run_stages(gm_step *step, gm_scene *scene, const stage *table)
{
  for (const stage *s = table; s->name; ++s) {
    const double t0 = step->timed ? gm_clock_now() : 0.0;
    GM_TRY(s->run(step, scene));
    if (!step->timed) continue;
    gm_timer *t = timer(step, s->name);
    t->seconds += gm_clock_now() - t0;
    t->calls += 1;
    t->rows += s->run == chunks || s->run == loads ? scene->contacts.n
                                                    : scene->grains.n;
  }
  return GM_OK;
}

gm_status gm_step_advance(gm_step *step, gm_scene *scene)
{
  return run_stages(step, scene,
                    step->captured ? soft_sphere_move : soft_sphere);
}

gm_status gm_step_loads(gm_step *step, gm_scene *scene)
{
  if (step->captured) return GM_OK;
  return run_stages(step, scene, soft_sphere_loads);
}

/* Share the wall time of the chunks among their stages by ticks. */
static void sum_ticks(gm_step *step, const gm_scene *s, double seconds)
{
  static const char *const names[GM_CHUNK_STAGES] = {
      "  touch", "  fill", "  law", "  scatter", "  structure rows", "  move"};
  double ticks[GM_CHUNK_STAGES] = {0}, all = 0.0;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    for (int k = 0; k < GM_CHUNK_STAGES; ++k) {
      ticks[k] += (double)step->result[c].ticks[k];
      all += (double)step->result[c].ticks[k];
    }
  }
  for (int k = 0; k < GM_CHUNK_STAGES && all > 0.0; ++k) {
    gm_timer *t = timer(step, names[k]);
    t->seconds += seconds * ticks[k] / all;
    t->calls += 1;
    t->rows += k == GM_CHUNK_MOVE ? s->grains.n
               : k == GM_CHUNK_STRUCTURES
                   ? s->contacts.n - s->contacts.n_grain
                   : s->contacts.n_grain;
  }
}

/* ---- set-up ------------------------------------------------------------------ */

gm_status gm_step_init(gm_step *step, const gm_scene *s, const gm_config *config,
                       int threads)
{
  *step = (gm_step){.threads = threads, .must_build = 1};
  step->law = gm_law_at(config->contacts.law);
  GM_TRY(GM_RESIZE(step->table, 0, s->materials.n * GM_MATERIALS_MAX));
  const gm_law_options options = {config->contacts.no_tension,
                                  config->contacts.tangential_damping,
                                  config->contacts.tangential_ratio};
  gm_law_table(step->law, &s->materials, options, step->table);
  step->alike = 1;
  step->smallest = s->grains.n ? s->grains.g[0].x[3] : 1.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    step->alike &= s->grains.material[i] == s->grains.material[0];
    step->smallest = fmin(step->smallest, s->grains.g[i].x[3]);
  }
  step->adapt_skin = config->search.skin == 0.0;
  step->skin = step->adapt_skin ? 0.2 * step->smallest : config->search.skin;
  omp_set_num_threads(threads);
  return GM_OK;
}

void gm_step_clear(gm_step *step)
{
  GM_FREE(step->table);
  GM_FREE(step->result);
  GM_FREE(step->loads);
  GM_FREE(step->capture);
  gm_candidates_clear(&step->candidates);
  gm_match_clear(&step->match);
  gm_order_clear(&step->order);
  *step = (gm_step){0};
}
