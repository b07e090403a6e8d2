/* patch/merge.c -- merges pieces over convex edges where no grain can touch both.
 *
 * Pairs of adjacent pieces are merged in the order of their dihedral angle, flattest
 * first, like the edges of a minimum spanning tree.  A pair is skipped if any piece
 * already merged with the one must stay apart from any piece merged with the other:
 * because a grain can touch both at once (sampled_sets.h), or because the edge between
 * them is concave, branching, between materials, or on a two-sided surface.
 */
#include "patch/merge.h"

#include "base/memory.h"
#include "mesh/union_find.h"
#include <stdlib.h>

static const double grain = 1.0e-6; /* rad: closer angles count as equal */

/* Two pieces with convex cut edges between them. */
typedef struct border {
  gm_index a, b;
  gm_id turn;    /* smallest dihedral angle, in units of `grain` */
  double length; /* m  total length of the edges */
} border;

/* Two pieces that must stay apart. */
typedef struct apart {
  gm_index a, b;
} apart;

typedef struct plan {
  border *border;
  gm_index n_border;
  apart *apart; /* each pair in both orders, sorted by a */
  gm_index n_apart;
  gm_index *first; /* [pieces + 1]  first entry of each piece in `apart` */
  gm_index *set;   /* [pieces]  union-find sets */
  gm_index *next;  /* [pieces]  next piece of the same set, cyclic */
} plan;

static int by_pieces(const void *x, const void *y)
{
  const border *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
  return p->length < q->length ? -1 : p->length > q->length;
}

static int by_turn(const void *x, const void *y)
{
  const border *p = x, *q = y;
  if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
  if (p->length != q->length) return p->length > q->length ? -1 : 1;
  return by_pieces(x, y);
}

static int by_row(const void *x, const void *y)
{
  const apart *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

static void stay_apart(plan *w, gm_index a, gm_index b)
{
  if (a == b) return;
  w->apart[w->n_apart++] = (apart){a, b};
  w->apart[w->n_apart++] = (apart){b, a};
}

/* Collects from the cut edges which pieces may merge and which must stay apart. */
static void read_cuts(const gm_pieces *p, plan *w)
{
  const gm_edges *e = p->edges;
  const gm_surface *s = p->surface;
  for (gm_index k = 0; k < e->n; ++k) {
    if (!p->cut[k]) continue;
    const gm_index first = e->first[k], last = e->first[k + 1];
    const gm_index f = e->side[first], g = e->side[first + 1];
    const int convex = last - first == 2 && e->bend[k] > 0 && !p->both[f / 3] &&
                       !p->both[g / 3] && gm_pieces_alike(p, f / 3, g / 3) &&
                       s->corner[f / 3][f % 3] != s->corner[g / 3][g % 3];
    if (convex) {
      const gm_index a = p->of[f / 3], b = p->of[g / 3];
      const gm_vec3 way =
          gm_sub(s->point[e->point[k][1]], s->point[e->point[k][0]]);
      w->border[w->n_border++] =
          (border){a < b ? a : b, a < b ? b : a, llround(e->turn[k] / grain),
                   gm_norm(way)};
      continue;
    }
    for (gm_index i = first; i < last; ++i) {
      for (gm_index j = first; j < i; ++j)
        stay_apart(w, p->of[e->side[i] / 3], p->of[e->side[j] / 3]);
    }
  }
}

/* Sums the edges of each pair of pieces, and sorts the pairs, flattest first. */
static void sum_borders(plan *w)
{
  gm_index kept = 0;
  qsort(w->border, (size_t)w->n_border, sizeof *w->border, by_pieces);
  for (gm_index k = 0; k < w->n_border; ++k) {
    const border x = w->border[k];
    border *last = kept > 0 ? &w->border[kept - 1] : NULL;
    if (last && last->a == x.a && last->b == x.b) {
      last->length += x.length; /* the smallest angle came first and stays */
    } else {
      w->border[kept++] = x;
    }
  }
  w->n_border = kept;
  qsort(w->border, (size_t)kept, sizeof *w->border, by_turn);
}

static void sort_apart(const gm_pieces *p, plan *w)
{
  qsort(w->apart, (size_t)w->n_apart, sizeof *w->apart, by_row);
  gm_index at = 0;
  for (gm_index k = 0; k < p->n; ++k) {
    w->first[k] = at;
    while (at < w->n_apart && w->apart[at].a == k)
      ++at;
  }
  w->first[p->n] = at;
  for (gm_index k = 0; k < p->n; ++k)
    w->next[k] = k;
  gm_union_find_init(w->set, p->n);
}

/* Must any piece merged with a stay apart from any piece merged with b? */
static int are_apart(plan *w, gm_index a, gm_index b)
{
  const gm_index other = gm_union_find_root(w->set, b);
  gm_index k = a;
  do {
    for (gm_index i = w->first[k]; i < w->first[k + 1]; ++i)
      if (gm_union_find_root(w->set, w->apart[i].b) == other) return 1;
    k = w->next[k];
  } while (k != a);
  return 0;
}

static void join(gm_pieces *p, plan *w)
{
  for (gm_index k = 0; k < w->n_border; ++k) {
    const gm_index a = w->border[k].a, b = w->border[k].b;
    if (gm_union_find_root(w->set, a) == gm_union_find_root(w->set, b))
      continue;
    if (are_apart(w, a, b)) continue;
    gm_union_find_join(w->set, a, b);
    const gm_index swap = w->next[a]; /* joins the two cyclic lists */
    w->next[a] = w->next[b];
    w->next[b] = swap;
  }
  const gm_index n = gm_union_find_number(w->set, p->n);
  for (gm_index t = 0; t < p->surface->n; ++t)
    p->of[t] = w->set[p->of[t]];
  p->n = n;
}

/* Reserves room for all pairs that cuts and sampled sets may yield. */
static gm_status reserve(const gm_pieces *p, const gm_sampled_sets *sampled,
                         plan *w)
{
  size_t borders = 0, pairs = (size_t)sampled->n;
  for (gm_index k = 0; k < p->edges->n; ++k) {
    const size_t count = (size_t)gm_edges_count(p->edges, k);
    borders += p->cut[k];
    pairs += p->cut[k] ? count * (count - 1) / 2 : 0;
  }
  GM_TRY(GM_RESIZE(w->border, 0, borders + 1));
  GM_TRY(GM_RESIZE(w->apart, 0, 2 * pairs + 1));
  GM_TRY(GM_RESIZE(w->first, 0, p->n + 1));
  GM_TRY(GM_RESIZE(w->set, 0, p->n));
  return GM_RESIZE(w->next, 0, p->n);
}

gm_status gm_merge_pieces(gm_pieces *pieces, const gm_sampled_sets *sampled)
{
  plan w = {0};
  const gm_status status = reserve(pieces, sampled, &w);
  if (status == GM_OK) {
    for (gm_index k = 0; k < sampled->n; ++k)
      stay_apart(&w, sampled->pair[k][0], sampled->pair[k][1]);
    read_cuts(pieces, &w);
    sum_borders(&w);
    sort_apart(pieces, &w);
    join(pieces, &w);
  }
  GM_FREE(w.border);
  GM_FREE(w.apart);
  GM_FREE(w.first);
  GM_FREE(w.set);
  GM_FREE(w.next);
  return status;
}
