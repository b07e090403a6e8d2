/* patch/region_growing.c -- shortest paths over triangles from many seeds at once.
 *
 * E.  W.  Dijkstra, Numer.  Math. 1 (1959) 269-271, with a binary heap.
 */
#include "patch/region_growing.h"

#include "base/memory.h"
#include "mesh/union_find.h"

/* A triangle that a seed can reach over a path of known length. */
typedef struct offer {
  double way; /* m  length of the path */
  gm_index seed, triangle;
} offer;

typedef struct heap {
  offer *row;
  gm_index n;
} heap;

static int before(const offer *a, const offer *b)
{
  if (a->way != b->way) return a->way < b->way;
  if (a->seed != b->seed) return a->seed < b->seed;
  return a->triangle < b->triangle;
}

static void push(heap *h, offer x)
{
  gm_index at = h->n++;
  while (at > 0 && before(&x, &h->row[(at - 1) / 2])) {
    h->row[at] = h->row[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  h->row[at] = x;
}

static offer pop(heap *h)
{
  const offer top = h->row[0], x = h->row[--h->n];
  gm_index at = 0;
  for (;;) {
    gm_index child = 2 * at + 1;
    if (child >= h->n) break;
    if (child + 1 < h->n && before(&h->row[child + 1], &h->row[child])) ++child;
    if (before(&x, &h->row[child])) break;
    h->row[at] = h->row[child];
    at = child;
  }
  h->row[at] = x;
  return top;
}

/* Adds the free triangles adjacent to t to the heap. */
static void offer_beyond(heap *h, const gm_pieces *p, const gm_index *seed,
                         offer from)
{
  const gm_index t = from.triangle;
  for (int k = 0; k < 3; ++k) {
    const gm_index to = gm_pieces_beyond(p, 3 * t + k);
    if (to < 0 || seed[to] >= 0) continue;
    const double step = gm_norm(gm_sub(p->middle[to], p->middle[t]));
    push(h, (offer){from.way + step, from.seed, to});
  }
}

static gm_status hand_out(const gm_pieces *pieces, gm_index *seed)
{
  const gm_index n = pieces->surface->n;
  heap h = {NULL, 0};
  /* at most one entry per half-edge */
  GM_TRY(GM_RESIZE(h.row, 0, 3 * (size_t)n + 1));
  /* All seeds enter the heap before any triangle is assigned, so that none has an
   * advantage. */
  for (gm_index t = 0; t < n; ++t) {
    if (seed[t] >= 0) offer_beyond(&h, pieces, seed, (offer){0.0, seed[t], t});
  }
  while (h.n > 0) {
    const offer best = pop(&h);
    if (seed[best.triangle] >= 0) continue;
    seed[best.triangle] = best.seed;
    offer_beyond(&h, pieces, seed, best);
  }
  GM_FREE(h.row);
  return GM_OK;
}

gm_status gm_region_growing_divide(gm_pieces *pieces, gm_index *seed)
{
  const gm_index n = pieces->surface->n;
  gm_index *set = NULL;
  GM_TRY(GM_RESIZE(set, 0, n));
  const gm_status status = hand_out(pieces, seed);
  if (status != GM_OK) {
    GM_FREE(set);
    return status;
  }
  gm_union_find_init(set, n);
  for (gm_index side = 0; side < 3 * n; ++side) {
    const gm_index to = gm_pieces_beyond(pieces, side);
    if (to >= 0 && seed[to] == seed[side / 3])
      gm_union_find_join(set, side / 3, to);
  }
  pieces->n = gm_union_find_number(set, n);
  GM_FREE(pieces->of);
  pieces->of = set;
  return GM_OK;
}
