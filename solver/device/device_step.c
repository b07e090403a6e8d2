/* device/device_step.c -- steps of a run on a device.
 *
 * What is added over grains is added in the bins of base/sum.h, so that it has the bits
 * of the host.  A loss that is too large for the bins, or a contact that is too deep, is
 * looked up by the host.
 */
#include "device/device_step.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/slots.h"
#include "device/walls.h"
#include "scene/collisions.h"
#include "soft/team.h"
#include <string.h>

int gm_device_step_can(const gm_contacts *list)
{
  if (!list->screened) return 1;
  for (gm_index c = 0; c < list->n_chunks; ++c)
    if (list->screened_chunk[c]) return 0;
  return 1;
}

/* ---- before a run --------------------------------------------------------- */

static gm_kernels_row row_of_floats(gm_row4 a)
{
  return (gm_kernels_row){a[0], a[1], a[2], a[3]};
}

/* Bounds of the regions of sinks; false if there are too many. */
static int bound_sinks(gm_kernels_constants *c, const gm_sinks *sinks)
{
  const double sure = 1.0 + 1.0e-9, all = c->flat ? INFINITY : 0.0;
  for (gm_index k = 0; k < sinks->n; ++k) {
    const gm_region *r = &sinks->row[k].region;
    gm_vec3 low = r->min, high = r->max;
    if (!sinks->row[k].on || sinks->row[k].structure >= 0) continue;
    if (c->sinks == GM_KERNELS_SINKS) return 0;
    if (r->kind != GM_REGION_BOX) {
      const double h = r->kind == GM_REGION_CYLINDER ? r->height : 0.0;
      const double reach = sure * (r->radius + 0.5 * h);
      const gm_vec3 middle = gm_madd(r->centre, 0.5 * h, r->axis);
      low = gm_sub(middle, gm_vec(reach, reach, reach));
      high = gm_add(middle, gm_vec(reach, reach, reach));
    }
    low.z -= all;
    high.z += all;
    c->sink[c->sinks][0] = row_of_floats(gm_row(low, 0.0));
    c->sink[c->sinks++][1] = row_of_floats(gm_row(high, 0.0));
  }
  return 1;
}

static gm_kernels_constants constants_of(const gm_device *d,
                                         const gm_device_run *run)
{
  const gm_work *w = run->work;
  const gm_scene *s = w->scene;
  const gm_contacts *list = &s->contacts;
  const gm_couple *couple = w->model->couple;
  const gm_grain_spin spin = gm_grain_rule_spin(&s->grains.rule);
  gm_kernels_constants c = {
      .time = w->time,
      .kick = w->kick,
      .s0 = spin.s0,
      .s1 = spin.s1,
      .known = s->balance.overlap,
      .skin = run->skin,
      .limit = w->model->overlap_limit,
      .fall = row_of_floats(gm_row(gm_scale(w->kick, s->gravity), 0.0)),
      .grid = row_of_floats(s->grains.grid),
      .n = d->n,
      .chunk = list->chunk,
      .chunks = list->n_chunks,
      .parts = (list->chunk + GM_KERNELS_PART - 1) / GM_KERNELS_PART,
      .pair = w->pair,
      .materials = GM_MATERIALS_MAX,
      .words = d->words,
      .law = d->law,
      .periodic = s->domain.periodic != 0,
      .side = row_of_floats(s->domain.side),
      .min = row_of_floats(gm_row(s->domain.min, 0.0)),
      .max = row_of_floats(gm_row(s->domain.max, 0.0)),
      .flat = s->grains.rule.flat,
      .couple = d->couple,
      .steady = couple && couple->rolling == GM_ROLLING_CONSTANT,
      .spring = couple && couple->rolling == GM_ROLLING_SPRING,
      .twists = couple && couple->torsion == GM_TORSION_SPRING,
      .counts = w->buffers->impacts != NULL,
  };
  for (int k = 0; c.periodic && k < GM_DOMAIN_IMAGES; ++k)
    c.shift[k] = row_of_floats(s->domain.shift[k]);
  return c;
}

/* Memory of sums for `steps` steps. */
static gm_status
reserve_device_sums(gm_device *d, const gm_kernels_constants *c, int64_t steps)
{
  gm_device_tables *t = &d->table;
  gm_device_mirror *m = &d->mirror;
  const size_t chunks = (size_t)c->chunks, sums = chunks * (size_t)steps;
  const size_t room = c->room ? (size_t)c->room : 1;
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->part,
                           chunks * (size_t)c->parts * sizeof(gm_kernels_sum)));
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->chunk,
                           sums * sizeof(gm_kernels_sum)));
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->impacts,
                           room * sizeof(gm_kernels_impact)));
  if (sums > m->sums || !m->sum) {
    m->sums = 0;
    GM_TRY(GM_RESIZE(m->sum, 0, sums));
    m->sums = sums;
  }
  if (room > m->room || !m->impact) {
    m->room = 0;
    GM_TRY(GM_RESIZE(m->impact, 0, room + room / 8));
    m->room = room + room / 8;
  }
  return GM_OK;
}

/* ---- structures ----------------------------------------------------------- */

/* The host receives the grains near structures; the device notes which they are. */
static gm_status fetch_near(gm_device *d, gm_scene *s)
{
  gm_device_tables *t = &d->table;
  const gm_device_mirror *m = &d->mirror;
  const size_t n = (size_t)d->n_near;
  GM_TRY(GM_DEVICE_RUN(d, pack, n, &t->which, &t->n_near, &t->g[d->current],
                       &t->w[d->current], &t->packed, &t->near));
  GM_TRY(gm_device_fetch(d, &t->packed, m->packed, 3 * n * sizeof *m->packed));
#pragma omp parallel for schedule(static) if (n > 1024)
  for (gm_index k = 0; k < d->n_near; ++k) {
    const gm_index i = m->which[k];
    s->grains.g[i].x = m->packed[3 * k];
    s->grains.g[i].v = m->packed[3 * k + 1];
    s->grains.w[i] = m->packed[3 * k + 2];
  }
  return GM_OK;
}

/* What structures give to grains, by the host. */
static gm_status structure_sums(gm_device *d, const gm_device_run *run)
{
  const gm_device_mirror *m = &d->mirror;
  const size_t each = d->couple ? 2 : 1;
  double t0 = gm_clock_now();
  if (d->has_walls) return GM_OK;
  if (d->n_near) GM_TRY(fetch_near(d, run->work->scene));
  d->cost.waited += gm_clock_now() - t0;
  t0 = gm_clock_now();
  gm_team_structures(run->work, run->threads, m->which, m->first_near,
                     m->given);
  d->cost.structures += gm_clock_now() - t0;
  if (!d->n_near) return GM_OK;
  return gm_device_put(d, &d->table.given, m->given,
                       each * (size_t)d->n_near * sizeof *m->given);
}

gm_status gm_device_step_look(gm_device *d, const gm_device_run *run, int *must)
{
  const gm_scene *s = run->work->scene;
  gm_kernels_constants c = constants_of(d, run);
  gm_kernels_word word = {.done = 0};
  *must = !bound_sinks(&c, &s->sinks);
  if (*must) return GM_OK;
  gm_device_tables *t = &d->table;
  GM_TRY(gm_device_put(d, &t->constants, &c, sizeof c));
  GM_TRY(gm_device_put(d, &t->word, &word, sizeof word));
  GM_TRY(GM_DEVICE_RUN(d, look, (size_t)d->n, &t->constants, &t->word,
                       &t->g[d->current], &t->w[d->current]));
  GM_TRY(gm_device_fetch(d, &t->word, &word, sizeof word));
  *must = word.out;
  if (!word.out && s->sinks.n && d->n_near)
    GM_TRY(fetch_near(d, run->work->scene));
  return GM_OK;
}

/* ---- steps ---------------------------------------------------------------- */

static gm_status start_step(gm_device *d, const gm_kernels_constants *c,
                            int settles)
{
  gm_device_tables *t = &d->table;
  const int now = d->current, then = !now;
  const size_t parts = (size_t)c->chunks * (size_t)c->parts;
  if (d->has_walls) GM_TRY(gm_walls_press(d));
  GM_TRY(GM_DEVICE_RUN(
      d, step, (size_t)c->n, &t->constants, &t->word, &t->g[now], &t->w[now],
      &t->g[then], &t->w[then], &t->first, &t->count, &t->other, &t->touched,
      &t->history, &t->couple, &t->material, &t->table, &t->couple_table,
      &t->near, &t->given, &t->result, &t->impacts));
  GM_TRY(GM_DEVICE_RUN(d, sums, parts, &t->constants, &t->word, &t->result,
                       &t->part));
  GM_TRY(GM_DEVICE_RUN(d, close, (size_t)c->chunks, &t->constants, &t->word,
                       &t->part, &t->chunk));
  if (d->has_walls) GM_TRY(gm_walls_close(d, c));
  if (settles)
    GM_TRY(GM_DEVICE_RUN(d, settle, 1, &t->constants, &t->word, &t->chunk,
                         &t->pose));
  d->current = then;
  return GM_OK;
}

/* Impacts of the run go to their pairs of materials. */
static gm_status fetch_impacts(gm_device *d, const gm_kernels_constants *c,
                               const gm_kernels_word *word, gm_scene *s)
{
  const gm_kernels_impact *one = d->mirror.impact;
  if (!c->counts || !word->n) return GM_OK;
  GM_TRY(gm_device_fetch(d, &d->table.impacts, d->mirror.impact,
                         (size_t)word->n * sizeof *one));
  for (int32_t k = 0; k < word->n; ++k) {
    const int wall = one[k].pair < 0;
    const gm_index pair =
        s->collisions.of[wall ? -1 - one[k].pair : one[k].pair];
    gm_collisions_count(wall ? &s->collisions.structures[pair]
                             : &s->collisions.grains[pair],
                        one[k].energy, one[k].speed);
  }
  return GM_OK;
}

gm_status gm_device_step_run(gm_device *d, const gm_device_run *run,
                             int64_t *done)
{
  gm_scene *s = run->work->scene;
  gm_device_tables *t = &d->table;
  d->n = s->grains.n;
  gm_kernels_constants c = constants_of(d, run);
  *done = 0;
  GM_TRY(gm_slots_take(d, run, &c));
  if (d->has_walls && d->sheet) return GM_OK;
  const int alone = (d->has_walls || s->structures.n == 0) && s->step > 0;
  int64_t limit = run->most < d->most ? run->most : d->most;
  if (d->has_walls) limit = gm_walls_ahead(run, limit);
  const int64_t steps = alone && limit > 1 ? limit : 1;
  if (d->has_walls) GM_TRY(gm_walls_place(d, run, &c, steps));
  if (c.counts) c.room = (int32_t)d->n_slots + 2 * c.rows + 16;
  if (d->has_walls) GM_TRY(gm_walls_reserve(d, &c, steps));
  gm_kernels_word word = {.moved = run->moved};
  GM_TRY(reserve_device_sums(d, &c, steps));
  GM_TRY(structure_sums(d, run));
  const double t0 = gm_clock_now();
  const int before = d->current;
  GM_TRY(gm_device_put(d, &t->constants, &c, sizeof c));
  GM_TRY(gm_device_put(d, &t->word, &word, sizeof word));
  for (int64_t k = 0; k < steps; ++k)
    GM_TRY(start_step(d, &c, steps > 1));
  if (steps > 1 || c.counts || d->has_walls)
    GM_TRY(gm_device_fetch(d, &t->word, &word, sizeof word));
  word.done = steps > 1 ? word.done : 1;
  *done = word.done;
  d->current = before ^ (int)(*done & 1);
  GM_TRY(gm_device_fetch(d, &t->chunk, d->mirror.sum,
                         (size_t)c.chunks * (size_t)*done *
                             sizeof *d->mirror.sum));
  GM_TRY(fetch_impacts(d, &c, &word, s));
  if (d->has_walls) GM_TRY(gm_walls_fetch(d, &c, &word));
  d->cost.waited += gm_clock_now() - t0;
  d->cost.steps += *done;
  ++d->cost.batches;
  return GM_OK;
}

/* ---- results -------------------------------------------------------------- */

static gm_sum_rows rows_of_bins(const double (*bin)[3], gm_index n)
{
  gm_sum_rows r = {.n = n};
  for (int b = 0; b < 3; ++b)
    r.bin[b] = (gm_row4){bin[0][b], bin[1][b], 0.0, 0.0};
  return r;
}

/* Losses that are too large for the device's sums: by the host, grain by grain. */
static gm_status sum_losses(gm_device *d, const gm_work *w, gm_index c)
{
  const gm_index *i = &w->scene->contacts.first_grain[c];
  gm_work_result *r = &w->buffers->result[c];
  gm_kernels_result *all = NULL;
  GM_TRY(GM_RESIZE(all, 0, (size_t)d->n));
  const gm_status status =
      gm_device_fetch(d, &d->table.result, all, (size_t)d->n * sizeof *all);
  for (gm_index k = i[0]; status == GM_OK && k < i[1]; ++k) {
    const gm_row4 lost = {all[k].lost, all[k].friction, 0.0, 0.0};
    const gm_row4 turned = {all[k].rolled, all[k].spun, 0.0, 0.0};
    gm_sum_rows_add(&r->lost, w->buffers->over, lost);
    if (d->couple) gm_sum_rows_add(&r->couples, w->buffers->over + 4, turned);
  }
  GM_FREE(all);
  return status;
}

/* Where the deepest contact of chunk c is, at the positions before the step. */
static gm_status find_deepest_contact(gm_device *d, const gm_work *w,
                                      gm_index c, const gm_kernels_sum *o)
{
  const gm_domain *domain = &w->scene->domain;
  gm_work_result *r = &w->buffers->result[c];
  const int wall = o->with < 0; /* -2 - its number */
  const int first = wall || o->deepest < o->with;
  const gm_index a = first ? o->deepest : o->with;
  const gm_index b = first ? o->with : o->deepest;
  gm_grain *g = NULL;
  GM_TRY(GM_RESIZE(g, 0, (size_t)d->n));
  const gm_status status =
      gm_device_fetch(d, &d->table.g[!d->current], g, (size_t)d->n * sizeof *g);
  r->deepest = a;
  r->with = wall ? 1 + b : b;
  if (status == GM_OK && wall) {
    r->place =
        gm_walls_deepest(w->scene, -2 - b, gm_row_vec(g[a].x), g[a].x[3]);
  } else if (status == GM_OK) {
    gm_row4 way = g[a].x - g[b].x;
    if (domain->periodic) way -= domain->shift[gm_domain_nearest(domain, way)];
    const double distance = gm_norm(gm_row_vec(way));
    const double depth = 0.5 * (g[a].x[3] + g[b].x[3] - distance) - g[a].x[3];
    r->place = gm_madd(gm_row_vec(g[a].x), depth,
                       gm_scale(1.0 / distance, gm_row_vec(way)));
  }
  GM_FREE(g);
  return status;
}

gm_status gm_device_step_results(gm_device *d, const gm_work *w, int64_t k)
{
  const gm_contacts *list = &w->scene->contacts;
  double fastest = 0.0;
  if (d->has_walls) gm_walls_results(d, w, k);
  for (gm_index c = 0; c < list->n_chunks; ++c) {
    const gm_kernels_sum *o = &d->mirror.sum[k * list->n_chunks + c];
    gm_work_result *r = &w->buffers->result[c];
    const gm_index n = list->first_grain[c + 1] - list->first_grain[c];
    r->fastest = o->fastest;
    fastest = fmax(fastest, o->fastest);
    r->lost = r->couples = (gm_sum_rows){.n = 0};
    if (o->over) {
      GM_TRY(sum_losses(d, w, c));
    } else {
      r->lost = rows_of_bins(&o->bin[0], n);
      if (d->couple) r->couples = rows_of_bins(&o->bin[2], n);
    }
    if (!(o->overlap > r->overlap)) continue;
    r->overlap = o->overlap;
    if (o->overlap > w->model->overlap_limit)
      GM_TRY(find_deepest_contact(d, w, c, o));
  }
  d->strayed += sqrt(fastest) * w->time.dt;
  return GM_OK;
}
