/* exchange/gathered.c -- rows and contacts to rank 0.
 *
 * A contact of two grains comes from the owner of the first of them.  Between two steps
 * nothing is captured: loads and what the instant has of contacts stay behind.
 */
#include "exchange/gathered.h"

#include "base/memory.h"
#include "exchange/clump_rows.h"
#include "exchange/merged.h"
#include <string.h>

/* A contact on its way. */
typedef struct seen {
  gm_running_sum running;
  gm_capture_contact contact;
  gm_capture_memory memory;
  gm_row4 history, couple;
  gm_id a, b; /* ids; b is -1 at a structure */
  gm_vec3 normal;
  gm_spent spent;
  gm_index structure, patch, source, place;
  int image;
} seen;

/* Begins what a rank sends. */
typedef struct letter {
  int64_t grains, pairs, walls, stays;
} letter;

static int gathered_counts_here(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  return c->touched[row] && !gm_grains_ghost(&s->grains, c->a[row]);
}

static seen gathered_seen(const gm_capture *capture, const gm_scene *s,
                          gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_index wall = row - c->n_grain;
  seen q = {.history = c->history[row],
            .a = s->grains.id[c->a[row]],
            .b = wall < 0 ? s->grains.id[c->b[row]] : -1,
            .structure = wall < 0 ? -1 : c->b[row],
            .patch = gm_contacts_patch(c, row),
            .source = gm_contacts_source(c, row),
            .image = c->image ? c->image[row] : 0};
  if (capture) q.contact = capture->contact[row];
  if (capture && capture->memory) q.memory = capture->memory[row];
  if (c->couple) q.couple = c->couple[row];
  if (c->spent) q.spent = c->spent[row];
  if (wall >= 0) q.normal = c->normal[wall];
  if (wall >= 0 && c->running) {
    q.running = c->running[wall];
    q.place = c->place[wall];
  }
  return q;
}

/* Bytes of a grain, with its load at an instant. */
static size_t gathered_grain_bytes(const gm_capture *capture, const gm_scene *s)
{
  return gm_clump_rows_bytes(s) + (capture ? sizeof(gm_load) : 0);
}

static gm_status write_gathered(gm_exchange *ex, const gm_capture *capture,
                                const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  const gm_contacts *c = &s->contacts;
  const size_t row = gm_clump_rows_bytes(s),
               grain = gathered_grain_bytes(capture, s);
  letter l = {.grains = ex->owned, .stays = s->stays.n};
  for (gm_index k = 0; k < c->n; ++k) {
    l.pairs += k < c->n_grain && gathered_counts_here(s, k);
    l.walls += k >= c->n_grain && gathered_counts_here(s, k);
  }
  const size_t all = sizeof l + (size_t)l.grains * grain +
                     (size_t)(l.pairs + l.walls) * sizeof(seen) +
                     (size_t)l.stays * sizeof(gm_stay);
  for (int r = 0; r < gm_comm_ranks(ex->comm); ++r)
    ex->out.count[r] = r ? 0 : (int64_t)all;
  GM_TRY(gm_exchange_room(&ex->out, all));
  char *to = ex->out.bytes;
  memcpy(to, &l, sizeof l);
  to += sizeof l;
  for (gm_index i = 0; i < g->n; ++i) {
    if (gm_grains_ghost(g, i)) continue;
    gm_clump_rows_pack(s, i, to);
    if (capture) memcpy(to + row, &g->load[i], sizeof(gm_load));
    to += grain;
  }
  for (gm_index k = 0; k < c->n; ++k) {
    if (!gathered_counts_here(s, k)) continue;
    const seen q = gathered_seen(capture, s, k);
    memcpy(to, &q, sizeof q);
    to += sizeof q;
  }
  if (l.stays) memcpy(to, s->stays.row, (size_t)l.stays * sizeof(gm_stay));
  return GM_OK;
}

/* Rows of the grains of all ranks, in their one order. */
static gm_status read_gathered_grains(gm_gathered *w, gm_exchange *ex,
                                      const gm_scene *s, letter *sum)
{
  gm_grains *g = &w->scene.grains;
  const int ranks = gm_comm_ranks(ex->comm);
  const char *from = ex->in.bytes;
  letter l;
  *sum = (letter){0};
  for (int r = 0; r < ranks; from += ex->in.count[r++]) {
    memcpy(&l, from, sizeof l);
    sum->grains += l.grains;
    sum->pairs += l.pairs;
    sum->walls += l.walls;
    sum->stays += l.stays;
  }
  const gm_index n = (gm_index)sum->grains;
  g->n = 0;
  if (n > g->capacity || !g->g)
    GM_TRY(gm_grains_fit(g, &s->grains, n + n / 8 + 64));
  w->scene.clumps.n = w->scene.clumps.slots = 0;
  GM_TRY(gm_clump_rows_reserve(&w->scene, n));
  if (n > w->capacity) {
    GM_TRY(GM_RESIZE(w->order, 0, g->capacity));
    GM_TRY(GM_RESIZE(w->scratch, 0, g->capacity));
    w->capacity = g->capacity;
  }
  from = ex->in.bytes;
  ex->start[0] = 0;
  for (int r = 0; r < ranks; from += ex->in.count[r++]) {
    memcpy(&l, from, sizeof l);
    const char *at = from + sizeof l;
    for (int64_t k = 0; k < l.grains; ++k, at += w->grain)
      gm_clump_rows_unpack(&w->scene, at);
    ex->start[r + 1] = g->n;
  }
  gm_merged_find(g, ex->start, ranks, w->order, w->scratch);
  GM_TRY(gm_grains_permute(g, w->order, g->n));
  return gm_clump_rows_unite(&w->scene, &w->rows);
}

/* Loads come to the places of their grains. */
static void read_gathered_loads(gm_gathered *w, const gm_exchange *ex,
                                size_t row)
{
  gm_grains *g = &w->scene.grains;
  const char *from = ex->in.bytes;
  letter l;
  gm_index n = 0;
  for (gm_index k = 0; k < g->n; ++k)
    w->scratch[w->order[k]] = k;
  for (int r = 0; r < gm_comm_ranks(ex->comm); from += ex->in.count[r++]) {
    memcpy(&l, from, sizeof l);
    const char *at = from + sizeof l + row;
    for (int64_t k = 0; k < l.grains; ++k, at += w->grain)
      memcpy(&g->load[w->scratch[n++]], at, sizeof(gm_load));
  }
}

static void put_gathered_contact(gm_gathered *w, const seen *q, gm_index k)
{
  gm_contacts *c = &w->scene.contacts;
  const gm_index wall = k - c->n_grain;
  c->a[k] = gm_id_rows_find(&w->rows, q->a);
  c->b[k] = wall < 0 ? gm_id_rows_find(&w->rows, q->b) : q->structure;
  c->touched[k] = 1;
  c->history[k] = q->history;
  if (c->couple) c->couple[k] = q->couple;
  if (c->spent) c->spent[k] = q->spent;
  if (c->image) c->image[k] = (uint8_t)q->image;
  w->capture.contact[k] = q->contact;
  if (w->capture.memory) w->capture.memory[k] = q->memory;
  if (wall < 0) return;
  c->patch[wall] = q->patch;
  c->source[wall] = (int8_t)q->source;
  c->normal[wall] = q->normal;
  if (!c->running) return;
  c->running[wall] = q->running;
  c->place[wall] = q->place;
}

/* Where the contacts of each rank begin; returns their number. */
static int64_t gathered_contacts(const char *from, size_t grain,
                                 const char **at)
{
  letter l;
  memcpy(&l, from, sizeof l);
  *at = from + sizeof l + (size_t)l.grains * grain;
  return l.pairs + l.walls;
}

/* w->scratch[i] becomes the first contact of grain i with structures, where rows of the
 * list begin with those of pairs: they stand in the order of grains. */
static void place_gathered_walls(gm_gathered *w, const gm_exchange *ex,
                                 gm_index pairs)
{
  const gm_index n = w->scene.grains.n;
  const char *from = ex->in.bytes, *at;
  seen q;
  for (gm_index i = 0; i < n; ++i)
    w->scratch[i] = 0;
  for (int r = 0; r < gm_comm_ranks(ex->comm); from += ex->in.count[r++]) {
    for (int64_t k = gathered_contacts(from, w->grain, &at); k > 0;
         --k, at += sizeof q) {
      memcpy(&q, at, sizeof q);
      if (q.b < 0) ++w->scratch[gm_id_rows_find(&w->rows, q.a)];
    }
  }
  for (gm_index i = 0, next = pairs; i < n; ++i) {
    const gm_index rows = w->scratch[i];
    w->scratch[i] = next;
    next += rows;
  }
}

static gm_status read_gathered_contacts(gm_gathered *w, const gm_exchange *ex,
                                        const gm_scene *s, const letter *sum)
{
  gm_contacts *c = &w->scene.contacts;
  const gm_index pairs = (gm_index)sum->pairs, n = pairs + (gm_index)sum->walls;
  c->couples = s->contacts.couples;
  c->accounts = s->contacts.accounts;
  c->adheres = s->contacts.adheres;
  c->has_sums = s->contacts.has_sums;
  c->shift = s->contacts.shift;
  GM_TRY(gm_contacts_reserve(c, n, 0, n - pairs, 1));
  GM_TRY(gm_capture_reserve(&w->capture, n));
  GM_TRY(gm_id_rows_fill(&w->rows, w->scene.grains.id, w->scene.grains.n));
  place_gathered_walls(w, ex, pairs);
  c->n = n;
  c->n_grain = pairs;
  c->n_cross = c->n_chunks = 0;
  gm_index next = 0;
  const char *from = ex->in.bytes, *at;
  for (int r = 0; r < gm_comm_ranks(ex->comm); from += ex->in.count[r++]) {
    seen q;
    for (int64_t k = gathered_contacts(from, w->grain, &at); k > 0;
         --k, at += sizeof q) {
      memcpy(&q, at, sizeof q);
      put_gathered_contact(
          w, &q,
          q.b >= 0 ? next++ : w->scratch[gm_id_rows_find(&w->rows, q.a)]++);
    }
  }
  return GM_OK;
}

/* Sums that waited are added as on one rank. */
static gm_status read_gathered_stays(const gm_exchange *ex, size_t grain,
                                     gm_scene *s, int64_t n)
{
  const char *from = ex->in.bytes, *at;
  gm_stay *all = NULL;
  GM_TRY(GM_RESIZE(all, 0, n + 1));
  n = 0;
  for (int r = 0; r < gm_comm_ranks(ex->comm); from += ex->in.count[r++]) {
    letter l;
    memcpy(&l, from, sizeof l);
    at = from;
    const int64_t contacts = gathered_contacts(from, grain, &at);
    if (l.stays)
      memcpy(&all[n], at + (size_t)contacts * sizeof(seen),
             (size_t)l.stays * sizeof *all);
    n += l.stays;
  }
  gm_contacts_sums_sort(all, n);
  for (int64_t k = 0; k < n; ++k)
    gm_contacts_sums_close(&s->structures.row[all[k].structure].sums,
                           all[k].place, &all[k].sum);
  GM_FREE(all);
  return GM_OK;
}

/* Impacts of all ranks, and counts of events at surfaces, to rank 0; without ranks that
 * add theirs: one that has them already. */
void gm_gathered_count(gm_comm *comm, int adds, gm_scene *s)
{
  gm_balance *b = &s->balance;
  gm_collisions *c = &s->collisions;
  gm_id *const count[] = {&b->centre_inside, &b->coverage_lost, &b->sites,
                          &b->exact};
  for (int k = 0; k < 4; ++k) {
    if (adds) gm_comm_add(comm, count[k], 1);
    if (gm_comm_rank(comm) > 0) *count[k] = 0;
  }
  for (gm_index k = 0; k < 2 * c->n; ++k) {
    gm_collisions_row *row = k % 2 ? &c->structures[k / 2] : &c->grains[k / 2];
    if (adds) gm_comm_add(comm, row->energy, GM_COLLISIONS_ENERGIES);
    if (adds) gm_comm_add(comm, row->speed, GM_COLLISIONS_SPEEDS);
    if (gm_comm_rank(comm) > 0) *row = (gm_collisions_row){0};
  }
}

static gm_status read_gathered(gm_gathered *w, gm_exchange *ex, int loads,
                               gm_scene *s)
{
  letter sum;
  GM_TRY(read_gathered_grains(w, ex, s, &sum));
  if (loads) GM_TRY(gm_grains_keep_loads(&w->scene.grains));
  if (loads) read_gathered_loads(w, ex, gm_clump_rows_bytes(s));
  GM_TRY(read_gathered_contacts(w, ex, s, &sum));
  return read_gathered_stays(ex, w->grain, s, sum.stays);
}

gm_status gm_gathered_take(gm_gathered *w, gm_exchange *ex,
                           const gm_capture *capture, gm_scene *s)
{
  size_t all = 0;
  gm_status status = write_gathered(ex, capture, s);
  w->grain = gathered_grain_bytes(capture, s);
  GM_TRY(gm_comm_agree(ex->comm, status));
  gm_comm_counts(ex->comm, ex->out.count, ex->in.count);
  for (int r = 0; r < gm_comm_ranks(ex->comm); ++r)
    all += (size_t)ex->in.count[r];
  GM_TRY(gm_comm_agree(ex->comm, gm_exchange_room(&ex->in, all)));
  gm_comm_swap(ex->comm, ex->out.bytes, ex->out.count, ex->in.bytes,
               ex->in.count);
  gm_gathered_renew(w, capture, s);
  s->stays.n = 0;
  gm_gathered_count(ex->comm, 1, s);
  if (gm_comm_rank(ex->comm) == 0)
    status = read_gathered(w, ex, capture != NULL, s);
  return gm_comm_agree(ex->comm, status);
}

/* The rows of one table with the shapes of another. */
static gm_clumps gathered_clumps(const gm_clumps *rows, const gm_clumps *shapes)
{
  gm_clumps c = *rows;
  c.next = shapes->next;
  c.n_shapes = shapes->n_shapes;
  c.shape = shapes->shape;
  return c;
}

void gm_gathered_renew(gm_gathered *w, const gm_capture *capture,
                       const gm_scene *s)
{
  const gm_grains grains = w->scene.grains;
  const gm_contacts contacts = w->scene.contacts;
  const gm_clumps clumps = gathered_clumps(&w->scene.clumps, &s->clumps);
  const gm_capture had = w->capture;
  w->scene = *s;
  w->scene.comm = NULL;
  w->scene.grains = grains;
  w->scene.grains.rule = s->grains.rule;
  w->scene.grains.grid = s->grains.grid;
  w->scene.contacts = contacts;
  w->scene.clumps = clumps;
  if (!capture) return;
  w->capture = *capture;
  w->capture.contact = had.contact;
  w->capture.memory = had.memory;
  w->capture.capacity = had.capacity;
}

void gm_gathered_adopt(gm_gathered *w, gm_capture *capture, gm_scene *s)
{
  const gm_grains grains = s->grains;
  const gm_contacts contacts = s->contacts;
  const gm_clumps clumps = s->clumps;
  const gm_capture had = *capture;
  gm_gathered_renew(w, capture, s);
  s->grains = w->scene.grains;
  s->contacts = w->scene.contacts;
  s->clumps = w->scene.clumps;
  s->comm = NULL;
  *capture = w->capture;
  w->scene.grains = grains;
  w->scene.contacts = contacts;
  w->scene.clumps = clumps;
  w->capture = had;
}

void gm_gathered_clear(gm_gathered *w)
{
  gm_grains_clear(&w->scene.grains);
  gm_contacts_clear(&w->scene.contacts);
  GM_FREE(w->scene.clumps.row);
  GM_FREE(w->scene.clumps.load);
  gm_capture_clear(&w->capture);
  gm_id_rows_clear(&w->rows);
  GM_FREE(w->order);
  GM_FREE(w->scratch);
  *w = (gm_gathered){0};
}
