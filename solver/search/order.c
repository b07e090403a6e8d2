/* search/order.c -- Morton order.
 *
 * Rows are sorted by key, digit by digit from the lowest.  Each pass is stable: a
 * thread counts the digits of its part of the rows and puts them behind those of earlier
 * parts, so that the number of threads cannot be seen.
 */
#include "search/order.h"

#include "base/memory.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { DIGIT = 11, BINS = 1 << DIGIT };

typedef struct keyed {
  uint64_t key;
  gm_index row;
} keyed;

/* Spread the low 21 bits of v to every third bit. */
static uint64_t spread_order_bits(uint64_t v)
{
  v &= 0x1fffff;
  v = (v | v << 32) & 0x1f00000000ffffull;
  v = (v | v << 16) & 0x1f0000ff0000ffull;
  v = (v | v << 8) & 0x100f00f00f00f00full;
  v = (v | v << 4) & 0x10c30c30c30c30c3ull;
  v = (v | v << 2) & 0x1249249249249249ull;
  return v;
}

static int by_order_key(const void *p, const void *q)
{
  const keyed *a = p, *b = q;
  return a->key < b->key ? -1 : a->key > b->key;
}

static int order_inside_domain(gm_row4 x, const gm_domain *d)
{
  const gm_vec3 min = d->min, max = d->max;
  const gm_row4 L = d->side;
  return ((x[0] >= min.x && x[0] <= max.x) || L[0] > 0.0) &&
         ((x[1] >= min.y && x[1] <= max.y) || L[1] > 0.0) &&
         ((x[2] >= min.z && x[2] <= max.z) || L[2] > 0.0);
}

/* Corner where the order starts; along periodic axes it is at the grain of the lowest
 * id. */
static gm_vec3 start_order_keys(const gm_order *o, const gm_grains *g,
                                const gm_domain *d, gm_vec3 low, gm_comm *comm)
{
  double at[3] = {low.x, low.y, low.z},
         x[3] = {-INFINITY, -INFINITY, -INFINITY};
  const keyed *k = o->keyed;
  gm_index first = o->n ? k[0].row : -1;
  for (gm_index i = 1; i < o->n; ++i)
    if (g->id[k[i].row] < g->id[first]) first = k[i].row;
  const double mine = o->n ? -(double)g->id[first] : -INFINITY;
  double lowest = mine;
  gm_comm_most(comm, &lowest, 1);
  for (int a = 0; o->n && mine == lowest && a < 3; ++a)
    x[a] = g->g[first].x[a];
  gm_comm_most(comm, x, 3);
  for (int a = 0; a < 3; ++a)
    if (d->side[a] > 0.0) at[a] = x[a];
  return gm_vec(at[0], at[1], at[2]);
}

/* The periodic image of x that is at most one side beyond that corner. */
static gm_row4 order_seen_from(const gm_domain *d, gm_row4 x, gm_vec3 low)
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

static uint64_t order_key(gm_row4 x, gm_vec3 low, double width)
{
  const double most = 2097151.0;
  return spread_order_bits((uint64_t)fmin((x[0] - low.x) / width, most)) |
         spread_order_bits((uint64_t)fmin((x[1] - low.y) / width, most)) << 1 |
         spread_order_bits((uint64_t)fmin((x[2] - low.z) / width, most)) << 2;
}

/* The places from which each of n threads writes each of its digits. */
static void add_up_order_counts(gm_index *count, int n)
{
  gm_index sum = 0;
  for (int b = 0; b < BINS; ++b) {
    for (int t = 0; t < n; ++t) {
      gm_index *one = &count[(size_t)t * BINS + (size_t)b];
      const gm_index rows = *one;
      *one = sum;
      sum += rows;
    }
  }
}

/* Sorts n rows by keys of `bits` bits; they end in row[0], with row[1] for scratch. */
static void sort_order_keys(keyed *row[2], gm_index n, int bits,
                            gm_index *count, int threads)
{
  const int passes = (bits + DIGIT - 1) / DIGIT;
#pragma omp parallel num_threads(threads)
  {
    const int team = omp_get_num_threads(), t = omp_get_thread_num();
    const gm_index begin = (gm_index)((int64_t)n * t / team);
    const gm_index end = (gm_index)((int64_t)n * (t + 1) / team);
    gm_index *mine = &count[(size_t)t * BINS];
    for (int pass = 0; pass < passes; ++pass) {
      const keyed *from = row[pass % 2];
      keyed *to = row[1 - pass % 2];
      memset(mine, 0, BINS * sizeof *mine);
      for (gm_index i = begin; i < end; ++i)
        ++mine[from[i].key >> pass * DIGIT & (BINS - 1)];
#pragma omp barrier
#pragma omp single
      add_up_order_counts(count, team);
      for (gm_index i = begin; i < end; ++i)
        to[mine[from[i].key >> pass * DIGIT & (BINS - 1)]++] = from[i];
#pragma omp barrier
    }
    if (passes % 2)
      memcpy(&row[0][begin], &row[1][begin],
             (size_t)(end - begin) * sizeof *row[0]);
  }
}

/* Sorts rows of the same key by id; most stand so already. */
static void sort_order_ties(keyed *k, gm_index n, const gm_id *id)
{
  for (gm_index i = 0, end; i < n; i = end) {
    const uint64_t key = k[i].key;
    int sorted = 1;
    for (end = i + 1; end < n && k[end].key == key; ++end)
      sorted &= id[k[end - 1].row] < id[k[end].row];
    if (sorted) continue;
    for (gm_index j = i; j < end; ++j)
      k[j].key = (uint64_t)id[k[j].row];
    qsort(&k[i], (size_t)(end - i), sizeof *k, by_order_key);
    for (gm_index j = i; j < end; ++j)
      k[j].key = key;
  }
}

/* Sorts the rows that are kept by key and id. */
static gm_status sort_order(gm_order *o, const gm_grains *g, const gm_domain *d,
                            gm_vec3 low, double largest, gm_comm *comm)
{
  enum { FEW = 4096 }; /* rows that are not worth a second thread */
  keyed *k = o->keyed;
  const int threads = o->n > FEW ? omp_get_max_threads() : 1;
  if (threads > o->threads) {
    GM_TRY(GM_RESIZE(o->count, 0, (size_t)threads * BINS));
    o->threads = threads;
  }
  if (d->periodic) low = start_order_keys(o, g, d, low, comm);
  uint64_t all = 0;
#pragma omp parallel for num_threads(threads) schedule(static)                 \
    reduction(|                                                                \
              : all)
  for (gm_index i = 0; i < o->n; ++i) {
    k[i].key = order_key(order_seen_from(d, g->g[k[i].row].x, low), low,
                         2.0 * largest);
    all |= k[i].key;
  }
  const int bits = all ? 64 - __builtin_clzll(all) : 0;
  sort_order_keys((keyed *[2]){k, k + o->capacity}, o->n, bits, o->count,
                  threads);
  sort_order_ties(k, o->n, g->id);
  return GM_OK;
}

void gm_order_keys(const gm_order *o, gm_grains *g)
{
  const keyed *k = o->keyed;
  for (gm_index i = 0; g->key && i < o->n; ++i)
    g->key[k[i].row] = k[i].key;
}

/* The least corner and the largest radius of all ranks. */
static void widen_over_order_ranks(gm_comm *comm, gm_vec3 *low, double *largest)
{
  double most[4] = {-low->x, -low->y, -low->z, *largest};
  gm_comm_most(comm, most, 4);
  *low = gm_vec(-most[0], -most[1], -most[2]);
  *largest = most[3];
}

gm_status gm_order_find(gm_order *o, const gm_grains *g, const gm_domain *d,
                        const uint8_t *gone, int sorts, gm_comm *comm)
{
  if (g->n > o->capacity) {
    const gm_index rows = g->n + g->n / 8;
    GM_TRY(GM_RESIZE(o->from, 0, rows));
    GM_TRY(GM_RESIZE(o->to, 0, rows));
    GM_TRY(GM_RESIZE(o->turn, 0, rows));
    GM_TRY(gm_memory_resize(&o->keyed, 0, 2 * (size_t)rows, sizeof(keyed)));
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
    const int stays = order_inside_domain(x, d) || gm_grains_clump(g, i);
    if (!stays || (gone && gone[i])) continue;
    o->turned += o->turn[i] != 0;
    low = gm_least(low, gm_row_vec(x));
    largest = fmax(largest, x[3]);
    k[o->n++] = (keyed){0, i};
  }
  if (sorts && comm) widen_over_order_ranks(comm, &low, &largest);
  if (sorts && (comm || o->n > 0))
    GM_TRY(sort_order(o, g, d, low, largest, comm));
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
  GM_FREE(o->count);
  gm_memory_free(&o->keyed);
  *o = (gm_order){0};
}
