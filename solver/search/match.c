/* search/match.c -- history over a new list.  Room: search.
 *
 * Each saved row is found in its chunk's part of the new list by bisection.  Rows are
 * written by one saved row each: any order and any number of threads give the same list.
 */
#include "search/match.h"

#include "base/memory.h"

gm_status gm_match_save(gm_match *m, const gm_contacts *list)
{
  gm_index n = 0;
  for (gm_index row = 0; row < list->n; ++row)
    n += list->touched[row];
  m->n = m->n_grain = 0;
  if (n > m->capacity) {
    const gm_index rows = n + n / 8 + 64;
    GM_TRY(GM_RESIZE(m->a, 0, rows));
    GM_TRY(GM_RESIZE(m->b, 0, rows));
    GM_TRY(GM_RESIZE(m->patch, 0, rows));
    GM_TRY(GM_RESIZE(m->history, 0, rows));
    if (list->couple) GM_TRY(GM_RESIZE(m->couple, 0, rows));
    m->capacity = rows;
  }
  for (gm_index row = 0; row < list->n; ++row) {
    if (row == list->n_grain) m->n_grain = m->n;
    if (!list->touched[row]) continue;
    const gm_index k = m->n++;
    m->a[k] = list->a[row];
    m->b[k] = list->b[row];
    m->patch[k] = list->patch[row];
    m->history[k] = list->history[row];
    if (list->couple) m->couple[k] = list->couple[row];
  }
  if (list->n == list->n_grain) m->n_grain = m->n;
  return GM_OK;
}

void gm_match_rename(gm_match *m, const gm_index *to)
{
  static const gm_row4 turned = {-1.0, -1.0, -1.0, 1.0};
  gm_index n = 0, n_grain = 0;
  for (gm_index k = 0; k < m->n; ++k) {
    const int is_grain = k < m->n_grain;
    gm_index a = to[m->a[k]], b = is_grain ? to[m->b[k]] : m->b[k];
    if (a < 0 || b < 0) continue;
    const int turns = is_grain && a > b;
    if (turns) {
      const gm_index c = a;
      a = b;
      b = c;
    }
    m->a[n] = a;
    m->b[n] = b;
    m->patch[n] = m->patch[k];
    m->history[n] = turns ? turned * m->history[k] : m->history[k];
    if (m->couple) m->couple[n] = turns ? turned * m->couple[k] : m->couple[k];
    n_grain += is_grain;
    ++n;
  }
  m->n = n;
  m->n_grain = n_grain;
}

/* Order of the rows within a range: cross rows by chunk of b first. */
static int before(const gm_contacts *l, gm_index row, int cross, gm_index a,
                  gm_index b, gm_index patch)
{
  if (cross && l->b[row] / l->chunk != b / l->chunk) {
    return l->b[row] / l->chunk < b / l->chunk;
  }
  if (l->a[row] != a) return l->a[row] < a;
  if (l->b[row] != b) return l->b[row] < b;
  return l->patch[row] < patch;
}

/* The row of (a, b, patch) in [low, high), or -1. */
static gm_index find_row(const gm_contacts *l, gm_index low, gm_index high,
                         int cross, gm_index a, gm_index b, gm_index patch)
{
  const gm_index end = high;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (before(l, middle, cross, a, b, patch))
      low = middle + 1;
    else
      high = middle;
  }
  const int found =
      low < end && l->a[low] == a && l->b[low] == b && l->patch[low] == patch;
  return found ? low : -1;
}

gm_status gm_match_restore(const gm_match *m, gm_contacts *list)
{
  gm_index missing = 0;
#pragma omp parallel for schedule(static) reduction(+ : missing)
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_index a = m->a[k], b = m->b[k], patch = m->patch[k];
    const gm_index c = a / list->chunk;
    const int is_grain = k < m->n_grain;
    const int cross = is_grain && b / list->chunk != c;
    const gm_index *first = !is_grain ? list->first_structure
                            : cross   ? list->first_cross
                                      : list->first_own;
    const gm_index row =
        find_row(list, first[c], first[c + 1], cross, a, b, patch);
    if (row < 0) { /* a structure may have gone, a grain not */
      missing += is_grain;
      continue;
    }
    list->history[row] = m->history[k];
    if (list->couple) list->couple[row] = m->couple[k];
    list->touched[row] = 1;
  }
  if (missing) {
    return gm_fail(GM_ERR_NUMBER,
                   "%d touching contacts are missing in a new candidate list",
                   missing);
  }
  return GM_OK;
}

void gm_match_clear(gm_match *m)
{
  GM_FREE(m->a);
  GM_FREE(m->b);
  GM_FREE(m->patch);
  GM_FREE(m->history);
  GM_FREE(m->couple);
  *m = (gm_match){0};
}
