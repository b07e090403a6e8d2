/* search/order sorts by cell of the Morton order and by id, on any number of threads.
 *
 * The order is compared with one that sorts keys written out bit by bit: strewn grains
 * with shuffled ids, many in one cell, some outside and some marked, with and without
 * periodic sides, few and so many that several threads sort.
 */
#include "base/memory.h"
#include "check.h"
#include "random.h"
#include "search/order.h"
#include <omp.h>
#include <stdlib.h>

enum { MOST = 30000 };

static const double radius = 0.5;

typedef struct place {
  int cell[3];
  gm_id id;
  gm_index row;
} place;

/* Compares by the highest bit in which two cells differ, z before y before x. */
static int by_place(const void *p, const void *q)
{
  const place *a = p, *b = q;
  for (int bit = 20; bit >= 0; --bit) {
    for (int axis = 2; axis >= 0; --axis) {
      const int of_a = a->cell[axis] >> bit & 1;
      const int of_b = b->cell[axis] >> bit & 1;
      if (of_a != of_b) return of_a - of_b;
    }
  }
  return a->id < b->id ? -1 : 1;
}

static gm_domain domain_of(double side, int periodic)
{
  gm_domain d = {.max = {side, side, side}, .periodic = periodic};
  for (int a = 0; a < 3 && periodic; ++a)
    d.side[a] = side;
  return d;
}

static void strew(gm_grains *g, gm_index n, double side)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  CHECK(gm_grains_reserve(g, n, 0) == GM_OK);
  for (gm_index k = 0; k < n; ++k) {
    const double x = random_between(0.0, 1.01 * side); /* some are outside */
    const double y = random_between(0.0, side), z = random_between(0.0, side);
    gm_grains_append(g, (gm_id)(((int64_t)k * 7919) % n), gm_vec(x, y, z),
                     radius, 2500.0, none, none, 0, 0);
  }
}

/* The rows that stay, in the order that is right; n: how many. */
static gm_index right_order(const gm_grains *g, const gm_domain *d,
                            const uint8_t *gone, place *list)
{
  double low[3] = {INFINITY, INFINITY, INFINITY};
  gm_index n = 0, first = -1;
  for (gm_index i = 0; i < g->n; ++i) {
    if (gone[i] || (!d->periodic && g->g[i].x[0] > d->max.x)) continue;
    list[n++] = (place){.id = g->id[i], .row = i};
    if (first < 0 || g->id[i] < g->id[first]) first = i;
    for (int a = 0; a < 3; ++a)
      low[a] = fmin(low[a], g->g[i].x[a]);
  }
  for (gm_index k = 0; k < n; ++k) {
    for (int a = 0; a < 3; ++a) {
      double x = g->g[list[k].row].x[a];
      const double from = d->periodic ? g->g[first].x[a] : low[a];
      while (d->periodic && x < from)
        x += d->side[a];
      while (d->periodic && x >= from + d->side[a])
        x -= d->side[a];
      list[k].cell[a] = (int)((x - from) / (2.0 * radius));
    }
  }
  qsort(list, (size_t)n, sizeof *list, by_place);
  return n;
}

static void check_sorted(gm_index n, double side, int periodic)
{
  static uint8_t gone[MOST];
  static place list[MOST];
  gm_grains g = {0};
  gm_order o = {0};
  const gm_domain d = domain_of(side, periodic);
  strew(&g, n, side);
  for (gm_index i = 0; i < n; ++i)
    gone[i] = i % 17 == 3;
  const gm_index stay = right_order(&g, &d, gone, list);
  for (int threads = 1; threads <= 8; threads += threads) {
    omp_set_num_threads(threads);
    CHECK(gm_order_find(&o, &g, &d, gone, 1, NULL) == GM_OK);
    CHECK(o.n == stay);
    gm_index wrong = 0;
    for (gm_index k = 0; k < stay; ++k)
      wrong += o.from[k] != list[k].row || o.to[list[k].row] != k;
    CHECK(wrong == 0);
  }
  gm_order_clear(&o);
  gm_grains_clear(&g);
}

int main(void)
{
  for (int periodic = 0; periodic < 2; ++periodic) {
    check_sorted(1, 10.0, periodic);
    check_sorted(300, 8.0, periodic);
    check_sorted(MOST, 6.0, periodic);   /* a hundred in a cell */
    check_sorted(MOST, 500.0, periodic); /* in most cells none */
  }
  return CHECK_REPORT();
}
