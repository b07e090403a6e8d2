/* measure/frames.c -- the grains and contacts of one instant, sorted to be written.
 *
 * Steps wait while a frame is made: sorting is by counting, all else by all threads.
 */
#include "measure/frames.h"

#include "assembly/clump_state.h"
#include "base/memory.h"
#include "measure/measure.h"
#include "measure/meeting_frames.h"
#include <stdlib.h>

static const double reach =
    2.0; /* radii, of distance and normal to structures */

typedef struct named {
  gm_id id;
  gm_index row;
} named;

enum { DIGIT = 11, DIGITS = 1 << DIGIT }; /* bits of a digit, its values */

/* By the digit that begins at bit `shift`, stable. */
static void sort_digit(const named *from, gm_index n, int shift, named *to)
{
  gm_index first[DIGITS + 1] = {0};
  for (gm_index i = 0; i < n; ++i)
    ++first[((uint64_t)from[i].id >> shift) % DIGITS + 1];
  for (int d = 0; d < DIGITS; ++d)
    first[d + 1] += first[d];
  for (gm_index i = 0; i < n; ++i)
    to[first[((uint64_t)from[i].id >> shift) % DIGITS]++] = from[i];
}

gm_status gm_frames_sort(const gm_id *ids, size_t stride, gm_index n,
                         gm_index *row)
{
  const size_t bytes = (size_t)(n + 1) * sizeof(named);
  named *k = malloc(bytes), *other = malloc(bytes);
  if (!k || !other) {
    free(k);
    free(other);
    return gm_fail(GM_ERR_MEMORY, "no memory to sort %d rows", n);
  }
  uint64_t bits = 0;
  const char *from = (const char *)ids;
  for (gm_index i = 0; i < n; ++i, from += stride) {
    k[i] = (named){*(const gm_id *)(const void *)from, i};
    bits |= (uint64_t)k[i].id;
  }
  for (int shift = 0; shift < 64 && bits >> shift; shift += DIGIT) {
    named *sorted = other;
    sort_digit(k, n, shift, sorted);
    other = k;
    k = sorted;
  }
  for (gm_index i = 0; i < n; ++i)
    row[i] = k[i].row;
  free(k);
  free(other);
  return GM_OK;
}

/* Contacts of each grain, counted at its place in the frame. */
static gm_status count_contacts(const gm_scene *s, gm_frame_grains *f)
{
  const gm_contacts *c = &s->contacts;
  gm_index *count = calloc((size_t)s->grains.n + 1, sizeof *count);
  if (!count) return gm_fail(GM_ERR_MEMORY, "no memory to count contacts");
  for (gm_index row = 0; row < c->n; ++row) {
    if (!c->touched[row]) continue;
    ++count[c->a[row]];
    if (row < c->n_grain) ++count[c->b[row]];
  }
  for (gm_index k = 0; k < f->n; ++k)
    f->coordination[k] = count[f->row[k]];
  free(count);
  return GM_OK;
}

/* Clumps in the order of their ids, from the columns of the grains. */
static gm_status frame_clumps(const gm_capture *now, const gm_scene *s,
                              const gm_frame_grains *grains, gm_frame_clumps *f)
{
  const gm_clumps *c = &s->clumps;
  const double h = s->step == 0 ? 0.0 : now->model->scheme->behind * s->dt;
  GM_TRY(gm_frame_reserve_clumps(f, c->n));
  if (!c->n) return GM_OK;
  gm_index *to = NULL; /* place in the frame of each row */
  GM_TRY(gm_frames_sort(&c->row->id, sizeof *c->row, c->n, f->row));
  GM_TRY(GM_RESIZE(to, 0, c->n));
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_clump_state at =
        gm_clump_state_at(&c->row[f->row[k]], s->gravity, h);
    f->velocity[k] = at.velocity;
    f->angular_velocity[k] = at.spin;
    f->coordination[k] = 0;
    to[f->row[k]] = k;
  }
  for (gm_index k = 0; k < grains->n; ++k) {
    const gm_index clump = gm_grains_clump(&s->grains, grains->row[k]);
    if (clump) f->coordination[to[clump - 1]] += grains->coordination[k];
  }
  f->n = c->n;
  GM_FREE(to);
  return GM_OK;
}

gm_status gm_frames_grains(const gm_capture *now, int threads,
                           const gm_scene *s, gm_frame_grains *f)
{
  GM_ASSERT(now->valid);
  GM_TRY(gm_frame_reserve_grains(f, s->grains.n));
  GM_TRY(
      gm_frames_sort(s->grains.id, sizeof *s->grains.id, s->grains.n, f->row));
  f->n = s->grains.n;
  GM_TRY(count_contacts(s, f));
  GM_TRY(frame_clumps(now, s, f, &f->clumps));
#pragma omp parallel for schedule(static)                                      \
    num_threads(gm_contacts_team(threads, s->grains.n))
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_index i = f->row[k];
    const gm_row4 x = s->grains.g[i].x;
    gm_query_result probe = {0};
    f->velocity[k] = gm_measure_velocity(now->model->scheme, s, i);
    f->angular_velocity[k] =
        gm_measure_angular_velocity(now->model->scheme, s, i);
    f->structure[k] = gm_structures_nearest(
        &s->structures, &s->domain, gm_row_vec(x), reach * x[3], &probe);
    const int near = f->structure[k] >= 0;
    f->distance[k] = near ? probe.distance : NAN;
    f->normal[k] = near ? gm_unit(probe.gradient) : gm_vec(0.0, 0.0, 0.0);
    f->site_count[k] = near ? gm_query_result_corners(&probe) : 0;
    f->answered[k] = near ? (gm_index)probe.source : -1;
    f->unsupported[k] = gm_structures_lost(&s->structures, gm_row_vec(x),
                                           x[3] + now->model->range);
  }
  return GM_OK;
}

typedef struct line {
  gm_id a, b;
  gm_index structure, patch, row;
  int turned; /* in the list a and b stand the other way round */
} line;

static int by_line(const void *p, const void *q)
{
  const line *a = p, *b = q;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->structure != b->structure) return a->structure < b->structure ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return a->row < b->row ? -1 : a->row > b->row; /* two images of a patch */
}

/* What a contact remembered before the instant. */
static void fill_memory(const gm_capture *now, const gm_scene *s, const line *l,
                        gm_frame_contacts *f, gm_index at)
{
  static const gm_row4 other = {-1.0, -1.0, -1.0, 1.0};
  const gm_capture_memory *m = &now->memory[l->row];
  const int on_structure = l->row >= s->contacts.n_grain;
  f->history[at] = l->turned ? other * m->history : m->history;
  f->couple[at] = l->turned ? other * m->couple : m->couple;
  f->damped[at] = m->spent.damped;
  f->slid[at] = m->spent.slid;
  f->last[at] = on_structure ? m->normal : gm_vec(0.0, 0.0, 0.0);
  f->image[at] =
      on_structure && s->contacts.image ? s->contacts.image[l->row] : 0;
}

static void fill_line(const gm_capture *now, const gm_scene *s, const line *l,
                      gm_frame_contacts *f, gm_index at)
{
  const gm_capture_contact *k = &now->contact[l->row];
  const double side = l->turned ? -1.0 : 1.0;
  const gm_vec3 n = gm_row_vec(k->n);
  f->id_a[at] = l->a;
  f->id_b[at] = l->b;
  f->structure[at] = l->structure;
  f->patch[at] = l->patch;
  f->other[at] = -1;
  f->area[at] = 0.0;
  f->overlap[at] = k->f[3];
  f->source[at] = gm_contacts_source(&s->contacts, l->row);
  f->normal[at] = gm_scale(side, n);
  f->force[at] = gm_scale(side, gm_row_vec(k->f));
  gm_line way = gm_measure_line(now, s, l->row);
  if (l->turned && !s->contacts.image) {
    way = (gm_line){way.to, way.from};
  } else if (l->turned) {
    const gm_vec3 b = gm_row_vec(
        gm_domain_home(&s->domain, s->grains.g[s->contacts.b[l->row]].x));
    way = (gm_line){b, gm_add(b, gm_sub(way.from, way.to))};
  }
  f->from[at] = way.from;
  f->to[at] = way.to;
  if (now->memory) fill_memory(now, s, l, f, at);
}

/* A contact of two grains stands with the grain of the lower id, as a. */
static line line_of(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const int is_grain = row < c->n_grain;
  line k = {.a = s->grains.id[c->a[row]],
            .b = is_grain ? s->grains.id[c->b[row]] : -1,
            .structure = is_grain ? -1 : c->b[row],
            .patch = gm_contacts_patch(c, row),
            .row = row};
  if (is_grain && k.a > k.b) {
    const gm_id id = k.a;
    k.a = k.b;
    k.b = id;
    k.turned = 1;
  }
  return k;
}

/* What sorting contacts takes; grains have places in the order of their ids. */
typedef struct sorting {
  gm_index *place; /* [grains]     of a row */
  gm_index *first; /* [grains + 1] contact of the grain at a place */
  line *l;         /* [n] */
} sorting;

static void clear_sorting(sorting *t)
{
  free(t->place);
  free(t->first);
  free(t->l);
}

static gm_status make_sorting(const gm_frame_grains *f, gm_index n, sorting *t)
{
  const size_t grains = (size_t)f->n + 2;
  *t = (sorting){.place = malloc(grains * sizeof *t->place),
                 .first = calloc(grains, sizeof *t->first),
                 .l = malloc((size_t)(n + 1) * sizeof *t->l)};
  if (!t->place || !t->first || !t->l)
    return gm_fail(GM_ERR_MEMORY, "no memory to sort %d contacts", n);
  for (gm_index k = 0; k < f->n; ++k)
    t->place[f->row[k]] = k;
  return GM_OK;
}

/* Place of the grain with which a row of the list stands. */
static gm_index place_of(const gm_scene *s, const sorting *t, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_index a = t->place[c->a[row]];
  if (row >= c->n_grain) return a;
  const gm_index b = t->place[c->b[row]];
  return a < b ? a : b;
}

/* Contacts to the grain with which they stand. */
static void sort_by_grain(const gm_scene *s, sorting *t)
{
  const gm_contacts *c = &s->contacts;
  gm_index *next = t->first + 1; /* ends as the first of the next grain */
  for (gm_index row = 0; row < c->n; ++row) {
    if (c->touched[row]) ++next[place_of(s, t, row) + 1];
  }
  for (gm_index k = 0; k < s->grains.n; ++k)
    next[k + 1] += next[k];
  for (gm_index row = 0; row < c->n; ++row) {
    if (c->touched[row]) t->l[next[place_of(s, t, row)]++].row = row;
  }
}

static void insert_line(line *l, gm_index n)
{
  const line last = l[n];
  for (; n > 0 && by_line(&last, &l[n - 1]) < 0; --n)
    l[n] = l[n - 1];
  l[n] = last;
}

/* Most grains have a few contacts. */
static void sort_lines(line *l, gm_index n)
{
  enum { FEW = 24 };
  if (n > FEW) {
    qsort(l, (size_t)n, sizeof *l, by_line);
    return;
  }
  for (gm_index k = 1; k < n; ++k)
    insert_line(l, k);
}

gm_status gm_frames_contacts(const gm_capture *now, int threads,
                             const gm_scene *s, const gm_frame_grains *grains,
                             gm_frame_contacts *f)
{
  GM_ASSERT(now->valid && grains->n == s->grains.n);
  sorting t;
  gm_index n = 0;
  for (gm_index row = 0; row < s->contacts.n; ++row)
    n += s->contacts.touched[row];
  const gm_index more = gm_meeting_frames_count(s);
  GM_TRY(gm_frame_reserve_contacts(f, n + more, now->remembers));
  const gm_status status = make_sorting(grains, n, &t);
  if (status == GM_OK) {
    f->n = n;
    sort_by_grain(s, &t);
#pragma omp parallel for schedule(static)                                      \
    num_threads(gm_contacts_team(threads, s->grains.n))
    for (gm_index g = 0; g < s->grains.n; ++g) {
      for (gm_index k = t.first[g]; k < t.first[g + 1]; ++k)
        t.l[k] = line_of(s, t.l[k].row);
      sort_lines(&t.l[t.first[g]], t.first[g + 1] - t.first[g]);
      for (gm_index k = t.first[g]; k < t.first[g + 1]; ++k)
        fill_line(now, s, &t.l[k], f, k);
    }
    gm_meeting_frames_append(s, f);
  }
  clear_sorting(&t);
  return status;
}
