/* search/neighbours.c -- building the list.
 *
 * Chunks are independent: each finds the partners of its grains and the patches near
 * them, counts, and, when all counts are known, writes its rows where they belong.  Room
 * for partners is guessed per chunk; a chunk that overflows makes all try again with
 * more.
 */
#include "search/neighbours.h"

#include "base/memory.h"
#include "scene/contacts.h"
#include "search/partners.h"
#include "search/screen.h"
#include <omp.h>
#include <string.h>

enum { CROSS, OWN, STRUCTURE, FULL, CROWDED, COUNTS };

/* ---- joins: runs of pairs that act on grains of a later chunk ------------ */

/* First pair of chunk c with a grain of chunk `to` or of a later one. */
static gm_index first_pair(const gm_contacts *l, gm_index c, gm_index to)
{
  gm_index low = l->first_cross[c], high = l->first_cross[c + 1];
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (l->b[middle] / l->chunk < to)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Writes the joins of chunk c to `join`, if not null.  Returns their number. */
static gm_index find_joins(const gm_contacts *l, gm_index c, gm_join *join)
{
  gm_index n = 0;
  for (gm_index other = 0; other < c; ++other) {
    const gm_index begin = first_pair(l, other, c);
    if (begin == l->first_cross[other + 1] || l->b[begin] / l->chunk != c)
      continue;
    if (join) join[n] = (gm_join){begin, first_pair(l, other, c + 1)};
    ++n;
  }
  return n;
}

/* Fills join and first_join of the list.  GM_ERR_MEMORY: the list is empty. */
static gm_status write_joins(gm_contacts *l)
{
  l->first_join[0] = 0;
#pragma omp parallel for schedule(dynamic, 16)
  for (gm_index c = 0; c < l->n_chunks; ++c)
    l->first_join[c + 1] = find_joins(l, c, NULL);
  for (gm_index c = 0; c < l->n_chunks; ++c)
    l->first_join[c + 1] += l->first_join[c];
  const gm_index all = l->first_join[l->n_chunks];
  if (all > l->join_capacity) {
    l->join_capacity = 0;
    const gm_index most = all + all / 4;
    const gm_status status = GM_RESIZE(l->join, 0, most);
    if (status != GM_OK) {
      l->n = l->n_grain = l->n_cross = l->n_chunks = 0;
      return status;
    }
    l->join_capacity = most;
  }
#pragma omp parallel for schedule(dynamic, 16)
  for (gm_index c = 0; c < l->n_chunks; ++c)
    find_joins(l, c, l->join ? &l->join[l->first_join[c]] : NULL);
  return GM_OK;
}

/* ---- the list ------------------------------------------------------------------ */

static size_t round_up(size_t bytes)
{
  return (bytes + 63) / 64 * 64;
}

/* Bytes that are borrowed: cells, then partners (over what sorting cells needs), where
 * they start, structures. */
static size_t lay_chunks(gm_neighbours *w, gm_index n, gm_index chunk,
                         gm_index chunks, char *room)
{
  const size_t kept = gm_cells_kept(n), sorting = gm_cells_room(n) - kept;
  const size_t rows = (size_t)chunk * (size_t)chunks;
  const size_t all = round_up(rows * (size_t)w->per_grain * sizeof *w->partner);
  const size_t partners = all > sorting ? all : round_up(sorting);
  const size_t starts = round_up((rows + (size_t)chunks) * sizeof *w->start);
  const size_t touches =
      4 * (size_t)chunks * (size_t)w->touch_room * sizeof *w->touch;
  if (room) {
    w->partner = (gm_index *)(void *)(room + kept);
    w->start = (gm_index *)(void *)(room + kept + partners);
    w->touch = (gm_index *)(void *)(room + kept + partners + starts);
  }
  return kept + partners + starts + touches;
}

static gm_status reserve_neighbours(gm_neighbours *w, gm_index chunks)
{
  if (chunks > w->chunks_capacity) {
    GM_TRY(GM_RESIZE(w->counts, 0, (size_t)chunks * COUNTS));
    w->chunks_capacity = chunks;
  }
  const size_t cursors = (size_t)omp_get_max_threads() * (size_t)(chunks + 1);
  if (cursors > w->cursor_capacity) {
    GM_TRY(GM_RESIZE(w->cursor, 0, cursors));
    w->cursor_capacity = cursors;
  }
  return GM_OK;
}

/* Who is near the grains of chunk c, and the counts of it. */
static void find_chunk_neighbours(gm_neighbours *w, const gm_grains *g,
                                  const gm_structures *structures,
                                  const gm_domain *domain, double skin,
                                  gm_index chunk, gm_index c, int apart)
{
  gm_index *counts = &w->counts[c * COUNTS];
  const gm_index i0 = c * chunk, i1 = i0 + chunk < g->n ? i0 + chunk : g->n;
  const gm_index room = chunk * w->per_grain;
  memset(counts, 0, COUNTS * sizeof *counts);
  gm_index *start = &w->start[(size_t)c * (size_t)(chunk + 1)];
  gm_index partners = 0, patches = 0;
  if (!apart)
    partners = gm_partners_find(&w->cells, g, domain, skin, i0, i1,
                                &w->partner[(size_t)c * (size_t)room], room,
                                start, &counts[OWN]);
  else
    memset(start, 0, (size_t)(chunk + 1) * sizeof *start);
  if (structures->n && apart < 2)
    patches = gm_broad_structures_find(
        &w->broad, structures, domain, g, skin, i0, i1,
        &w->touch[(size_t)c * 4 * (size_t)w->touch_room], w->touch_room,
        &counts[CROWDED]);
  counts[CROSS] = partners - counts[OWN];
  counts[STRUCTURE] = patches;
  counts[FULL] = (partners < 0) | (patches < 0) << 1;
}

/* Rows of chunk c to their places: cross rows by chunk of b, own rows as they come. */
static void write_chunk(const gm_neighbours *w, const gm_grains *g,
                        const gm_domain *d, gm_index chunk, gm_index c,
                        gm_index *cursor, gm_contacts *list)
{
  const gm_index n = g->n;
  const gm_index i0 = c * chunk, i1 = i0 + chunk < n ? i0 + chunk : n;
  const gm_index *partner =
      &w->partner[(size_t)c * (size_t)(chunk * w->per_grain)];
  const gm_index *touch = &w->touch[(size_t)c * 4 * (size_t)w->touch_room];
  const gm_index *start = &w->start[(size_t)c * (size_t)(chunk + 1)];
  memset(cursor, 0, (size_t)(list->n_chunks + 1) * sizeof *cursor);
  for (gm_index e = 0; e < start[i1 - i0]; ++e) {
    if (partner[e] >= i1) ++cursor[partner[e] / chunk + 1];
  }
  cursor[0] = list->first_cross[c];
  for (gm_index k = 0; k < list->n_chunks; ++k)
    cursor[k + 1] += cursor[k];
  gm_index own = list->first_own[c];
  for (gm_index i = i0; i < i1; ++i) {
    for (gm_index e = start[i - i0]; e < start[i - i0 + 1]; ++e) {
      const gm_index j = partner[e];
      const gm_index row = j < i1 ? own++ : cursor[j / chunk]++;
      list->a[row] = i;
      list->b[row] = j;
      if (!list->image) continue;
      list->image[row] = (uint8_t)gm_domain_nearest(d, g->g[i].x - g->g[j].x);
    }
  }
  const gm_index first = list->first_structure[c];
  for (gm_index e = 0; e < list->first_structure[c + 1] - first; ++e) {
    list->a[first + e] = touch[4 * e];
    list->b[first + e] = touch[4 * e + 1];
    list->patch[first + e - list->n_grain] = touch[4 * e + 3];
    if (list->image) list->image[first + e] = (uint8_t)touch[4 * e + 2];
  }
}

/* Rows [n t / parts, n (t + 1) / parts) of a column to zero, by every thread of a
 * region. */
static void zero_share(void *column, gm_index n, size_t size)
{
  const int64_t parts = omp_get_num_threads(), t = omp_get_thread_num();
  const size_t from = (size_t)(n * t / parts),
               to = (size_t)(n * (t + 1) / parts);
  memset((char *)column + from * size, 0, (to - from) * size);
}

/* Nothing touches yet. */
static void forget_list(gm_contacts *list)
{
#pragma omp parallel
  {
    zero_share(list->history, list->n, sizeof *list->history);
    zero_share(list->touched, list->n, sizeof *list->touched);
    zero_share(list->due, list->n - list->n_grain, sizeof *list->due);
    zero_share(list->around, list->n - list->n_grain, sizeof *list->around);
    zero_share(list->normal, list->n - list->n_grain, sizeof *list->normal);
    zero_share(list->record, list->n_cross, sizeof *list->record);
    if (list->spent) zero_share(list->spent, list->n, sizeof *list->spent);
    if (list->couple) {
      zero_share(list->couple, list->n, sizeof *list->couple);
      zero_share(list->couple_record, list->n_cross,
                 sizeof *list->couple_record);
    }
  }
}

/* Ghosts do not touch structures here; their rows serve to see what is between grains
 * (search/screen.h). */
static void rest_ghosts(gm_contacts *list, const gm_grains *g)
{
  for (gm_index row = list->n_grain; row < list->n; ++row)
    if (gm_grains_ghost(g, list->a[row]))
      list->due[row - list->n_grain] = INFINITY;
}

/* Has a grain more rows on a structure than are looked at together? */
static int is_crowded(const gm_contacts *list)
{
  int any = 0;
  for (gm_index k = list->n_grain; k + GM_CONTACTS_PATCHES < list->n; ++k) {
    const gm_index last = k + GM_CONTACTS_PATCHES;
    any |= list->a[k] == list->a[last] && list->b[k] == list->b[last];
  }
  return any;
}

/* Who is near whom, into what is borrowed; with more room where there was too little. */
static gm_status find_neighbours(gm_neighbours *w, const gm_grains *g,
                                 const gm_structures *structures,
                                 const gm_domain *domain, double skin,
                                 gm_index chunk, gm_index chunks,
                                 gm_contacts *list)
{
  if (!w->per_grain) w->per_grain = 6;
  if (w->touch_room < chunk / 2) w->touch_room = chunk / 2;
  GM_TRY(reserve_neighbours(w, chunks));
  for (int tries = 0;; ++tries) {
    void *room = NULL;
    GM_TRY(gm_contacts_lend(list, lay_chunks(w, g->n, chunk, chunks, NULL),
                            &room));
    lay_chunks(w, g->n, chunk, chunks, room);
    if (!list->apart || (list->apart == 1 && structures->n)) {
      GM_TRY(gm_cells_sort(&w->cells, g, skin, room));
      GM_TRY(gm_broad_structures_sort(&w->broad, structures, domain, &w->cells,
                                      w->cells.level[0].largest + skin));
    }
#pragma omp parallel for schedule(static)
    for (gm_index c = 0; c < chunks; ++c)
      find_chunk_neighbours(w, g, structures, domain, skin, chunk, c,
                            list->apart);
    gm_index overflow = 0, crowded = 0;
    for (gm_index c = 0; c < chunks; ++c) {
      const gm_index *counts = &w->counts[c * COUNTS];
      overflow |= counts[FULL];
      crowded = counts[CROWDED] ? counts[CROWDED] : crowded;
    }
    if (crowded) {
      return gm_fail(
          GM_ERR_INPUT,
          "a grain is near more than %d patches of structure '%s' at once: "
          "take smaller grains, or raise virtual_particles.turn where its mesh "
          "has sharp edges within the size of a grain; edges where three "
          "triangles or more meet are always cut: leave sheets out there",
          GM_CONTACTS_MOST, structures->row[crowded - 1].name);
    }
    if (!overflow) return GM_OK;
    if (tries == 20) {
      return gm_fail(GM_ERR_NUMBER,
                     "a grain has more than %d neighbours: grains lie on each "
                     "other, or one is far larger than the others; give "
                     "places and radii that do not overlap",
                     w->per_grain);
    }
    if (overflow & 1) w->per_grain += w->per_grain / 2;
    if (overflow & 2) w->touch_room *= 2;
  }
}

gm_status gm_neighbours_build(gm_neighbours *w, const gm_grains *g,
                              const gm_structures *structures,
                              const gm_domain *domain, double skin,
                              gm_contacts *list)
{
  const gm_index n = g->n, chunk = gm_contacts_chunk(n);
  const gm_index chunks = (n + chunk - 1) / chunk;
  list->n = list->n_grain = list->n_cross = list->n_chunks = 0;
  list->shift = domain->periodic ? domain->shift : NULL;
  if (domain->periodic) GM_TRY(gm_domain_check(domain, g));
  GM_TRY(find_neighbours(w, g, structures, domain, skin, chunk, chunks, list));

  gm_index cross = 0, own = 0, touch = 0;
  for (gm_index c = 0; c < chunks; ++c) {
    cross += w->counts[c * COUNTS + CROSS];
    own += w->counts[c * COUNTS + OWN];
    touch += w->counts[c * COUNTS + STRUCTURE];
  }
  GM_TRY(gm_contacts_reserve(list, cross + own + touch, cross, touch, chunks));
  lay_chunks(w, n, chunk, chunks, (char *)list->history);
  list->n_cross = cross;
  list->n_grain = cross + own;
  list->n = cross + own + touch;
  list->n_chunks = chunks;
  list->chunk = chunk;
  list->first_cross[0] = 0;
  list->first_own[0] = cross;
  list->first_structure[0] = list->n_grain;
  for (gm_index c = 0; c < chunks; ++c) {
    const gm_index *counts = &w->counts[c * COUNTS];
    list->first_grain[c] = c * chunk;
    list->first_cross[c + 1] = list->first_cross[c] + counts[CROSS];
    list->first_own[c + 1] = list->first_own[c] + counts[OWN];
    list->near_end[c] = list->first_own[c + 1];
    list->narrowed[c] = -INFINITY; /* not yet */
    list->first_structure[c + 1] = list->first_structure[c] + counts[STRUCTURE];
  }
  list->first_grain[chunks] = n;
#pragma omp parallel for schedule(static)
  for (gm_index c = 0; c < chunks; ++c) {
    gm_index *cursor =
        &w->cursor[(size_t)omp_get_thread_num() * (size_t)(chunks + 1)];
    write_chunk(w, g, domain, chunk, c, cursor, list);
  }
  forget_list(list);
  if (g->ghost) rest_ghosts(list, g);
  list->crowded = is_crowded(list);
  GM_TRY(write_joins(list));
  return gm_screen_mark(list, g, structures, domain, &w->cells, skin);
}

void gm_neighbours_clear(gm_neighbours *w)
{
  gm_cells_clear(&w->cells);
  gm_broad_structures_clear(&w->broad);
  GM_FREE(w->counts);
  GM_FREE(w->cursor);
  *w = (gm_neighbours){0};
}
