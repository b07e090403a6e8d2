/* exchange/merged.c -- merges runs two by two. */
#include "exchange/merged.h"

static int before(const gm_grains *g, gm_index i, gm_index j)
{
  if (g->key[i] != g->key[j]) return g->key[i] < g->key[j];
  return g->id[i] < g->id[j];
}

static void merge(const gm_grains *g, const gm_index *start, int from, int to,
                  gm_index *order, gm_index *scratch)
{
  if (to - from < 2) return;
  const int half = from + (to - from) / 2;
  merge(g, start, from, half, order, scratch);
  merge(g, start, half, to, order, scratch);
  const gm_index end = start[to], middle = start[half];
  gm_index a = start[from], b = middle;
  for (gm_index k = a; k < end; ++k) {
    const int first = b == end || (a < middle && before(g, order[a], order[b]));
    scratch[k] = first ? order[a++] : order[b++];
  }
  for (gm_index k = start[from]; k < end; ++k)
    order[k] = scratch[k];
}

void gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                    gm_index *order, gm_index *scratch)
{
  for (gm_index k = 0; k < start[runs]; ++k)
    order[k] = k;
  merge(g, start, 0, runs, order, scratch);
}
