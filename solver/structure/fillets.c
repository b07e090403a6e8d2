/* structure/fillets.c -- a ball tried at every triangle.  Room: structure. */
#include "structure/fillets.h"

#include "base/memory.h"
#include "structure/grow.h"
#include "structure/sets.h"
#include "structure/triangle.h"
#include <omp.h>

/* Is the ball at triangle t too deep in another of its piece?  list: room for all triangles. */
static int is_hidden(const gm_pieces *p, const gm_tree *tree, gm_index t,
                     double r, double margin, int side, gm_index *list)
{
  const gm_surface *s = p->surface;
  const double deep = r * (1.0 - margin);
  const gm_vec3 centre = gm_madd(p->middle[t], side * r, s->normal[t]);
  const gm_index n = gm_tree_within(tree, s, centre, deep, list);
  for (gm_index k = 0; k < n; ++k) {
    if (list[k] == t || p->of[list[k]] != p->of[t]) continue;
    const gm_foot f = gm_triangle_nearest(s, list[k], centre);
    const gm_vec3 off = gm_sub(centre, f.at);
    if (f.square < deep * deep &&
        side * gm_dot(off, s->normal[list[k]]) > 1.0e-9 * r) {
      return 1;
    }
  }
  return 0;
}

gm_status gm_fillets_hidden(const gm_pieces *pieces, const gm_tree *tree,
                            double r, double margin, int side,
                            unsigned char *hidden, gm_index *count)
{
  const gm_index n = pieces->surface->n;
  gm_index *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, (size_t)n * (size_t)omp_get_max_threads()));
#pragma omp parallel for schedule(dynamic, 64)
  for (gm_index t = 0; t < n; ++t) {
    gm_index *own = list + (size_t)n * (size_t)omp_get_thread_num();
    hidden[t] = (side > 0 || pieces->both[t]) &&
                is_hidden(pieces, tree, t, r, margin, side, own);
  }
  GM_FREE(list);
  for (gm_index t = 0; t < n; ++t)
    *count += hidden[t];
  return GM_OK;
}

/* Connected parts of what is reached become seeds, in pieces that have two or more. */
static void seed_parts(const gm_pieces *p, const unsigned char *hidden,
                       gm_index *seed, gm_index *first)
{
  const gm_index n = p->surface->n;
  gm_sets_init(seed, n);
  for (gm_index side = 0; side < 3 * n; ++side) {
    const gm_index to = gm_pieces_beyond(p, side);
    if (to >= 0 && !hidden[side / 3] && !hidden[to])
      gm_sets_join(seed, side / 3, to);
  }
  /* first[piece]: its first part; -2: another was found; -1: none yet */
  for (gm_index k = 0; k < p->n; ++k)
    first[k] = -1;
  for (gm_index t = 0; t < n; ++t) {
    if (hidden[t]) continue;
    gm_index *part = &first[p->of[t]];
    const gm_index own = gm_sets_find(seed, t);
    if (*part == -1) *part = own;
    if (*part != own) *part = -2;
  }
  for (gm_index t = n - 1; t >= 0; --t) { /* sets point down */
    const int split = !hidden[t] && first[p->of[t]] == -2;
    seed[t] = split ? gm_sets_find(seed, t) : -1;
  }
}

static gm_status split(gm_pieces *p, const gm_tree *tree, double r,
                       double margin, int side, unsigned char *hidden,
                       gm_index *seed, gm_index *first)
{
  gm_index count = 0;
  GM_TRY(gm_fillets_hidden(p, tree, r, margin, side, hidden, &count));
  if (count == 0) return GM_OK;
  seed_parts(p, hidden, seed, first);
  return gm_grow_divide(p, seed);
}

gm_status gm_fillets_split(gm_pieces *pieces, const gm_tree *tree, double r,
                           double margin)
{
  const gm_index n = pieces->surface->n;
  unsigned char *hidden = NULL;
  gm_index *seed = NULL, *first = NULL;
  gm_status status = GM_RESIZE(hidden, 0, n);
  if (status == GM_OK) status = GM_RESIZE(seed, 0, n);
  if (status == GM_OK) status = GM_RESIZE(first, 0, n);
  for (int side = 1; side >= -1 && status == GM_OK; side -= 2) {
    status = split(pieces, tree, r, margin, side, hidden, seed, first);
  }
  GM_FREE(hidden);
  GM_FREE(seed);
  GM_FREE(first);
  return status;
}
