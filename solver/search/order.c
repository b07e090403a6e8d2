/* search/order.c -- Morton order. */
#include "search/order.h"

#include "base/memory.h"
#include <stdlib.h>

typedef struct keyed {
  uint64_t key;
  gm_id id;
  gm_index row;
} keyed;

/* Spread the low 21 bits of v to every third bit. */
static uint64_t spread(uint64_t v)
{
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffffull;
  v = (v | v << 16) & 0x1f0000ff0000ffull;
  v = (v | v << 8) & 0x100f00f00f00f00full;
  v = (v | v << 4) & 0x10c30c30c30c30c3ull;
  v = (v | v << 2) & 0x1249249249249249ull;
  return v;
}

static int by_key(const void *p, const void *q)
{
  const keyed *a = p, *b = q;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  return a->id < b->id ? -1 : a->id > b->id;
}

static int inside(gm_row4 x, const gm_domain *d)
{
  const gm_vec3 min = d->min, max = d->max;
  const gm_row4 L = d->side;
  return ((x[0] >= min.x && x[0] <= max.x) || L[0] > 0.0) &&
         ((x[1] >= min.y && x[1] <= max.y) || L[1] > 0.0) &&
         ((x[2] >= min.z && x[2] <= max.z) || L[2] > 0.0);
}

/* Corner where the order starts; along periodic axes it is at the grain of the lowest
 * id. */
static gm_vec3 start(const gm_order *o, const gm_grains *g, const gm_domain *d,
                     gm_vec3 low)
{
  double at[3] = {low.x, low.y, low.z};
  const keyed *k = o->keyed, *first = k;
  for (gm_index i = 1; i < o->n; ++i)
    if (k[i].id < first->id) first = &k[i];
  for (int a = 0; a < 3 && o->n > 0; ++a)
    if (d->side[a] > 0.0) at[a] = g->g[first->row].x[a];
  return gm_vec(at[0], at[1], at[2]);
}

/* The periodic image of x that is at most one side beyond that corner. */
static gm_row4 seen(const gm_domain *d, gm_row4 x, gm_vec3 low)
{
  const double at[3] = {low.x, low.y, low.z};
  for (int a = 0; a < 3; ++a) {
    if (!(d->side[a] > 0.0)) continue;
    while (x[a] < at[a])
      x[a] += d->side[a];
    while (x[a] >= at[a] + d->side[a])
      x[a] -= d->side[a];
  }
  return x;
}

static uint64_t key_of(gm_row4 x, gm_vec3 low, double width)
{
  const double most = 2097151.0;
  return spread((uint64_t)fmin((x[0] - low.x) / width, most)) |
         spread((uint64_t)fmin((x[1] - low.y) / width, most)) << 1 |
         spread((uint64_t)fmin((x[2] - low.z) / width, most)) << 2;
}

gm_status gm_order_find(gm_order *o, const gm_grains *g, const gm_domain *d,
                        const uint8_t *gone, int sort)
{
  if (g->n > o->capacity) {
    const gm_index rows = g->n + g->n / 8;
    GM_TRY(GM_RESIZE(o->from, 0, rows));
    GM_TRY(GM_RESIZE(o->to, 0, rows));
    GM_TRY(GM_RESIZE(o->turn, 0, rows));
    GM_TRY(gm_memory_resize(&o->keyed, 0, (size_t)rows, sizeof(keyed)));
    o->capacity = rows;
  }
  keyed *k = o->keyed;
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  double largest = 0.0;
  o->n = o->turned = 0;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 x = g->g[i].x;
    o->to[i] = -1;
    o->turn[i] = (uint8_t)(d->periodic ? gm_domain_return(d, x) : 0);
    const int stays = inside(x, d) || gm_grains_clump(g, i);
    if (!stays || (gone && gone[i])) continue;
    o->turned += o->turn[i] != 0;
    low = gm_vec(fmin(low.x, x[0]), fmin(low.y, x[1]), fmin(low.z, x[2]));
    largest = fmax(largest, x[3]);
    k[o->n++] = (keyed){0, g->id[i], i};
  }
  if (sort && o->n > 0) {
    if (d->periodic) low = start(o, g, d, low);
    for (gm_index i = 0; i < o->n; ++i) {
      k[i].key = key_of(seen(d, g->g[k[i].row].x, low), low, 2.0 * largest);
    }
    qsort(k, (size_t)o->n, sizeof *k, by_key);
  }
  for (gm_index i = 0; i < o->n; ++i) {
    o->from[i] = k[i].row;
    o->to[k[i].row] = i;
  }
  return GM_OK;
}

void gm_order_clear(gm_order *o)
{
  GM_FREE(o->from);
  GM_FREE(o->to);
  GM_FREE(o->turn);
  gm_memory_free(&o->keyed);
  *o = (gm_order){0};
}
