/* device/walls.c -- structures on a device: what the host does for device/wall.h.
 *
 * Rows of a list are made from those of the last, both on the device; only where the
 * scene is taken or given back they travel.
 */
#include "device/walls.h"

#include "base/memory.h"
#include "search/travel.h"
#include "soft/bodies.h"
#include "soft/loads.h"
#include "soft/local.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which scenes ------------------------------------------------------------- */

/* Why a structure is no wall, or null. */
static const char *why_no_wall(const gm_structure *s, int has_sums)
{
  if (s->shape.patches) return "a mesh";
  if (s->rigid) return "a body that forces move";
  if (s->servo) return "a servo";
  if (s->n_conveyor) return "a conveyor";
  if (s->mirror) return "a mirror";
  if (s->images) return "met across a periodic side";
  if (s->meets == GM_MEETS_LISTED) return "one that meets others";
  if (s->reflects || s->scale != 1.0 || (has_sums && !s->sums.n))
    return "of another kind";
  return NULL;
}

int gm_walls_can(const gm_scene *scene, char *why, size_t size)
{
  const gm_structures *all = &scene->structures;
  const gm_sinks *sinks = &scene->sinks;
  const int has_sums = gm_structures_have_sums(all);
  if (size) *why = 0;
  for (gm_index k = 0; k < all->named; ++k) {
    const gm_structure *s = &all->row[k];
    const char *text = why_no_wall(s, has_sums);
    for (gm_index q = 0; q < sinks->n && !text; ++q)
      if (sinks->row[q].structure == k) text = "a sink";
    if (!text) continue;
    snprintf(why, size, "'%s' is %s", s->name, text);
    return 0;
  }
  if (all->n > all->named)
    snprintf(why, size, "there are bodies of any shape");
  else if (all->n > GM_WALL_MOST)
    snprintf(why, size, "they are more than %d", GM_WALL_MOST);
  else if (gm_local_any(all))
    snprintf(why, size, "a coefficient varies over one");
  else
    return all->n > 0;
  return 0;
}

static int any_moves(const gm_structures *all)
{
  int any = 0;
  for (gm_index k = 0; k < all->n; ++k)
    any |= gm_structures_moves(&all->row[k]);
  return any;
}

int64_t gm_walls_ahead(const gm_device_run *run, int64_t most)
{
  const gm_scene *s = run->work->scene;
  return s->domain.periodic && any_moves(&s->structures) ? 1 : most;
}

/* ---- what is sent -------------------------------------------------------------- */

static gm_kernels_row row_of_vec(gm_vec3 a, double w)
{
  return (gm_kernels_row){a.x, a.y, a.z, w};
}

static gm_wall_patch wall_patch_of(const gm_structure *s, gm_index wall,
                                   int number)
{
  const gm_patch *p = gm_shape_patch(&s->shape, number);
  return (gm_wall_patch){
      .point = row_of_vec(p->point, 0.0),
      .normal = row_of_vec(p->normal, 0.0),
      .half = row_of_vec(p->half, 0.0),
      .segment = {p->rho[0], p->rho[1], p->z[0], p->z[1]},
      .radius = p->radius,
      .kind = (int32_t)p->kind,
      .wall = wall,
      .material = gm_structures_material(s, number),
      .number = number,
  };
}

static gm_status put_patches(gm_device *d, const gm_structures *all)
{
  gm_device_mirror *m = &d->mirror;
  GM_TRY(GM_RESIZE(m->patch, 0, (size_t)all->n * GM_SHAPE_SIDES));
  d->n_patches = 0;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_structure *s = &all->row[k];
    for (int p = 0; s->present && p < s->shape.n; ++p)
      m->patch[d->n_patches++] = wall_patch_of(s, k, p);
  }
  return gm_device_put(d, &d->table.patch, m->patch,
                       (size_t)d->n_patches * sizeof *m->patch);
}

static gm_status put_wear(gm_device *d, const gm_materials *all)
{
  const size_t pairs = (size_t)all->n * GM_MATERIALS_MAX;
  gm_kernels_row *wear = NULL;
  GM_TRY(GM_RESIZE(wear, 0, pairs));
  for (gm_index a = 0; a < all->n; ++a)
    for (gm_index b = 0; b < GM_MATERIALS_MAX; ++b) {
      const gm_pair *p = &all->pair[a][b];
      wear[a * GM_MATERIALS_MAX + b] = (gm_kernels_row){
          p->wear_flow_stress, p->wear_depth_ratio, p->wear_force_ratio,
          p->wear_coefficient > 0.0 ? p->wear_coefficient / p->wear_hardness
                                    : 0.0};
    }
  const gm_status status =
      gm_device_put(d, &d->table.wear, wear, pairs * sizeof *wear);
  GM_FREE(wear);
  return status;
}

static gm_kernels_row row_of_four(gm_row4 a)
{
  return (gm_kernels_row){a[0], a[1], a[2], a[3]};
}

/* The device's number of a patch of a structure. */
static int32_t number_of_patch(const gm_device *d, gm_index wall, gm_index n)
{
  int32_t p = 0;
  while (p < d->n_patches &&
         (d->mirror.patch[p].wall != wall || d->mirror.patch[p].number != n))
    ++p;
  return p;
}

static gm_wall_row saved_row(const gm_device *d, const gm_history_transfer *m,
                             gm_index k)
{
  const gm_index at = k - m->n_grain;
  gm_wall_row row = {.patch = number_of_patch(d, m->b[k], m->patch[k]),
                     .state = GM_WALL_TOUCHES,
                     .history = row_of_four(m->history[k]),
                     .normal = row_of_vec(m->normal[at], 0.0)};
  if (d->couple) row.couple = row_of_four(m->couple[k]);
  if (!m->running) return row;
  row.push = row_of_four(m->running[at].sum.push);
  row.work = row_of_four(m->running[at].sum.work);
  row.hits = row_of_four(m->running[at].sum.hits);
  return row;
}

/* The contacts with structures as the rows of a list that has no others. */
static gm_status put_wall_rows(gm_device *d, const gm_history_transfer *m,
                               int32_t *near, gm_wall_near *list,
                               gm_wall_row *row)
{
  const gm_index rows = m->n - m->n_grain;
  gm_device_tables *t = &d->table;
  gm_index n = 0;
  for (gm_index i = 0; i < d->n; ++i)
    near[i] = -1;
  for (gm_index q = 0; q < rows; ++q) {
    const gm_index a = m->a[m->n_grain + q];
    row[q] = saved_row(d, m, m->n_grain + q);
    if (n == 0 || list[n - 1].grain != a) {
      near[a] = n;
      list[n++] = (gm_wall_near){.grain = a, .first = q};
    }
    ++list[n - 1].n;
  }
  GM_TRY(gm_device_put(d, &t->near, near, (size_t)d->n * sizeof *near));
  GM_TRY(gm_device_put(d, &t->list[d->walled], list, (size_t)n * sizeof *list));
  return gm_device_put(d, &t->row[d->walled], row, (size_t)rows * sizeof *row);
}

gm_status gm_walls_put(gm_device *d, const gm_device_run *run)
{
  const gm_scene *s = run->work->scene;
  const gm_history_transfer *m = run->history;
  const size_t rows = (size_t)(m->n - m->n_grain) + 1;
  int32_t *near = NULL;
  gm_wall_near *list = NULL;
  gm_wall_row *row = NULL;
  GM_TRY(put_patches(d, &s->structures));
  GM_TRY(put_wear(d, &s->materials));
  gm_status status = GM_RESIZE(near, 0, (size_t)d->n + 1);
  if (status == GM_OK) status = GM_RESIZE(list, 0, rows);
  if (status == GM_OK) status = GM_RESIZE(row, 0, rows);
  if (status == GM_OK) status = put_wall_rows(d, m, near, list, row);
  GM_FREE(near);
  GM_FREE(list);
  GM_FREE(row);
  return status;
}

/* ---- poses ---------------------------------------------------------------------- */

static gm_wall_pose pose_of_wall(const gm_structure *s)
{
  const gm_quat q = s->pose.orientation;
  return (gm_wall_pose){.turn = {q.x, q.y, q.z, q.w},
                        .place = row_of_vec(s->pose.position, 0.0),
                        .velocity = row_of_vec(s->pose.velocity, 0.0),
                        .spin = row_of_vec(s->pose.spin, 0.0),
                        .late_place = row_of_vec(s->late.position, 0.0),
                        .late_velocity = row_of_vec(s->late.velocity, 0.0),
                        .late_spin = row_of_vec(s->late.spin, 0.0)};
}

/* Poses of structure k before each step; the first of a step keeps how far surfaces go in
 * it: step/relocate.c, gm_relocate_structures. */
static void follow_wall(const gm_device_run *run, gm_index k, int64_t steps,
                        gm_wall_pose *pose)
{
  const gm_scene *s = run->work->scene;
  const gm_vec3 side = gm_row_vec(s->domain.side);
  const gm_vec3 min = gm_sub(run->cells->origin, side);
  const gm_vec3 max =
      gm_add(gm_add(run->cells->origin, run->cells->size), side);
  const gm_index n = s->structures.n;
  gm_structure b = s->structures.row[k];
  const int moves = gm_structures_moves(&b);
  for (int64_t q = 0; q < steps; ++q) {
    const double t0 = (double)(s->step + q) * s->dt;
    const double t1 = (double)(s->step + q + 1) * s->dt;
    const gm_pose before = b.pose;
    const double way = k ? pose[q * n].place.w : 0.0;
    pose[q * n + k] = pose_of_wall(&b);
    if (!moves) continue;
    gm_bodies_move(&b, run->work->model->scheme->lag, t0, t1);
    pose[q * n].place.w = fmax(way, gm_travel_step(&b, &before, min, max));
  }
}

gm_status gm_walls_place(gm_device *d, const gm_device_run *run,
                         gm_kernels_constants *c, int64_t steps)
{
  const gm_structures *all = &run->work->scene->structures;
  const int still = !any_moves(all);
  const int64_t rows = still ? 1 : steps;
  const size_t n = (size_t)all->n * (size_t)rows;
  gm_device_mirror *m = &d->mirror;
  if (n > m->poses) {
    m->poses = 0;
    GM_TRY(GM_RESIZE(m->pose, 0, n));
    m->poses = n;
  }
  for (gm_index k = 0; k < all->n; ++k)
    follow_wall(run, k, rows, m->pose);
  double gone = run->surfaces;
  for (int64_t q = 0; q < rows; ++q) {
    gone += m->pose[q * all->n].place.w;
    m->pose[q * all->n].place.w = gone;
  }
  c->walls = all->n;
  c->patches = d->n_patches;
  c->still = still;
  c->sums = run->work->scene->contacts.has_sums;
  c->near = d->n_list;
  c->rows = d->n_rows;
  c->blocks = (d->n_rows + GM_WALL_PART * GM_WALL_BLOCK - 1) /
              (GM_WALL_PART * GM_WALL_BLOCK);
  return gm_device_put(d, &d->table.pose, m->pose, n * sizeof *m->pose);
}

/* ---- the list -------------------------------------------------------------------- */

gm_status gm_walls_count(gm_device *d)
{
  gm_device_tables *t = &d->table;
  return GM_DEVICE_RUN(d, wall_count, (size_t)d->n, &t->constants, &t->word,
                       &t->g[d->current], &t->pose, &t->patch);
}

gm_status gm_walls_fill(gm_device *d, gm_kernels_word *word,
                        gm_kernels_constants *c)
{
  gm_device_tables *t = &d->table;
  const int old = d->walled, now = !old;
  const size_t near = (size_t)word->near, rows = (size_t)word->rows;
  gm_backend_buffer *const g = &t->g[d->current];
  d->walled = now;
  d->n_list = c->near = word->near;
  d->n_rows = c->rows = word->rows;
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->list[now],
                           near * sizeof(gm_wall_near)));
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->row[now],
                           rows * sizeof(gm_wall_row)));
  GM_TRY(
      gm_device_reserve(d->backend, d->at, &t->given,
                        near * (d->couple ? 2 : 1) * sizeof(gm_kernels_load)));
  word->near = word->rows = 0;
  GM_TRY(gm_device_put(d, &t->constants, c, sizeof *c));
  GM_TRY(gm_device_put(d, &t->word, word, sizeof *word));
  GM_TRY(GM_DEVICE_RUN(d, wall_fill, (size_t)d->n, &t->constants, &t->word, g,
                       &t->pose, &t->patch, &t->near, &t->list[old],
                       &t->row[old], &t->list[now], &t->row[now]));
  return GM_DEVICE_RUN(d, wall_screen, near, &t->constants, &t->word, g,
                       &t->pose, &t->patch, &t->list[now], &t->row[now],
                       &t->first, &t->count, &t->other);
}

/* ---- a step ---------------------------------------------------------------------- */

static size_t sums_of_step(const gm_kernels_constants *c)
{
  return (size_t)c->blocks * (size_t)c->walls;
}

static size_t parts_of(const gm_kernels_constants *c)
{
  return (size_t)((c->rows + GM_WALL_PART - 1) / GM_WALL_PART) *
         (size_t)c->walls;
}

/* In a step a row makes one event: its contact ends, or its load is too large; an
 * adhesive one may do both. */
gm_status gm_walls_reserve(gm_device *d, gm_kernels_constants *c, int64_t steps)
{
  gm_device_tables *t = &d->table;
  gm_device_mirror *m = &d->mirror;
  const size_t sums = sums_of_step(c) * (size_t)steps + 1;
  const int each = gm_kernels_adheres(d->law) ? 2 : 1;
  c->spare = c->rows / 4 + 64;
  const size_t events = (size_t)each * (size_t)c->rows + (size_t)c->spare + 1;
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->wall_part,
                           (parts_of(c) + 1) * sizeof(gm_wall_sum)));
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->wall_sum,
                           sums * sizeof(gm_wall_sum)));
  GM_TRY(gm_device_reserve(d->backend, d->at, &t->events,
                           events * sizeof(gm_wall_event)));
  if (sums > m->wall_sums) {
    m->wall_sums = 0;
    GM_TRY(GM_RESIZE(m->wall_sum, 0, sums));
    m->wall_sums = sums;
  }
  if (events > m->events) {
    m->events = 0;
    GM_TRY(GM_RESIZE(m->event, 0, events));
    m->events = events;
  }
  return GM_OK;
}

gm_status gm_walls_press(gm_device *d)
{
  gm_device_tables *t = &d->table;
  return GM_DEVICE_RUN(
      d, wall_press, (size_t)d->n_list, &t->constants, &t->word,
      &t->g[d->current], &t->w[d->current], &t->material, &t->table,
      &t->couple_table, &t->wear, &t->pose, &t->patch, &t->list[d->walled],
      &t->row[d->walled], &t->given, &t->result, &t->impacts, &t->events);
}

gm_status gm_walls_close(gm_device *d, const gm_kernels_constants *c)
{
  gm_device_tables *t = &d->table;
  GM_TRY(GM_DEVICE_RUN(d, wall_sums, parts_of(c), &t->constants, &t->word,
                       &t->patch, &t->row[d->walled], &t->wall_part));
  return GM_DEVICE_RUN(d, wall_close, sums_of_step(c), &t->constants, &t->word,
                       &t->wall_part, &t->wall_sum);
}

/* By rising step, then in the order of the host's rows. */
static int compare_events(const void *p, const void *q)
{
  const gm_wall_event *a = p, *b = q;
  if (a->step != b->step) return a->step < b->step ? -1 : 1;
  if (a->grain != b->grain) return a->grain < b->grain ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return a->large - b->large;
}

gm_status gm_walls_fetch(gm_device *d, const gm_kernels_constants *c,
                         const gm_kernels_word *word)
{
  gm_device_mirror *m = &d->mirror;
  m->n_events = (size_t)word->events;
  m->next_event = 0;
  m->blocks = c->blocks;
  GM_TRY(gm_device_fetch(d, &d->table.wall_sum, m->wall_sum,
                         sums_of_step(c) * (size_t)word->done *
                             sizeof *m->wall_sum));
  GM_TRY(gm_device_fetch(d, &d->table.events, m->event,
                         m->n_events * sizeof *m->event));
  if (m->n_events)
    qsort(m->event, m->n_events, sizeof *m->event, compare_events);
  return GM_OK;
}

/* ---- results --------------------------------------------------------------------- */

static gm_sum_rows wall_bins(const double (*bin)[3], int32_t n)
{
  gm_sum_rows r = {.n = n};
  for (int b = 0; b < 3; ++b)
    r.bin[b] = (gm_row4){bin[0][b], bin[1][b], bin[2][b], bin[3][b]};
  return r;
}

static gm_row4 four_of_row(gm_kernels_row a)
{
  return (gm_row4){a.x, a.y, a.z, a.w};
}

/* What a contact that ended did to the surface, or a load that bins do not hold. */
static void add_event(const gm_device *d, const gm_work *w,
                      const gm_wall_event *e)
{
  const gm_wall_patch *p = &d->mirror.patch[e->patch];
  gm_sum *over = &w->buffers->over_loads[GM_LOAD_OVER * p->wall];
  gm_load_sum *load = &w->buffers->loads[p->wall];
  if (e->large) {
    gm_sum_rows_add(&load->force, over, four_of_row(e->sum[0]));
    gm_sum_rows_add(&load->torque, over + 4, four_of_row(e->sum[1]));
    return;
  }
  gm_running_sum stay = {.sum = {.push = four_of_row(e->sum[0]),
                                 .work = four_of_row(e->sum[1]),
                                 .hits = four_of_row(e->sum[2])}};
  gm_contacts_sums_close(&w->scene->structures.row[p->wall].sums, p->number,
                         &stay);
}

void gm_walls_results(gm_device *d, const gm_work *w, int64_t k)
{
  gm_device_mirror *m = &d->mirror;
  const gm_index walls = w->scene->structures.n;
  gm_work_result *r = w->buffers->result;
  if (w->scene->contacts.n_chunks == 0) return;
  for (gm_index c = 0; c < w->scene->contacts.n_chunks; ++c) {
    r[c] = (gm_work_result){0};
    (void)gm_loads_begin(w, c);
  }
  for (int64_t b = 0; b < m->blocks; ++b)
    for (gm_index s = 0; s < walls; ++s) {
      const gm_wall_sum *o = &m->wall_sum[(k * m->blocks + b) * walls + s];
      const gm_sum_rows force = wall_bins(&o->bin[0], o->n);
      const gm_sum_rows torque = wall_bins(&o->bin[4], o->n);
      gm_sum *over = &w->buffers->over_loads[GM_LOAD_OVER * s];
      r[0].events.centre_inside += o->inside;
      if (!o->n) continue;
      gm_sum_rows_join(&w->buffers->loads[s].force, over, &force);
      gm_sum_rows_join(&w->buffers->loads[s].torque, over + 4, &torque);
    }
  for (; m->next_event < m->n_events && m->event[m->next_event].step == k;
       ++m->next_event)
    add_event(d, w, &m->event[m->next_event]);
}

gm_vec3 gm_walls_deepest(const gm_scene *s, gm_index k, gm_vec3 x, double r)
{
  const gm_structure *b = &s->structures.row[k];
  const gm_vec3 y = gm_pose_to_body(&b->pose, x);
  gm_query_result deep = {.distance = INFINITY};
  for (int p = 0; p < b->shape.n; ++p) {
    const gm_query_result q =
        gm_primitive_probe(gm_shape_patch(&b->shape, p), y);
    if (q.distance < deep.distance) deep = q;
  }
  return gm_madd(x, 0.5 * (r - deep.distance) - r,
                 gm_quat_rotate(b->pose.orientation, gm_unit(deep.gradient)));
}

/* ---- back to the scene ------------------------------------------------------------ */

/* Rows that touch, of the grains of `list`, to m from k on; their number.  m null: they
 * are counted. */
static gm_index keep_rows(const gm_device *d, const gm_wall_near *list,
                          const gm_wall_row *row, gm_history_transfer *m,
                          gm_index k)
{
  const gm_index first = k;
  for (gm_index e = 0; e < d->n_list; ++e)
    for (gm_index q = list[e].first; q < list[e].first + list[e].n; ++q) {
      if (row[q].state != GM_WALL_TOUCHES) continue;
      if (m) {
        const gm_wall_patch *p = &d->mirror.patch[row[q].patch];
        const gm_index at = k - m->n_grain;
        m->a[k] = list[e].grain;
        m->b[k] = p->wall;
        m->patch[k] = p->number;
        m->history[k] = four_of_row(row[q].history);
        m->normal[at] = gm_row_vec(four_of_row(row[q].normal));
        if (m->image) m->image[k] = 0;
        if (m->couple) m->couple[k] = four_of_row(row[q].couple);
        if (m->running) {
          m->running[at] =
              (gm_running_sum){.sum = {.push = four_of_row(row[q].push),
                                       .work = four_of_row(row[q].work),
                                       .hits = four_of_row(row[q].hits)}};
          m->place[at] = p->number;
        }
      }
      ++k;
    }
  return k - first;
}

static gm_status fetch_rows(gm_device *d, const gm_contacts *list,
                            gm_history_transfer *m, gm_index pairs,
                            gm_wall_near *near, gm_wall_row *row)
{
  GM_TRY(gm_device_fetch(d, &d->table.list[d->walled], near,
                         (size_t)d->n_list * sizeof *near));
  GM_TRY(gm_device_fetch(d, &d->table.row[d->walled], row,
                         (size_t)d->n_rows * sizeof *row));
  const gm_index n = keep_rows(d, near, row, NULL, 0);
  m->n = m->n_grain = 0;
  GM_TRY(gm_history_transfer_reserve(m, pairs + n, n, list->image != NULL,
                                     list->couple != NULL, list->spent != NULL,
                                     list->running != NULL));
  m->n_grain = pairs;
  m->n = pairs + keep_rows(d, near, row, m, pairs);
  return GM_OK;
}

gm_status gm_walls_give(gm_device *d, const gm_contacts *list,
                        gm_history_transfer *m, gm_index pairs)
{
  gm_wall_near *near = NULL;
  gm_wall_row *row = NULL;
  gm_status status = GM_RESIZE(near, 0, (size_t)d->n_list + 1);
  if (status == GM_OK) status = GM_RESIZE(row, 0, (size_t)d->n_rows + 1);
  if (status == GM_OK) status = fetch_rows(d, list, m, pairs, near, row);
  GM_FREE(near);
  GM_FREE(row);
  return status;
}
