/* search/history_transfer.c -- history over a new list.
 *
 * Each saved row is found a few rows after the one before, or else in its chunk's part of
 * the new list by bisection.  Rows are
 * written by one saved row each: any order and any number of threads give the same list.
 */
#include "search/history_transfer.h"

#include "base/memory.h"

enum { dropped = -2 }; /* in place of a patch */

/* Touching rows [from, to) of the list to the rows from k on; the row after the last. */
static gm_index save_history_rows(gm_history_transfer *m,
                                  const gm_contacts *list, gm_index from,
                                  gm_index to, gm_index k)
{
  for (gm_index row = from; row < to; ++row) {
    if (!list->touched[row]) continue;
    m->a[k] = list->a[row];
    m->b[k] = list->b[row];
    m->patch[k] = gm_contacts_patch(list, row);
    m->history[k] = list->history[row];
    if (list->image) m->image[k] = list->image[row];
    if (list->couple) m->couple[k] = list->couple[row];
    if (list->spent) m->spent[k] = list->spent[row];
    if (row >= list->n_grain)
      m->normal[k - m->n_grain] = list->normal[row - list->n_grain];
    if (list->running && row >= list->n_grain) {
      m->running[k - m->n_grain] = list->running[row - list->n_grain];
      m->place[k - m->n_grain] = list->place[row - list->n_grain];
    }
    ++k;
  }
  return k;
}

static gm_index count_history_touched(const gm_contacts *list, gm_index from,
                                      gm_index to)
{
  gm_index n = 0;
  for (gm_index row = from; row < to; ++row)
    n += list->touched[row];
  return n;
}

gm_status gm_history_transfer_reserve(gm_history_transfer *m, gm_index n,
                                      gm_index walls, int images, int couples,
                                      int accounts, int sums)
{
  if (n > m->capacity || (images && !m->image) || (couples && !m->couple) ||
      (accounts && !m->spent)) {
    const gm_index rows = n + n / 16 + 64;
    m->capacity = 0;
    GM_TRY(GM_RESIZE(m->a, 0, rows));
    GM_TRY(GM_RESIZE(m->b, 0, rows));
    GM_TRY(GM_RESIZE(m->patch, 0, rows));
    GM_TRY(GM_RESIZE(m->history, 0, rows));
    if (images) GM_TRY(GM_RESIZE(m->image, 0, rows));
    if (couples) GM_TRY(GM_RESIZE(m->couple, 0, rows));
    if (accounts) GM_TRY(GM_RESIZE(m->spent, 0, rows));
    m->capacity = rows;
  }
  if (walls <= m->structure_capacity && (m->running || !sums)) return GM_OK;
  const gm_index rows = walls + walls / 16 + 64;
  m->structure_capacity = 0;
  GM_TRY(GM_RESIZE(m->normal, 0, rows));
  if (sums) {
    GM_TRY(GM_RESIZE(m->running, 0, rows));
    GM_TRY(GM_RESIZE(m->place, 0, rows));
  }
  m->structure_capacity = rows;
  return GM_OK;
}

/* In shares of the list, counted before the first is saved: their number is no matter. */
gm_status gm_history_transfer_save_more(gm_history_transfer *m,
                                        const gm_contacts *list, gm_index more)
{
  enum { SHARES = 64 };
  gm_index first[SHARES + 1], start[SHARES + 1];
  for (int k = 0; k <= SHARES; ++k)
    first[k] = (gm_index)((int64_t)list->n * k / SHARES);
  start[0] = more;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < SHARES; ++k)
    start[k + 1] = count_history_touched(list, first[k], first[k + 1]);
  for (int k = 0; k < SHARES; ++k)
    start[k + 1] += start[k];
  m->n = m->n_grain = 0;
  const gm_index walls = count_history_touched(list, list->n_grain, list->n);
  GM_TRY(gm_history_transfer_reserve(
      m, start[SHARES], walls, list->image != NULL, list->couple != NULL,
      list->spent != NULL, list->running != NULL));
  m->n_grain = start[SHARES] - walls;
#pragma omp parallel for schedule(static)
  for (int k = 0; k < SHARES; ++k)
    save_history_rows(m, list, first[k], first[k + 1], start[k]);
  m->n = start[SHARES];
  return GM_OK;
}

/* Saved row k is dropped: what it did stays. */
static void hand_over_history_row(gm_history_transfer *m, gm_index k,
                                  gm_index n_grain, gm_structures *structures)
{
  if (!m->running || k < n_grain || m->place[k - n_grain] < 0) return;
  if (m->shared) {
    gm_scene_note_stay(m->shared, GM_STAY_STRUCTURE, m->a[k], m->b[k],
                       m->place[k - n_grain], &m->running[k - n_grain]);
    return;
  }
  gm_contacts_sums_close(&structures->row[m->b[k]].sums, m->place[k - n_grain],
                         &m->running[k - n_grain]);
}

void gm_history_transfer_rename(gm_history_transfer *m, const gm_index *to,
                                const uint8_t *turn, gm_structures *structures)
{
  static const gm_row4 turned = {-1.0, -1.0, -1.0, 1.0};
  gm_index n = 0, n_grain = 0;
  for (gm_index k = 0; k < m->n; ++k) {
    const int is_grain = k < m->n_grain;
    gm_index a = to[m->a[k]], b = is_grain ? to[m->b[k]] : m->b[k];
    if (a < 0 || b < 0) {
      hand_over_history_row(m, k, m->n_grain, structures);
      continue;
    }
    /* For two grains their positions determine the periodic image. */
    const int image =
        m->image && !is_grain
            ? gm_domain_sum(
                  m->image[k],
                  gm_domain_along(turn[m->a[k]], structures->row[b].images))
            : 0;
    if (image < 0) {
      hand_over_history_row(m, k, m->n_grain, structures);
      continue;
    }
    const int turns = is_grain && a > b;
    if (turns) {
      const gm_index c = a;
      a = b;
      b = c;
    }
    m->a[n] = a;
    m->b[n] = b;
    m->patch[n] = m->patch[k];
    if (m->image) m->image[n] = (uint8_t)image;
    m->history[n] = turns ? turned * m->history[k] : m->history[k];
    if (m->couple) m->couple[n] = turns ? turned * m->couple[k] : m->couple[k];
    if (m->spent) m->spent[n] = m->spent[k];
    if (!is_grain) m->normal[n - n_grain] = m->normal[k - m->n_grain];
    if (m->running && !is_grain) {
      m->running[n - n_grain] = m->running[k - m->n_grain];
      m->place[n - n_grain] = m->place[k - m->n_grain];
    }
    n_grain += is_grain;
    ++n;
  }
  m->n = n;
  m->n_grain = n_grain;
}

/* What a row joins.  image: 0 for two grains, whatever the list says. */
typedef struct join {
  gm_index a, b, patch;
  int cross, image;
} join;

static int history_image(const gm_contacts *l, gm_index row)
{
  return l->image && row >= l->n_grain ? l->image[row] : 0;
}

/* Order of the rows within a range: cross rows by chunk of b first. */
static int is_history_row_before(const gm_contacts *l, gm_index row,
                                 const join *to)
{
  const gm_index a = to->a, b = to->b;
  const int cross = to->cross;
  if (cross && l->b[row] / l->chunk != b / l->chunk) {
    return l->b[row] / l->chunk < b / l->chunk;
  }
  if (l->a[row] != a) return l->a[row] < a;
  if (l->b[row] != b) return l->b[row] < b;
  const int image = history_image(l, row);
  if (image != to->image) return image < to->image;
  return gm_contacts_patch(l, row) < to->patch;
}

/* The row that joins these in [low, high), or -1. */
static gm_index find_history_row(const gm_contacts *l, gm_index low,
                                 gm_index high, const join *to)
{
  const gm_index end = high;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (is_history_row_before(l, middle, to))
      low = middle + 1;
    else
      high = middle;
  }
  const int found = low < end && l->a[low] == to->a && l->b[low] == to->b &&
                    gm_contacts_patch(l, low) == to->patch &&
                    history_image(l, low) == to->image;
  return found ? low : -1;
}

gm_index gm_history_transfer_row(const gm_contacts *l, gm_index a, gm_index b,
                                 gm_index patch, int image)
{
  const gm_index c = a / l->chunk;
  const int cross = patch < 0 && b / l->chunk != c;
  const gm_index *first = patch >= 0 ? l->first_structure
                          : cross    ? l->first_cross
                                     : l->first_own;
  const join to = {a, b, patch, cross, patch < 0 ? 0 : image};
  return find_history_row(l, first[c], first[c + 1], &to);
}

/* Saved rows mostly come in the order of the list: the next one is a few rows after the
 * last, *hint, which is moved on. */
static gm_index find_history_next(const gm_contacts *l,
                                  const gm_history_transfer *m, gm_index k,
                                  gm_index *hint)
{
  enum { AHEAD = 8 };
  const gm_index a = m->a[k], b = m->b[k], patch = m->patch[k];
  const int image = m->image && k >= m->n_grain ? m->image[k] : 0;
  const gm_index end = *hint + AHEAD < l->n ? *hint + AHEAD : l->n;
  gm_index row = *hint;
  const int is_grain = k < m->n_grain;
  if (is_grain == (row < l->n_grain)) {
    while (row < end && (l->a[row] != a || l->b[row] != b ||
                         gm_contacts_patch(l, row) != patch ||
                         history_image(l, row) != image))
      ++row;
    if (row < end) {
      *hint = row + 1;
      return row;
    }
  }
  row = gm_history_transfer_row(l, a, b, patch, image);
  if (row >= 0) *hint = row + 1;
  return row;
}

gm_status gm_history_transfer_restore(gm_history_transfer *m, gm_contacts *list,
                                      gm_structures *structures)
{
  gm_index missing = 0, gone = 0;
#pragma omp parallel reduction(+ : missing, gone)
  {
    gm_index hint = 0;
#pragma omp for schedule(static)
    for (gm_index k = 0; k < m->n; ++k) {
      const gm_index row = find_history_next(list, m, k, &hint);
      if (row < 0) { /* a structure may have gone, a grain not */
        missing += k < m->n_grain;
        gone += k >= m->n_grain;
        m->patch[k] = dropped;
        continue;
      }
      list->history[row] = m->history[k];
      if (list->couple) list->couple[row] = m->couple[k];
      if (list->spent && m->spent) list->spent[row] = m->spent[k];
      if (k >= m->n_grain)
        list->normal[row - list->n_grain] = m->normal[k - m->n_grain];
      list->touched[row] = 1;
      if (!list->running || k < m->n_grain) continue;
      list->running[row - list->n_grain] = m->running[k - m->n_grain];
      list->place[row - list->n_grain] = m->place[k - m->n_grain];
      list->foot[row - list->n_grain] = m->place[k - m->n_grain];
    }
  }
  for (gm_index k = m->n_grain; gone && k < m->n; ++k)
    if (m->patch[k] == dropped)
      hand_over_history_row(m, k, m->n_grain, structures);
  if (missing) {
    return gm_fail(GM_ERR_NUMBER,
                   "%d touching contacts are missing in a new candidate list",
                   missing);
  }
  return GM_OK;
}

void gm_history_transfer_clear(gm_history_transfer *m)
{
  GM_FREE(m->a);
  GM_FREE(m->b);
  GM_FREE(m->patch);
  GM_FREE(m->image);
  GM_FREE(m->history);
  GM_FREE(m->couple);
  GM_FREE(m->spent);
  GM_FREE(m->normal);
  GM_FREE(m->running);
  GM_FREE(m->place);
  *m = (gm_history_transfer){0};
}
