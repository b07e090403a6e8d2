/* search/candidates.c -- building the list.  Room: search.
 *
 * Chunks are independent: each finds the partners of its grains in the cells around them,
 * counts, and, when all counts are known, writes its rows where they belong.  Room for
 * partners is guessed per chunk; a chunk that overflows makes all try again with more.
 */
#include "search/candidates.h"

#include "base/memory.h"
#include <omp.h>
#include <string.h>

enum { CROSS, OWN, STRUCTURE, FULL, CROWDED, COUNTS };

static gm_status reserve(gm_candidates *w, gm_index chunk, gm_index chunks)
{
  if (!w->per_grain) w->per_grain = 8;
  if (!w->touch_per_grain) w->touch_per_grain = 2;
  const size_t room = (size_t)chunk * (size_t)chunks;
  if ((gm_index)room > w->capacity || !w->partner) {
    GM_TRY(GM_RESIZE(w->partner, 0, room * (size_t)w->per_grain));
    GM_TRY(GM_RESIZE(w->touch, 0, room * 3 * (size_t)w->touch_per_grain));
    GM_TRY(GM_RESIZE(w->start, 0, room + (size_t)chunks + 1));
    w->capacity = (gm_index)room;
  }
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

static void sort_rows(gm_index *row, int n)
{
  for (int k = 1; k < n; ++k) {
    const gm_index x = row[k];
    int at = k;
    while (at > 0 && row[at - 1] > x) {
      row[at] = row[at - 1];
      --at;
    }
    row[at] = x;
  }
}

/* Partners j > i of grain i into out[0..room), rising; the count, or -1: no room. */
static int find_partners(const gm_cells *cells, const gm_grains *g, gm_index i,
                         double skin, gm_index *out, gm_index room)
{
  const gm_index cell = cells->cell[i];
  const int cz = cell % cells->nz, cy = cell / cells->nz % cells->ny;
  const int cx = cell / cells->nz / cells->ny;
  const int z0 = cz > 0 ? cz - 1 : 0;
  const int z1 = cz + 1 < cells->nz ? cz + 1 : cells->nz - 1;
  const gm_row4 xi = g->g[i].x;
  int n = 0;
  for (int ix = cx > 0 ? cx - 1 : 0; ix <= cx + 1 && ix < cells->nx; ++ix) {
    for (int iy = cy > 0 ? cy - 1 : 0; iy <= cy + 1 && iy < cells->ny; ++iy) {
      const gm_index base = (ix * cells->ny + iy) * cells->nz;
      const gm_index end = cells->start[base + z1 + 1];
      for (gm_index e = cells->start[base + z0]; e < end; ++e) {
        const gm_index j = cells->grain[e];
        const gm_row4 d = xi - g->g[j].x;
        const double reach = xi[3] + g->g[j].x[3] + skin;
        const int near =
            j > i && d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach;
        if (!near) continue;
        if (n == room) return -1;
        out[n++] = j;
      }
    }
  }
  sort_rows(out, n);
  return n;
}

static int near_bounds(gm_vec3 min, gm_vec3 max, gm_vec3 y, double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* Patches near grain i, as rows (i, structure, patch); the count, or -1: no room.
 * *crowded receives 1 + a structure of which more are near than a group of rows holds. */
static int find_patches(const gm_near *near, const gm_structures *structures,
                        const gm_grains *g, gm_index i, double skin,
                        gm_index *out, gm_index room, gm_index *crowded)
{
  const double reach = g->g[i].x[3] + skin;
  const gm_index cell = gm_near_cell(near, gm_row_vec(g->g[i].x));
  int n = 0;
  for (gm_index e = near->start[cell]; e < near->start[cell + 1]; ++e) {
    const gm_index s = near->structure[e];
    const gm_structure *body = &structures->row[s];
    const gm_vec3 y = gm_pose_to_body(&body->pose, gm_row_vec(g->g[i].x));
    if (!near_bounds(body->shape.min, body->shape.max, y, reach)) continue;
    const int before = n;
    for (int p = 0; p < body->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&body->shape, p);
      if (patch->kind == GM_PATCH_SITES &&
          !near_bounds(patch->min, patch->max, y, reach)) {
        continue;
      }
      const gm_probe probe = gm_shape_probe(patch, y, reach);
      const int known = gm_shape_exact(&probe) || !probe.under;
      if (probe.distance >= reach && known) continue;
      if (n == room) return -1;
      gm_index *row = &out[3 * n++];
      row[0] = i;
      row[1] = s;
      row[2] = p;
    }
    if (n - before > GM_CONTACTS_PATCHES) *crowded = s + 1;
  }
  return n;
}

static void find_chunk(gm_candidates *w, const gm_grains *g,
                       const gm_structures *structures, double skin,
                       gm_index chunk, gm_index c)
{
  gm_index *counts = &w->counts[c * COUNTS];
  memset(counts, 0, COUNTS * sizeof *counts);
  const gm_index i0 = c * chunk, i1 = i0 + chunk < g->n ? i0 + chunk : g->n;
  const gm_index room = chunk * w->per_grain;
  const gm_index touch_room = chunk * w->touch_per_grain;
  gm_index *partner = &w->partner[(size_t)c * (size_t)room];
  gm_index *touch = &w->touch[(size_t)c * 3 * (size_t)touch_room];
  gm_index *start = &w->start[(size_t)c * (size_t)(chunk + 1)];
  gm_index n = 0, m = 0;
  for (gm_index i = i0; i < i1; ++i) {
    start[i - i0] = n;
    const int k = find_partners(&w->cells, g, i, skin, &partner[n], room - n);
    const int q = find_patches(&w->near, structures, g, i, skin, &touch[3 * m],
                               touch_room - m, &counts[CROWDED]);
    if (k < 0 || q < 0) {
      counts[FULL] |= (k < 0) | (q < 0) << 1;
      return;
    }
    for (int e = 0; e < k; ++e)
      ++counts[partner[n + e] < i1 ? OWN : CROSS];
    n += k;
    m += q;
  }
  start[i1 - i0] = n;
  counts[STRUCTURE] = m;
}

/* Rows of chunk c to their places: cross rows by chunk of b, own rows as they come. */
static void write_chunk(const gm_candidates *w, gm_index chunk, gm_index n,
                        gm_index c, gm_index *cursor, gm_contacts *list)
{
  const gm_index i0 = c * chunk, i1 = i0 + chunk < n ? i0 + chunk : n;
  const gm_index *partner =
      &w->partner[(size_t)c * (size_t)(chunk * w->per_grain)];
  const gm_index *touch =
      &w->touch[(size_t)c * 3 * (size_t)(chunk * w->touch_per_grain)];
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
      list->patch[row] = -1;
    }
  }
  const gm_index first = list->first_structure[c];
  for (gm_index e = 0; e < list->first_structure[c + 1] - first; ++e) {
    list->a[first + e] = touch[3 * e];
    list->b[first + e] = touch[3 * e + 1];
    list->patch[first + e] = touch[3 * e + 2];
  }
}

/* Each record once for each side, by (grain, row): a counting sort in row order. */
static gm_status write_entries(gm_candidates *w, gm_index n, gm_contacts *list)
{
  gm_index *at = w->start; /* n + chunks rows, free again by now */
  memset(at, 0, (size_t)(n + 1) * sizeof *at);
  for (gm_index row = 0; row < list->n_cross; ++row) {
    ++at[list->a[row] + 1];
    ++at[list->b[row] + 1];
  }
  for (gm_index i = 0; i < n; ++i)
    at[i + 1] += at[i];
  for (gm_index c = 0; c <= list->n_chunks; ++c) {
    list->first_entry[c] = at[list->first_grain[c]];
  }
  for (gm_index row = 0; row < list->n_cross; ++row) {
    gm_index e = at[list->a[row]]++;
    list->entry_grain[e] = list->a[row];
    list->entry[e] = 2 * row;
    e = at[list->b[row]]++;
    list->entry_grain[e] = list->b[row];
    list->entry[e] = 2 * row + 1;
  }
  return GM_OK;
}

gm_status gm_candidates_build(gm_candidates *w, const gm_grains *g,
                              const gm_structures *structures, double skin,
                              gm_contacts *list)
{
  const gm_index n = g->n, chunk = gm_contacts_chunk(n);
  const gm_index chunks = (n + chunk - 1) / chunk;
  list->n = list->n_grain = list->n_cross = list->n_chunks = 0;
  double largest = 0.0;
  for (gm_index i = 0; i < n; ++i)
    largest = fmax(largest, g->g[i].x[3]);
  GM_TRY(gm_cells_sort(&w->cells, g, 2.0 * largest + skin));
  GM_TRY(gm_near_sort(&w->near, structures, &w->cells, largest + skin));

  for (int tries = 0;; ++tries) {
    GM_TRY(reserve(w, chunk, chunks));
#pragma omp parallel for schedule(static)
    for (gm_index c = 0; c < chunks; ++c) {
      find_chunk(w, g, structures, skin, chunk, c);
    }
    gm_index overflow = 0, crowded = 0;
    for (gm_index c = 0; c < chunks; ++c) {
      overflow |= w->counts[c * COUNTS + FULL];
      crowded = w->counts[c * COUNTS + CROWDED]
                    ? w->counts[c * COUNTS + CROWDED]
                    : crowded;
    }
    if (crowded) {
      return gm_fail(
          GM_ERR_INPUT,
          "a grain is near more than %d patches of structure '%s' at "
          "once: its mesh has many sharp edges within the size of a "
          "grain; smooth it, or raise virtual_particles.turn",
          GM_CONTACTS_PATCHES, structures->row[crowded - 1].name);
    }
    if (!overflow) break;
    if (tries == 12) {
      return gm_fail(GM_ERR_NUMBER, "a grain has more than %d neighbours",
                     w->per_grain);
    }
    if (overflow & 1) w->per_grain *= 2;
    if (overflow & 2) w->touch_per_grain *= 2;
    w->capacity = 0;
  }

  gm_index cross = 0, own = 0, touch = 0;
  for (gm_index c = 0; c < chunks; ++c) {
    cross += w->counts[c * COUNTS + CROSS];
    own += w->counts[c * COUNTS + OWN];
    touch += w->counts[c * COUNTS + STRUCTURE];
  }
  GM_TRY(gm_contacts_reserve(list, cross + own + touch, cross, chunks));
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
    list->first_structure[c + 1] = list->first_structure[c] + counts[STRUCTURE];
  }
  list->first_grain[chunks] = n;
#pragma omp parallel for schedule(static)
  for (gm_index c = 0; c < chunks; ++c) {
    gm_index *cursor =
        &w->cursor[(size_t)omp_get_thread_num() * (size_t)(chunks + 1)];
    write_chunk(w, chunk, n, c, cursor, list);
  }
  memset(list->history, 0, (size_t)list->n * sizeof *list->history);
  if (list->couple) {
    memset(list->couple, 0, (size_t)list->n * sizeof *list->couple);
    memset(list->couple_record, 0,
           (size_t)list->n_cross * sizeof *list->couple_record);
  }
  memset(list->touched, 0, (size_t)list->n * sizeof *list->touched);
  memset(list->record, 0, (size_t)cross * sizeof *list->record);
  return write_entries(w, n, list);
}

void gm_candidates_clear(gm_candidates *w)
{
  gm_cells_clear(&w->cells);
  gm_near_clear(&w->near);
  GM_FREE(w->partner);
  GM_FREE(w->start);
  GM_FREE(w->touch);
  GM_FREE(w->counts);
  GM_FREE(w->cursor);
  *w = (gm_candidates){0};
}
