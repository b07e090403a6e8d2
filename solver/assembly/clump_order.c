/* assembly/clump_order.c -- clumps while their members are sorted, wrapped and removed.
 *
 * Rows of clumps follow the order of the grains, so that what a thread reads of clumps is
 * near in memory where its grains are.  The order depends on that of the grains alone.
 */
#include "assembly/clump_order.h"

#include "base/memory.h"

void gm_clump_order_wrap(gm_scene *s)
{
  const gm_domain *d = &s->domain;
  gm_grains *g = &s->grains;
  gm_sum crossed = {0};
  int any = 0;
  if (!d->periodic || !s->clumps.n_shapes) return;
  for (gm_index k = 0; k < s->clumps.n; ++k)
    any |= gm_domain_return(d, s->clumps.row[k].x) != 0;
  for (gm_index i = 0; any && i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    const gm_row4 x = s->clumps.row[m->clump - 1].x;
    m->shift = gm_sub(m->shift, gm_row_vec(d->shift[gm_domain_return(d, x)]));
  }
  for (gm_index k = 0; any && k < s->clumps.n; ++k) {
    gm_clump *c = &s->clumps.row[k];
    const gm_row4 way = d->shift[gm_domain_return(d, c->x)];
    c->x += way;
    if (!c->ghost)
      gm_sum_add(&crossed, gm_dot(s->gravity, gm_row_vec(way)) / c->mobility);
  }
  gm_comm_sums(s->comm, &crossed, 1);
  s->balance.crossings -= gm_sum_value(&crossed);
}

/* New rows of the clumps: to[old] receives the new row, or -1. */
static gm_index find_rows(const gm_scene *s, gm_index *to)
{
  const gm_grains *g = &s->grains;
  gm_index n = 0;
  for (gm_index k = 0; k < s->clumps.n; ++k)
    to[k] = -1;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_index k = g->member[i].clump;
    if (k && to[k - 1] < 0) to[k - 1] = n++;
  }
  return n;
}

/* Swaps rows of clumps until each is where `to` says; removed ones go to the end. */
static void rearrange(gm_clumps *c, gm_index *to, gm_index n)
{
  gm_index last = n;
  for (gm_index k = 0; k < c->n; ++k)
    if (to[k] < 0) to[k] = last++;
  for (gm_index k = 0; k < c->n; ++k) {
    while (to[k] != k) {
      const gm_index at = to[k];
      const gm_clump other = c->row[at];
      c->row[at] = c->row[k];
      c->row[k] = other;
      to[k] = to[at];
      to[at] = at;
    }
  }
  c->n = n;
}

gm_status gm_clump_order_follow(gm_scene *s)
{
  gm_clumps *c = &s->clumps;
  gm_grains *g = &s->grains;
  gm_index *to = NULL;
  if (!c->n) return GM_OK;
  GM_TRY(GM_RESIZE(to, 0, c->n));
  const gm_index n = find_rows(s, to);
  for (gm_index i = 0; i < g->n; ++i) { /* slots from the start of the clump */
    gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    m->slot -= c->row[m->clump - 1].first;
    m->clump = to[m->clump - 1] + 1;
  }
  rearrange(c, to, n);
  GM_FREE(to);
  c->slots = 0;
  for (gm_index k = 0; k < c->n; ++k) {
    c->row[k].first = c->slots;
    c->slots += c->shape[c->row[k].shape].n;
  }
  for (gm_index i = 0; i < g->n; ++i) {
    gm_grain_member *m = &g->member[i];
    if (m->clump) m->slot += c->row[m->clump - 1].first;
  }
  return GM_OK;
}
