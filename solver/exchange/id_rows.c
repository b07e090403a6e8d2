/* exchange/id_rows.c -- a table that is at most half full, searched from the place that
 * an id is hashed to. */
#include "exchange/id_rows.h"

#include "base/memory.h"

static uint64_t place_of(const gm_id_rows *t, gm_id id)
{
  const uint64_t mixed = (uint64_t)id * 0x9e3779b97f4a7c15ull;
  return mixed >> 32 & t->mask;
}

gm_status gm_id_rows_fill(gm_id_rows *t, const gm_id *id, gm_index n)
{
  uint64_t size = 16;
  while (size < 2 * (uint64_t)n)
    size *= 2;
  if (size > t->mask + 1 || !t->place) {
    GM_TRY(GM_RESIZE(t->place, 0, size));
    t->mask = size - 1;
  }
  t->id = id;
  for (uint64_t k = 0; k <= t->mask; ++k)
    t->place[k] = 0;
  for (gm_index i = 0; i < n; ++i) {
    uint64_t k = place_of(t, id[i]);
    while (t->place[k])
      k = (k + 1) & t->mask;
    t->place[k] = i + 1;
  }
  return GM_OK;
}

gm_index gm_id_rows_find(const gm_id_rows *t, gm_id id)
{
  for (uint64_t k = place_of(t, id); t->place[k]; k = (k + 1) & t->mask)
    if (t->id[t->place[k] - 1] == id) return t->place[k] - 1;
  return -1;
}

void gm_id_rows_clear(gm_id_rows *t)
{
  GM_FREE(t->place);
  *t = (gm_id_rows){0};
}
