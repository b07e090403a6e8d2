/* mesh/edges.c -- builds the edges and vertex fans of a surface from its triangles.
 *
 * The last section finds the sharp edges that the shape does not mean.
 */
#include "mesh/edges.h"

#include "base/math.h"
#include "base/memory.h"
#include "mesh/union_find.h"
#include <stdlib.h>

void gm_edges_init(gm_edges *e)
{
  *e = (gm_edges){0};
}

void gm_edges_clear(gm_edges *e)
{
  GM_FREE(e->point);
  GM_FREE(e->first);
  GM_FREE(e->side);
  GM_FREE(e->of);
  GM_FREE(e->turn);
  GM_FREE(e->bend);
  GM_FREE(e->fan_first);
  GM_FREE(e->fan);
  gm_edges_init(e);
}

/* --- half-edges that share two points ------------------------------------------- */

typedef struct half {
  gm_index low, high, side;
} half;

static int edges_by_points(const void *a, const void *b)
{
  const half *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->side < q->side ? -1 : p->side > q->side;
}

static gm_status list_edge_halves(const gm_surface *s, half **halves)
{
  GM_TRY(GM_RESIZE(*halves, 0, 3 * (size_t)s->n));
  for (gm_index k = 0; k < 3 * s->n; ++k) {
    const gm_index a = s->corner[k / 3][k % 3];
    const gm_index b = s->corner[k / 3][(k + 1) % 3];
    (*halves)[k] = (half){a < b ? a : b, a < b ? b : a, k};
  }
  qsort(*halves, 3 * (size_t)s->n, sizeof **halves, edges_by_points);
  return GM_OK;
}

static int same_edge(const half *a, const half *b)
{
  return a->low == b->low && a->high == b->high;
}

static gm_status number_edges(gm_edges *e, const half *h, gm_index sides)
{
  for (gm_index k = 0; k < sides; ++k)
    e->n += k == 0 || !same_edge(&h[k], &h[k - 1]);
  GM_TRY(GM_RESIZE(e->point, 0, e->n));
  GM_TRY(GM_RESIZE(e->first, 0, e->n + 1));
  GM_TRY(GM_RESIZE(e->side, 0, sides));
  GM_TRY(GM_RESIZE(e->of, 0, sides));
  gm_index at = -1;
  for (gm_index k = 0; k < sides; ++k) {
    if (k == 0 || !same_edge(&h[k], &h[k - 1])) {
      e->first[++at] = k;
      e->point[at][0] = h[k].low;
      e->point[at][1] = h[k].high;
    }
    e->side[k] = h[k].side;
    e->of[h[k].side] = at;
  }
  e->first[e->n] = sides;
  return GM_OK;
}

/* --- dihedral angle and convexity ------------------------------------------------ */

/* The corner opposite to a half-edge. */
static gm_vec3 edge_opposite_corner(const gm_surface *s, gm_index side)
{
  return s->point[s->corner[side / 3][(side + 2) % 3]];
}

static void measure_edge_turns(gm_edges *e, const gm_surface *s)
{
  for (gm_index k = 0; k < e->n; ++k) {
    e->turn[k] = -1.0;
    if (gm_edges_count(e, k) != 2) continue;
    const gm_index f = e->side[e->first[k]], g = e->side[e->first[k] + 1];
    const gm_vec3 nf = s->normal[f / 3];
    /* the triangles have opposite orientation */
    const int same_way = s->corner[f / 3][f % 3] == s->corner[g / 3][g % 3];
    const gm_vec3 ng = gm_scale(same_way ? -1.0 : 1.0, s->normal[g / 3]);
    if (gm_norm2(nf) == 0.0 || gm_norm2(ng) == 0.0) continue;
    e->turn[k] = gm_math_atan2(gm_norm(gm_cross(nf, ng)), gm_dot(nf, ng));
    const gm_vec3 a = s->point[e->point[k][0]];
    const double rise = gm_dot(gm_sub(edge_opposite_corner(s, g), a), nf) -
                        gm_dot(gm_sub(a, edge_opposite_corner(s, f)), ng);
    e->bend[k] = (signed char)(rise < 0.0 ? 1 : rise > 0.0 ? -1 : 0);
  }
}

/* --- fans -------------------------------------------------------------------------- */

static gm_status spread_edge_fans(gm_edges *e, const gm_surface *s)
{
  GM_TRY(GM_RESIZE(e->fan_first, 0, s->n_points + 2));
  GM_TRY(GM_RESIZE(e->fan, 0, 3 * (size_t)s->n));
  /* A counting sort: `next` is fan_first shifted by one. Filling advances each entry to
   * the start of the next point, so that fan_first is right afterwards. */
  gm_index *next = e->fan_first + 1;
  for (gm_index k = 0; k < 3 * s->n; ++k)
    ++next[s->corner[k / 3][k % 3] + 1];
  for (gm_index p = 0; p < s->n_points; ++p)
    next[p + 1] += next[p];
  for (gm_index k = 0; k < 3 * s->n; ++k)
    e->fan[next[s->corner[k / 3][k % 3]]++] = k;
  return GM_OK;
}

static gm_status fill_edges(gm_edges *e, const gm_surface *s)
{
  half *halves = NULL;
  gm_status status = list_edge_halves(s, &halves);
  if (status == GM_OK) status = number_edges(e, halves, 3 * s->n);
  GM_FREE(halves);
  GM_TRY(status);
  GM_TRY(GM_RESIZE(e->turn, 0, e->n));
  GM_TRY(GM_RESIZE(e->bend, 0, e->n));
  measure_edge_turns(e, s);
  return spread_edge_fans(e, s);
}

gm_status gm_edges_build(gm_edges *e, const gm_surface *surface)
{
  const gm_status status = fill_edges(e, surface);
  if (status != GM_OK) gm_edges_clear(e);
  return status;
}

/* Finds short isolated runs of sharp edges. */

/* largest dihedral angle of an artefact, as a multiple of the limit */
static const double little = 1.5;
/* height over longest edge below which a triangle is a sliver */
static const double sliver = 0.2;

enum { EDGES = 3 }; /* largest number of edges in an artefact */

/* Height over longest edge = twice the area over the square of the longest edge. */
static int is_edge_sliver(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = gm_sub(s->point[c[1]], s->point[c[0]]);
  const gm_vec3 b = gm_sub(s->point[c[2]], s->point[c[0]]);
  const double longest =
      fmax(gm_norm2(gm_sub(b, a)), fmax(gm_norm2(a), gm_norm2(b)));
  return gm_norm(gm_cross(a, b)) < sliver * longest;
}

/* Sets of points connected by sharp edges. */
typedef struct creases {
  gm_index *set; /* [points] */
  /* [points]  at the root of each set: number of its points, and of its sharp
   * half-edges */
  gm_index *points, *sides;
  /* [points]  at the root of each set.  meant: 1 if an edge is too sharp to be an
   * artefact, 2 if it is too sharp even next to a sliver; sliver: 1 if an edge is at a
   * sliver */
  unsigned char *meant, *sliver;
} creases;

static gm_status reserve_edge_marks(creases *q, gm_index n)
{
  GM_TRY(GM_RESIZE(q->set, 0, n));
  GM_TRY(GM_RESIZE(q->points, 0, n));
  GM_TRY(GM_RESIZE(q->sides, 0, n));
  GM_TRY(GM_RESIZE(q->meant, 0, n));
  return GM_RESIZE(q->sliver, 0, n);
}

static void join_edge_creases(creases *q, const gm_surface *s, double limit,
                              const double *angle, const unsigned char *sharp)
{
  gm_union_find_init(q->set, s->n_points);
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index *c = s->corner[side / 3];
    if (sharp[side]) gm_union_find_join(q->set, c[side % 3], c[(side + 1) % 3]);
  }
  for (gm_index p = 0; p < s->n_points; ++p)
    ++q->points[gm_union_find_root(q->set, p)];
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    if (!sharp[side]) continue;
    const gm_index of =
        gm_union_find_root(q->set, s->corner[side / 3][side % 3]);
    ++q->sides[of];
    q->sliver[of] |= (unsigned char)is_edge_sliver(s, side / 3);
    const double turn = angle[side];
    q->meant[of] |=
        (unsigned char)(turn < 0.0           ? 2
                        : turn > 0.5 * GM_PI ? 2
                                             : turn > little * limit);
  }
}

/* Is the set an artefact?  Each edge has two half-edges; a tree has one point more than
 * edges. */
static int is_edge_noise(const creases *q, gm_index of)
{
  if (q->meant[of] > q->sliver[of]) return 0;
  return q->sides[of] <= 2 * EDGES && 2 * q->points[of] == q->sides[of] + 2;
}

gm_status gm_edges_soften(const gm_surface *s, double limit,
                          const double *angle, unsigned char *sharp)
{
  creases q = {0};
  const gm_status status = reserve_edge_marks(&q, s->n_points);
  if (status == GM_OK) {
    join_edge_creases(&q, s, limit, angle, sharp);
    for (gm_index side = 0; side < 3 * s->n; ++side) {
      const gm_index of =
          gm_union_find_root(q.set, s->corner[side / 3][side % 3]);
      if (sharp[side] && is_edge_noise(&q, of)) sharp[side] = 0;
    }
  }
  GM_FREE(q.set);
  GM_FREE(q.points);
  GM_FREE(q.sides);
  GM_FREE(q.meant);
  GM_FREE(q.sliver);
  return status;
}
