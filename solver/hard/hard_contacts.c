/* hard/hard_contacts.c -- the narrow phase of hard grains.
 *
 * The tests of distance are those of soft grains (room `contact`); what touches is kept
 * for the sweeps of the step.
 */
#include "hard/hard_contacts.h"

#include "base/memory.h"
#include "contact/narrow_grains.h"
#include "search/screen.h"
#include "soft/overlap.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------ */

/* Room for `more` contacts behind the `n` there are.  Returns false without memory. */
static int grow_hard_contact_pairs(gm_hard_chunk *h, int more)
{
  const size_t need = (size_t)(h->n_pair + more);
  if (need <= h->pair_capacity) return 1;
  const size_t rows = need + need / 2 + 64;
  if (GM_RESIZE(h->pair, h->n_pair, rows) != GM_OK) return 0;
  h->pair_capacity = rows;
  return 1;
}

static int grow_hard_contact_walls(gm_hard_chunk *h, int more)
{
  const size_t need = (size_t)(h->n_wall + more);
  if (need <= h->wall_capacity) return 1;
  const size_t rows = need + need / 2 + 64;
  if (GM_RESIZE(h->wall, h->n_wall, rows) != GM_OK) return 0;
  h->wall_capacity = rows;
  return 1;
}

static int grow_hard_contact_order(gm_hard_chunk *h)
{
  const size_t need = (size_t)(h->n_pair - h->n_cross + h->n_wall);
  if (need <= h->order_capacity) return 1;
  const size_t rows = need + need / 2 + 64;
  if (GM_RESIZE(h->order, 0, rows) != GM_OK) return 0;
  h->order_capacity = rows;
  return 1;
}

/* ---- contacts ---------------------------------------------------------------- */

/* Notes the overlap of contact `row`, over the smaller radius r. */
static void note_hard_contact_overlap(gm_work_result *r,
                                      const gm_contacts *list, gm_index row,
                                      double overlap, double radius,
                                      gm_vec3 place)
{
  if (!(overlap > r->overlap * radius)) return;
  r->overlap = overlap / radius;
  gm_overlap_row(r, list, row);
  r->place = place;
}

static void add_hard_contact_pairs(const gm_work *w, gm_hard_chunk *h,
                                   const gm_block *k, gm_index k0, int c,
                                   gm_work_result *r)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_grain *g = w->scene->grains.g;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], a = list->a[row], b = list->b[row];
    const gm_vec3 d = gm_row_vec(k->d[t]);
    const double apart = gm_norm(d), sum = k->d[t][3];
    if (!(apart > 0.0)) continue; /* one centre on the other has no normal */
    h->pair[h->n_pair++] = (gm_hard_contact){
        .n = gm_scale(1.0 / apart, d),
        .depth = sum - apart,
        .lever = apart / sum,
        .a = a,
        .b = b,
        .row = row,
        .pair = w->pair >= 0 ? w->pair : gm_model_pair(w->scene, row)};
    note_hard_contact_overlap(r, list, row, sum - apart,
                              fmin(g[a].x[3], g[b].x[3]), gm_row_vec(g[a].x));
  }
}

/* Pairs [k0, k1) of the list that touch. */
static int find_hard_pairs(const gm_work *w, gm_hard_chunk *h, gm_block *k,
                           gm_index k0, gm_index k1, gm_work_result *r)
{
  gm_scene *s = w->scene;
  for (; k0 < k1; k0 += GM_BLOCK) {
    const int n = k1 - k0 < GM_BLOCK ? k1 - k0 : GM_BLOCK;
    int c = gm_narrow_grains(k, s->grains.g, &s->contacts, k0, n);
    if (c && gm_screen_due(&s->contacts, k0))
      c = gm_screen_part(k, s->grains.g, &s->structures, &s->contacts, k0, c);
    if (!grow_hard_contact_pairs(h, c)) return 0;
    add_hard_contact_pairs(w, h, k, k0, c, r);
  }
  return 1;
}

static gm_hard_wall contact_wall(const gm_work *w, const gm_block *k, int t,
                                 gm_index row)
{
  const gm_scene *s = w->scene;
  const gm_contacts *list = &s->contacts;
  const gm_index b = list->b[row];
  const gm_structure *body = &s->structures.row[b];
  const gm_grain *g = &s->grains.g[list->a[row]];
  const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
  const double depth = (body->mirror ? 0.5 : 1.0) * k->overlap[t];
  gm_vec3 foot = gm_madd(gm_row_vec(g->x), depth - g->x[3], n);
  if (list->image)
    foot = gm_sub(foot, gm_row_vec(s->domain.shift[list->image[row]]));
  return (gm_hard_wall){
      .of = {.n = n,
             .depth = depth,
             .lever = k->lever[t],
             .a = list->a[row],
             .b = b,
             .row = row,
             .pair = gm_model_pair(s, row)},
      .velocity = body->mirror ? gm_vec(0.0, 0.0, 0.0)
                               : gm_sub(gm_row_vec(g->v), gm_row_vec(k->v[t])),
      .foot = foot,
      .patch = gm_contacts_patch(list, row),
      .mirror = body->mirror,
      .free = body->rigid && body->rigid->on};
}

static int find_hard_contact_walls(const gm_work *w, gm_hard_chunk *h,
                                   gm_block *k, gm_index c, gm_work_result *r)
{
  gm_scene *s = w->scene;
  gm_contacts *list = &s->contacts;
  const gm_structure_contacts_late now = {0.0, 0.0};
  const gm_index end = list->first_structure[c + 1];
  for (gm_index k0 = list->first_structure[c]; k0 < end;) {
    int n = 0;
    const gm_index next = gm_narrow_structures(
        k, s->grains.g, s->grains.w, &s->structures, list, now,
        w->grains_moved[c], w->surfaces_moved, k0, end, &n, &r->events);
    if (!grow_hard_contact_walls(h, n)) return 0;
    for (int t = 0; t < n; ++t) {
      const gm_hard_wall wall = contact_wall(w, k, t, k0 + k->row[t]);
      const gm_row4 x = s->grains.g[wall.of.a].x;
      h->n_free += wall.free;
      h->wall[h->n_wall++] = wall;
      note_hard_contact_overlap(r, list, wall.of.row, wall.of.depth, x[3],
                                gm_row_vec(x));
    }
    k0 = next;
  }
  return 1;
}

/* ---- the inner list ------------------------------------------------------------ */

/* Notes and clears what the pairs of chunk c have gathered; 0: no memory. */
static int note_hard_contact_gathered(gm_hard_chunk *h, const gm_contacts *list,
                                      gm_index c, gm_row4 *sum, size_t *n)
{
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  *n = 0;
  for (gm_index row = list->first_own[c]; row < list->first_own[c + 1]; ++row) {
    if (sum[row][3] == 0.0) continue;
    if (*n == h->gathered_capacity) {
      const size_t more = 2 * *n + 256;
      if (GM_RESIZE(h->gathered, *n, more) != GM_OK) return 0;
      h->gathered_capacity = more;
    }
    h->gathered[(*n)++] =
        (gm_hard_gathered){list->a[row], list->b[row],
                           list->image ? list->image[row] : 0, sum[row]};
    sum[row] = none;
  }
  return 1;
}

/* Row of that pair among [from, end), which are sorted; `end`: it is not there. */
static gm_index hard_contact_gathered_row(const gm_contacts *list,
                                          const gm_hard_gathered *p,
                                          gm_index from, gm_index end)
{
  gm_index low = from, high = end;
  while (low < high) {
    const gm_index m = low + (high - low) / 2;
    const int before =
        list->a[m] < p->a || (list->a[m] == p->a && list->b[m] < p->b);
    if (before)
      low = m + 1;
    else
      high = m;
  }
  for (; low < end && list->a[low] == p->a && list->b[low] == p->b; ++low)
    if (!list->image || list->image[low] == p->image) return low;
  return end;
}

/* Splits the pairs of chunk c anew; what they have gathered follows them. */
static int split_contacts(const gm_work *w, gm_hard_chunk *h, gm_index c,
                          gm_row4 *sum, gm_inner_list_pair *spare)
{
  gm_contacts *list = &w->scene->contacts;
  size_t n;
  if (!note_hard_contact_gathered(h, list, c, sum, &n)) return 0;
  gm_inner_list_chunk(list, w->scene->grains.g, c, w->grains_moved[c], w->gap,
                      spare);
  const gm_index end = list->first_own[c + 1], near = list->near_end[c];
  for (size_t k = 0; k < n; ++k) {
    gm_index row = hard_contact_gathered_row(list, &h->gathered[k],
                                             list->first_own[c], near);
    if (row == near)
      row = hard_contact_gathered_row(list, &h->gathered[k], near, end);
    GM_ASSERT(row < end);
    sum[row] = h->gathered[k].sum;
  }
  return 1;
}

static int find_hard_chunk(const gm_work *w, gm_hard_chunk *h, gm_index c,
                           gm_row4 *sum, gm_inner_list_pair *spare, gm_block *k)
{
  gm_contacts *list = &w->scene->contacts;
  gm_work_result *r = &w->buffers->result[c];
  *r = (gm_work_result){0};
  h->n_pair = h->n_cross = h->n_wall = h->n_free = 0;
  if (!find_hard_pairs(w, h, k, list->first_cross[c], list->first_cross[c + 1],
                       r))
    return 0;
  h->n_cross = h->n_pair;
  if (gm_inner_list_due(list, c, w->grains_moved[c], w->gap) &&
      !split_contacts(w, h, c, sum, spare))
    return 0;
  return find_hard_pairs(w, h, k, list->first_own[c], list->near_end[c], r) &&
         find_hard_contact_walls(w, h, k, c, r) && grow_hard_contact_order(h);
}

/* ---- links ------------------------------------------------------------------- */

/* Counts the links of all chunks, or writes them to h->spare. */
static gm_index list_hard_contact_links(gm_hard_contacts *h,
                                        gm_index chunk_size, int write)
{
  gm_index n = 0;
  for (gm_index c = 0; c < h->n_chunks; ++c) {
    const gm_hard_chunk *k = &h->chunk[c];
    for (gm_index t = 0; t < k->n_cross;) {
      const gm_index b = k->pair[t].b / chunk_size, first = t;
      while (t < k->n_cross && k->pair[t].b / chunk_size == b)
        ++t;
      if (write) h->spare[n] = (gm_hard_link){c, b, first, t};
      ++n;
    }
  }
  return n;
}

static int hard_contact_lowest_free(uint64_t used)
{
  return ~used ? __builtin_ctzll(~used) : GM_HARD_COLOURS;
}

/* Gives each link the lowest colour that neither of its chunks has, and sorts by it. */
static void hard_contact_colour_links(gm_hard_contacts *h,
                                      unsigned char *colour)
{
  gm_index count[GM_HARD_COLOURS + 2] = {0};
  memset(h->used, 0, (size_t)h->n_chunks * sizeof *h->used);
  for (gm_index k = 0; k < h->n_link; ++k) {
    const gm_hard_link *l = &h->spare[k];
    const int of = hard_contact_lowest_free(h->used[l->a] | h->used[l->b]);
    colour[k] = (unsigned char)of;
    ++count[of + 1];
    if (of == GM_HARD_COLOURS) continue;
    h->used[l->a] |= 1ull << of;
    h->used[l->b] |= 1ull << of;
  }
  for (int k = 0; k <= GM_HARD_COLOURS; ++k)
    count[k + 1] += count[k];
  memcpy(h->first_link, count, sizeof h->first_link);
  for (gm_index k = 0; k < h->n_link; ++k)
    h->link[count[colour[k]]++] = h->spare[k];
}

/* Sorts the links by their later chunk, those of each by the earlier one. */
static void sort_hard_contact_later(gm_hard_contacts *h)
{
  gm_index *first = h->first_later;
  memset(first, 0, (size_t)(h->n_chunks + 1) * sizeof *first);
  for (gm_index k = 0; k < h->n_link; ++k)
    ++first[h->link[k].b + 1];
  for (gm_index c = 0; c < h->n_chunks; ++c)
    first[c + 1] += first[c];
  for (gm_index k = 0; k < h->n_link; ++k)
    h->later[first[h->link[k].b]++] = k;
  for (gm_index c = h->n_chunks; c > 0; --c)
    first[c] = first[c - 1];
  first[0] = 0;
  for (gm_index c = 0; c < h->n_chunks; ++c)
    for (gm_index k = first[c] + 1; k < first[c + 1]; ++k) {
      const gm_index one = h->later[k];
      gm_index to = k;
      for (; to > first[c] && h->link[h->later[to - 1]].a > h->link[one].a;
           --to)
        h->later[to] = h->later[to - 1];
      h->later[to] = one;
    }
}

static gm_status make_hard_contact_links(gm_hard_contacts *h,
                                         gm_index chunk_size)
{
  h->n_link = list_hard_contact_links(h, chunk_size, 0);
  const size_t n = (size_t)h->n_link + 1;
  if (n > h->link_capacity) {
    const size_t rows = n + n / 2;
    GM_TRY(GM_RESIZE(h->link, 0, rows));
    GM_TRY(GM_RESIZE(h->spare, 0, rows));
    GM_TRY(GM_RESIZE(h->later, 0, rows));
    h->link_capacity = rows;
  }
  list_hard_contact_links(h, chunk_size, 1);
  unsigned char *colour = malloc(n);
  if (!colour)
    return gm_fail(GM_ERR_MEMORY, "no memory for %d links", h->n_link);
  hard_contact_colour_links(h, colour);
  free(colour);
  sort_hard_contact_later(h);
  return GM_OK;
}

/* ---- all --------------------------------------------------------------------- */

static gm_status reserve_contact_chunks(gm_hard_contacts *h, gm_index n)
{
  h->n_chunks = n;
  const size_t old = h->chunk_capacity, rows = (size_t)n + 1;
  if (rows <= old) return GM_OK;
  GM_TRY(GM_RESIZE(h->chunk, old, rows));
  h->chunk_capacity = rows;
  GM_TRY(GM_RESIZE(h->used, 0, rows));
  return GM_RESIZE(h->first_later, 0, rows);
}

gm_status gm_hard_contacts_find(gm_hard_contacts *h, const gm_work *w,
                                gm_row4 *sum, int threads)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_work_buffers *b = w->buffers;
  int failed = 0;
  GM_TRY(reserve_contact_chunks(h, list->n_chunks));
#pragma omp parallel num_threads(                                              \
    gm_contacts_team(threads, w->scene->grains.n)) reduction(|                 \
                                                             : failed)
  {
    gm_block k;
    gm_inner_list_pair *spare =
        b->spare + (size_t)omp_get_thread_num() * (size_t)b->own_most;
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c)
      failed |= !find_hard_chunk(w, &h->chunk[c], c, sum, spare, &k);
  }
  if (failed) return gm_fail(GM_ERR_MEMORY, "no memory for contacts");
  return make_hard_contact_links(h, list->chunk);
}

void gm_hard_contacts_clear(gm_hard_contacts *h)
{
  for (size_t c = 0; c < h->chunk_capacity; ++c) {
    GM_FREE(h->chunk[c].pair);
    GM_FREE(h->chunk[c].wall);
    GM_FREE(h->chunk[c].order);
    GM_FREE(h->chunk[c].gathered);
  }
  GM_FREE(h->chunk);
  GM_FREE(h->link);
  GM_FREE(h->spare);
  GM_FREE(h->later);
  GM_FREE(h->first_later);
  GM_FREE(h->used);
  *h = (gm_hard_contacts){0};
}
