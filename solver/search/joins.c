/* search/joins.c -- runs of pairs between chunks that act on grains of a later chunk. */
#include "search/joins.h"

#include "base/memory.h"

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

gm_status gm_joins_write(gm_contacts *l)
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
