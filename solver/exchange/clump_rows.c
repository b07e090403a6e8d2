/* exchange/clump_rows.c -- rows of grains under way, each with its clump.
 *
 * Slots count from the first member of the clump that came with the row, until clumps of
 * one id are united.
 */
#include "exchange/clump_rows.h"

#include "base/memory.h"
#include "soft/clump.h"
#include <string.h>

size_t gm_clump_rows_bytes(const gm_scene *s)
{
  return gm_grains_bytes(&s->grains) +
         (s->grains.member ? sizeof(gm_clump) : 0);
}

void gm_clump_rows_pack(const gm_scene *s, gm_index i, char *to)
{
  const gm_grains *g = &s->grains;
  const gm_index k = gm_grains_clump(g, i);
  gm_grains_pack(g, i, to);
  if (k)
    memcpy(to + gm_grains_bytes(g), &s->clumps.row[k - 1], sizeof(gm_clump));
}

gm_status gm_clump_rows_reserve(gm_scene *s, gm_index rows)
{
  gm_clumps *c = &s->clumps;
  const gm_index n = c->n + rows;
  if (!s->grains.member || n <= c->capacity) return GM_OK;
  return gm_clumps_reserve(c, n + n / 4, 0);
}

void gm_clump_rows_unpack(gm_scene *s, const char *from)
{
  gm_grains *g = &s->grains;
  gm_clumps *c = &s->clumps;
  const gm_index i = g->n++;
  gm_grains_unpack(g, i, from);
  if (!gm_grains_clump(g, i)) return;
  memcpy(&c->row[c->n++], from + gm_grains_bytes(g), sizeof(gm_clump));
  g->member[i].clump = c->n;
}

gm_status gm_clump_rows_unite(gm_scene *s, gm_id_rows *table)
{
  gm_clumps *c = &s->clumps;
  gm_grains *g = &s->grains;
  gm_id *id = NULL;
  if (!g->member || !c->n) return GM_OK;
  GM_TRY(GM_RESIZE(id, 0, c->n));
  for (gm_index k = 0; k < c->n; ++k)
    id[k] = c->row[k].id;
  gm_status status = gm_id_rows_fill(table, id, c->n);
  for (gm_index i = 0; status == GM_OK && i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    m->slot -= c->row[m->clump - 1].first;
    m->clump = gm_id_rows_find(table, id[m->clump - 1]) + 1;
    m->slot += c->row[m->clump - 1].first;
    c->row[m->clump - 1].ghost = gm_grains_ghost(g, i);
  }
  GM_FREE(id);
  if (status == GM_OK) status = gm_clump_order_follow(s);
  if (status != GM_OK || c->slots <= c->slots_capacity) return status;
  const gm_index slots = c->slots + c->slots / 4;
  GM_TRY(GM_RESIZE(c->load, 0, slots));
  c->slots_capacity = slots;
  return GM_OK;
}
