/* patch/fillets.c -- tests each triangle with a tangent ball of the radius of a grain. */
#include "patch/fillets.h"

#include "base/memory.h"
#include "mesh/triangle.h"
#include "mesh/union_find.h"
#include "patch/region_growing.h"
#include <omp.h>

/* Does the ball at triangle t reach too deep into another triangle of its piece?
 * `list` has room for all triangles. */
static int is_hidden(const gm_pieces *p, const gm_bvh *tree, gm_index t,
                     double r, double margin, int side, gm_index *list)
{
  const gm_surface *s = p->surface;
  const double deep = r * (1.0 - margin);
  const gm_vec3 centre = gm_madd(p->middle[t], side * r, s->normal[t]);
  const gm_index n = gm_bvh_within(tree, s, centre, deep, list);
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

gm_status gm_fillets_hidden(const gm_pieces *pieces, const gm_bvh *tree,
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

/* In pieces whose reachable triangles form two or more connected parts, makes each part a
 * seed. */
static void seed_parts(const gm_pieces *p, const unsigned char *hidden,
                       gm_index *seed, gm_index *first)
{
  const gm_index n = p->surface->n;
  gm_union_find_init(seed, n);
  for (gm_index side = 0; side < 3 * n; ++side) {
    const gm_index to = gm_pieces_beyond(p, side);
    if (to >= 0 && !hidden[side / 3] && !hidden[to])
      gm_union_find_join(seed, side / 3, to);
  }
  /* first[piece]: the only part found so far; -1: none yet; -2: several */
  for (gm_index k = 0; k < p->n; ++k)
    first[k] = -1;
  for (gm_index t = 0; t < n; ++t) {
    if (hidden[t]) continue;
    gm_index *part = &first[p->of[t]];
    const gm_index own = gm_union_find_root(seed, t);
    if (*part == -1) *part = own;
    if (*part != own) *part = -2;
  }
  /* every set is represented by its lowest row */
  for (gm_index t = n - 1; t >= 0; --t) {
    const int split = !hidden[t] && first[p->of[t]] == -2;
    seed[t] = split ? gm_union_find_root(seed, t) : -1;
  }
}

static gm_status split(gm_pieces *p, const gm_bvh *tree, double r,
                       double margin, int side, unsigned char *hidden,
                       gm_index *seed, gm_index *first)
{
  gm_index count = 0;
  GM_TRY(gm_fillets_hidden(p, tree, r, margin, side, hidden, &count));
  if (count == 0) return GM_OK;
  seed_parts(p, hidden, seed, first);
  return gm_region_growing_divide(p, seed);
}

gm_status gm_fillets_split(gm_pieces *pieces, const gm_bvh *tree, double r,
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
