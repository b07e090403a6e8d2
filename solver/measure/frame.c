/* measure/frame.c -- one instant as a result stores it.
 *
 * First the room: each table lists its columns once.  Then its rows: contacts of two
 * structures, collisions of hard grains, grains and their contacts.
 */
#include "measure/frame.h"

#include "base/column_list.h"
#include "base/memory.h"
#include "measure/measure.h"
#include "soft/clump.h"
#include <stdlib.h>

/* clang-format off */
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_grains, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_grains[] = {
    COLUMN(row), COLUMN(velocity), COLUMN(angular_velocity), COLUMN(coordination),
    COLUMN(structure), COLUMN(distance), COLUMN(normal), COLUMN(site_count),
    COLUMN(answered), COLUMN(unsupported),
};
#undef COLUMN
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_clumps, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_clumps[] = {
    COLUMN(row), COLUMN(velocity), COLUMN(angular_velocity), COLUMN(coordination),
};
#undef COLUMN
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_contacts, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_contacts[] = {
    COLUMN(id_a), COLUMN(id_b), COLUMN(structure), COLUMN(patch), COLUMN(other),
    COLUMN(area), COLUMN(from), COLUMN(to), COLUMN(normal), COLUMN(force),
    COLUMN(overlap), COLUMN(source),
};
static const gm_column_list_entry remembered[] = {
    COLUMN(history), COLUMN(couple), COLUMN(last), COLUMN(image),
    COLUMN(damped), COLUMN(slid),
};
static const gm_column_list_entry of_collisions[] = {
    COLUMN(impulse), COLUMN(collisions),
};
#undef COLUMN
/* clang-format on */

#define RESERVE(list, table, rows)                                             \
  gm_column_list_reserve(list, sizeof(list) / sizeof *(list), table, 0, rows)
#define RELEASE(list, table)                                                   \
  gm_column_list_free(list, sizeof(list) / sizeof *(list), table)

gm_status gm_frame_reserve_grains(gm_frame_grains *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_grains, f, rows));
  f->capacity = rows;
  return GM_OK;
}

/* Of clumps, likewise. */
static gm_status reserve_frame_clumps(gm_frame_clumps *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_clumps, f, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_contacts(gm_frame_contacts *f, gm_index n,
                                    int remembers)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_contacts, f, rows));
  if (remembers) GM_TRY(RESERVE(remembered, f, rows));
  f->capacity = rows;
  return GM_OK;
}

/* The columns of hard grains beside the others; likewise. */
static gm_status reserve_frame_collisions(gm_frame_contacts *f, gm_index n)
{
  const gm_index before = f->capacity;
  GM_TRY(gm_frame_reserve_contacts(f, n, 0));
  if (f->impulse && f->capacity == before) return GM_OK;
  return RESERVE(of_collisions, f, f->capacity);
}

void gm_frame_clear_grains(gm_frame_grains *f)
{
  RELEASE(of_grains, f);
  RELEASE(of_clumps, &f->clumps);
  *f = (gm_frame_grains){0};
}

void gm_frame_clear_contacts(gm_frame_contacts *f)
{
  RELEASE(of_contacts, f);
  RELEASE(remembered, f);
  RELEASE(of_collisions, f);
  *f = (gm_frame_contacts){0};
}

/* Contacts of two structures at one instant. */

/* Number of rows: one for each pair that touches and patch of the second structure.
 * Requires: the pairs are of a captured step. */
static gm_index count_frame_meetings(const gm_scene *s)
{
  gm_index n = 0;
  for (gm_index k = 0; k < s->meetings.n; ++k)
    n += s->meetings.row[k].n_contacts;
  return n;
}

/* Centre of mass, or the origin of a structure that is not free. */
static gm_vec3 load_frame_centre(const gm_structure *s)
{
  return s->rigid ? gm_pose_to_world(&s->pose, s->rigid->centre)
                  : s->pose.position;
}

static void append_frame_meeting(const gm_scene *s, const gm_meeting *m,
                                 const gm_meeting_contact *c,
                                 gm_frame_contacts *f)
{
  const gm_index at = f->n++;
  const gm_structure *a = &s->structures.row[m->a];
  f->id_a[at] = f->id_b[at] = -1;
  f->other[at] = m->a;
  f->structure[at] = m->b;
  f->patch[at] = c->patch;
  f->normal[at] = c->weight > 0.0 ? gm_unit(c->normal) : m->normal;
  f->to[at] =
      c->weight > 0.0 ? gm_scale(1.0 / c->weight, c->centre) : m->centre;
  f->from[at] = gm_form_bounded(a->form) ? load_frame_centre(a) : f->to[at];
  f->force[at] = c->force;
  f->overlap[at] = c->depth;
  f->area[at] = c->area;
  f->source[at] = -1;
  if (!f->history) return;
  f->damped[at] = f->slid[at] = 0.0;
  f->history[at] = f->couple[at] = (gm_row4){0.0, 0.0, 0.0, 0.0};
  f->last[at] = gm_vec(0.0, 0.0, 0.0);
  f->image[at] = m->image;
}

/* Append them to the rows of f.  Requires: room. */
static void append_frame_meetings(const gm_scene *s, gm_frame_contacts *f)
{
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *m = &s->meetings.row[k];
    for (gm_index c = 0; c < m->n_contacts; ++c)
      append_frame_meeting(s, m, &m->contact[c], f);
  }
}

/* Collisions by pair to the rows of a frame. */

/* Place in the frame of the grain with that id, or -1. */
static gm_index place_of_frame_id(const gm_scene *s, const gm_frame_grains *f,
                                  gm_id id)
{
  gm_index low = 0, high = f->n;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (s->grains.id[f->row[middle]] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < f->n && s->grains.id[f->row[low]] == id ? low : -1;
}

/* Centre of b nearest to a, across periodic faces. */
static gm_vec3 frame_nearest_image(const gm_domain *d, gm_row4 a, gm_row4 b)
{
  for (int k = 0; k < 3; ++k)
    if (d->side[k] > 0.0) b[k] += d->side[k] * rint((a[k] - b[k]) / d->side[k]);
  return gm_row_vec(b);
}

/* The geometry of row k at the present positions. */
static void fill_frame_pair(const gm_scene *s, gm_frame_contacts *f, gm_index k,
                            gm_row4 a, gm_row4 b)
{
  f->from[k] = gm_row_vec(a);
  f->to[k] = frame_nearest_image(&s->domain, a, b);
  const gm_vec3 d = gm_sub(f->from[k], f->to[k]);
  const double apart = gm_norm(d);
  f->normal[k] = apart > 0.0 ? gm_scale(1.0 / apart, d) : gm_unit(f->force[k]);
  f->overlap[k] = a[3] + b[3] - apart;
}

/* The contact point is where the grain would touch along the impulse. */
static void fill_frame_wall(gm_frame_contacts *f, gm_index k, gm_row4 a)
{
  const double push = gm_norm(f->impulse[k]);
  f->normal[k] =
      push > 0.0 ? gm_scale(1.0 / push, f->impulse[k]) : gm_vec(0.0, 0.0, 0.0);
  f->from[k] = gm_row_vec(a);
  f->to[k] = gm_madd(f->from[k], -a[3], f->normal[k]);
  f->overlap[k] = 0.0;
}

static void add_frame_grain_load(gm_scene *s, gm_frame_grains *grains,
                                 gm_index place, gm_vec3 force)
{
  s->grains.load[grains->row[place]].f += gm_row(force, 0.0);
  ++grains->coordination[place];
}

gm_status gm_frame_fill_collisions(const gm_collision_sums *sums, gm_scene *s,
                                   gm_frame_grains *grains,
                                   gm_frame_contacts *f)
{
  const double span = s->time - s->balance.hard.framed;
  const double rate = span > 0.0 ? 1.0 / span : 0.0;
  gm_index k = 0;
  GM_ASSERT(sums->sorted == sums->n);
  GM_TRY(reserve_frame_collisions(f, (gm_index)sums->n));
  for (gm_index i = 0; i < s->grains.n; ++i) {
    s->grains.load[i] = (gm_load){0};
    grains->coordination[i] = 0;
  }
  for (size_t q = 0; q < sums->n; ++q) {
    const gm_collision_sum *c = &sums->row[q];
    const gm_index a = place_of_frame_id(s, grains, c->a);
    const gm_index b = c->b < 0 ? -1 : place_of_frame_id(s, grains, c->b);
    if (a < 0 || (c->b >= 0 && b < 0)) continue;
    const gm_row4 xa =
        gm_domain_home(&s->domain, s->grains.g[grains->row[a]].x);
    f->id_a[k] = c->a;
    f->id_b[k] = c->b;
    f->structure[k] = c->structure;
    f->patch[k] = c->patch;
    f->source[k] = c->b < 0 ? 0 : -1;
    f->impulse[k] = c->impulse;
    f->collisions[k] = c->count;
    f->force[k] = gm_scale(rate, c->impulse);
    add_frame_grain_load(s, grains, a, f->force[k]);
    if (b >= 0) {
      add_frame_grain_load(s, grains, b, gm_scale(-1.0, f->force[k]));
      fill_frame_pair(s, f, k, xa, s->grains.g[grains->row[b]].x);
    } else {
      fill_frame_wall(f, k, xa);
    }
    ++k;
  }
  f->n = k;
  return GM_OK;
}

/* The grains and contacts of one instant, sorted to be written.
 *
 * Steps wait while a frame is made: sorting is by counting, all else by all threads. */

static const double reach =
    2.0; /* radii, of distance and normal to structures */

typedef struct named_row {
  gm_id id;
  gm_index row;
} named_row;

enum { DIGIT = 11, DIGITS = 1 << DIGIT }; /* bits of a digit, its values */

/* By the digit that begins at bit `shift`, stable. */
static void sort_frame_digit(const named_row *from, gm_index n, int shift,
                             named_row *to)
{
  gm_index first[DIGITS + 1] = {0};
  for (gm_index i = 0; i < n; ++i)
    ++first[((uint64_t)from[i].id >> shift) % DIGITS + 1];
  for (int d = 0; d < DIGITS; ++d)
    first[d + 1] += first[d];
  for (gm_index i = 0; i < n; ++i)
    to[first[((uint64_t)from[i].id >> shift) % DIGITS]++] = from[i];
}

gm_status gm_frame_sort(const gm_id *ids, size_t stride, gm_index n,
                        gm_index *row)
{
  const size_t bytes = (size_t)(n + 1) * sizeof(named_row);
  named_row *k = malloc(bytes), *other = malloc(bytes);
  if (!k || !other) {
    free(k);
    free(other);
    return gm_fail(GM_ERR_MEMORY, "no memory to sort %d rows", n);
  }
  uint64_t bits = 0;
  const char *from = (const char *)ids;
  for (gm_index i = 0; i < n; ++i, from += stride) {
    k[i] = (named_row){*(const gm_id *)(const void *)from, i};
    bits |= (uint64_t)k[i].id;
  }
  for (int shift = 0; shift < 64 && bits >> shift; shift += DIGIT) {
    named_row *sorted = other;
    sort_frame_digit(k, n, shift, sorted);
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
static gm_status count_frame_contacts(const gm_scene *s, gm_frame_grains *f)
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
  GM_TRY(reserve_frame_clumps(f, c->n));
  if (!c->n) return GM_OK;
  gm_index *to = NULL; /* place in the frame of each row */
  GM_TRY(gm_frame_sort(&c->row->id, sizeof *c->row, c->n, f->row));
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

gm_status gm_frame_fill_grains(const gm_capture *now, int threads,
                               const gm_scene *s, gm_frame_grains *f)
{
  GM_ASSERT(now->valid);
  GM_TRY(gm_frame_reserve_grains(f, s->grains.n));
  GM_TRY(
      gm_frame_sort(s->grains.id, sizeof *s->grains.id, s->grains.n, f->row));
  f->n = s->grains.n;
  GM_TRY(count_frame_contacts(s, f));
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

typedef struct contact_line {
  gm_id a, b;
  gm_index structure, patch, row;
  int turned; /* in the list a and b stand the other way round */
} contact_line;

static int by_frame_line(const void *p, const void *q)
{
  const contact_line *a = p, *b = q;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->structure != b->structure) return a->structure < b->structure ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return a->row < b->row ? -1 : a->row > b->row; /* two images of a patch */
}

/* What a contact remembered before the instant. */
static void fill_frame_memory(const gm_capture *now, const gm_scene *s,
                              const contact_line *l, gm_frame_contacts *f,
                              gm_index at)
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

static void fill_frame_line(const gm_capture *now, const gm_scene *s,
                            const contact_line *l, gm_frame_contacts *f,
                            gm_index at)
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
  if (now->memory) fill_frame_memory(now, s, l, f, at);
}

/* A contact of two grains stands with the grain of the lower id, as a. */
static contact_line frame_line(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const int is_grain = row < c->n_grain;
  contact_line k = {.a = s->grains.id[c->a[row]],
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
  contact_line *l; /* [n] */
} sorting;

static void clear_frame_sorting(sorting *t)
{
  free(t->place);
  free(t->first);
  free(t->l);
}

static gm_status make_frame_sorting(const gm_frame_grains *f, gm_index n,
                                    sorting *t)
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
static gm_index frame_place(const gm_scene *s, const sorting *t, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_index a = t->place[c->a[row]];
  if (row >= c->n_grain) return a;
  const gm_index b = t->place[c->b[row]];
  return a < b ? a : b;
}

/* Contacts to the grain with which they stand. */
static void sort_by_frame_grain(const gm_scene *s, sorting *t)
{
  const gm_contacts *c = &s->contacts;
  gm_index *next = t->first + 1; /* ends as the first of the next grain */
  for (gm_index row = 0; row < c->n; ++row) {
    if (c->touched[row]) ++next[frame_place(s, t, row) + 1];
  }
  for (gm_index k = 0; k < s->grains.n; ++k)
    next[k + 1] += next[k];
  for (gm_index row = 0; row < c->n; ++row) {
    if (c->touched[row]) t->l[next[frame_place(s, t, row)]++].row = row;
  }
}

static void insert_frame_line(contact_line *l, gm_index n)
{
  const contact_line last = l[n];
  for (; n > 0 && by_frame_line(&last, &l[n - 1]) < 0; --n)
    l[n] = l[n - 1];
  l[n] = last;
}

/* Most grains have a few contacts. */
static void sort_frame_lines(contact_line *l, gm_index n)
{
  enum { FEW = 24 };
  if (n > FEW) {
    qsort(l, (size_t)n, sizeof *l, by_frame_line);
    return;
  }
  for (gm_index k = 1; k < n; ++k)
    insert_frame_line(l, k);
}

gm_status gm_frame_fill_contacts(const gm_capture *now, int threads,
                                 const gm_scene *s,
                                 const gm_frame_grains *grains,
                                 gm_frame_contacts *f)
{
  GM_ASSERT(now->valid && grains->n == s->grains.n);
  sorting t;
  gm_index n = 0;
  for (gm_index row = 0; row < s->contacts.n; ++row)
    n += s->contacts.touched[row];
  const gm_index more = count_frame_meetings(s);
  GM_TRY(gm_frame_reserve_contacts(f, n + more, now->remembers));
  const gm_status status = make_frame_sorting(grains, n, &t);
  if (status == GM_OK) {
    f->n = n;
    sort_by_frame_grain(s, &t);
#pragma omp parallel for schedule(static)                                      \
    num_threads(gm_contacts_team(threads, s->grains.n))
    for (gm_index g = 0; g < s->grains.n; ++g) {
      for (gm_index k = t.first[g]; k < t.first[g + 1]; ++k)
        t.l[k] = frame_line(s, t.l[k].row);
      sort_frame_lines(&t.l[t.first[g]], t.first[g + 1] - t.first[g]);
      for (gm_index k = t.first[g]; k < t.first[g + 1]; ++k)
        fill_frame_line(now, s, &t.l[k], f, k);
    }
    append_frame_meetings(s, f);
  }
  clear_frame_sorting(&t);
  return status;
}
