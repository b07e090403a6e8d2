/* search/entries.c -- index of the stored forces (records) by the grain they act on. */
#include "search/entries.h"

#include <string.h>

/* First pair of chunk c with a grain of chunk `to` or of a later one. */
static gm_index first_join(const gm_contacts *l, gm_index c, gm_index to)
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

/* Visits the records that act on grains of chunk c: on b in pairs of earlier chunks, then
 * on a in its own pairs.  at: next entry of each grain of the chunk; without `enter` the
 * records are only counted there.  Returns their number. */
static gm_index walk_entries(gm_contacts *l, gm_index c, gm_index *at,
                             int enter)
{
  const gm_index i0 = l->first_grain[c];
  gm_index n = 0;
  for (gm_index other = 0; other <= c; ++other) {
    const int mine = other == c;
    const gm_index from = mine ? l->first_cross[c] : first_join(l, other, c);
    const gm_index end = l->first_cross[other + 1];
    const gm_index *grain = mine ? l->a : l->b;
    gm_index row = from;
    for (; row < end && (mine || l->b[row] / l->chunk == c); ++row) {
      if (!enter) {
        ++at[grain[row] - i0];
        continue;
      }
      const gm_index e = at[grain[row] - i0]++;
      l->entry_grain[e] = grain[row];
      l->entry[e] = 2 * row + !mine;
    }
    n += row - from;
  }
  return n;
}

void gm_entries_write(gm_contacts *list)
{
  enum { MOST = 4096 };
  GM_ASSERT(list->chunk <= MOST);
  gm_index *first = list->first_entry;
  first[0] = 0;
#pragma omp parallel
  {
    gm_index at[MOST];
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      memset(at, 0, sizeof at);
      first[c + 1] = walk_entries(list, c, at, 0);
    }
#pragma omp single
    for (gm_index c = 0; c < list->n_chunks; ++c)
      first[c + 1] += first[c];
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      memset(at, 0, sizeof at);
      walk_entries(list, c, at, 0);
      gm_index e = first[c];
      for (gm_index i = 0; i < list->chunk; ++i) {
        const gm_index n = at[i];
        at[i] = e;
        e += n;
      }
      walk_entries(list, c, at, 1);
    }
  }
}
