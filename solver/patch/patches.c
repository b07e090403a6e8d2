/* patch/patches.c -- divides a surface into patches: runs the passes in order.
 *
 * All passes work on a canonical copy (mesh/surface.h), so that the patches do not
 * depend on the order of triangles and points in the file.  First comes the cut at
 * sharp edges, then incomplete cuts are completed, tight fillets split, and harmless
 * cuts merged again; finally the pieces are numbered by area.  Each pass is a section.
 */
#include "patch/patches.h"

#include "base/memory.h"
#include "mesh/edges.h"
#include "mesh/surface.h"
#include "mesh/triangle.h"
#include "mesh/union_find.h"
#include "patch/merge.h"
#include "patch/pieces.h"
#include "patch/tangent.h"
#include "query/bvh.h"
#include <omp.h>
#include <stdlib.h>

/* Shortest paths over triangles from many seeds at once.
 *
 * E.  W.  Dijkstra, Numer.  Math. 1 (1959) 269-271, with a binary heap. */

/* A triangle that a seed can reach over a path of known length. */
typedef struct offer {
  double way; /* m  length of the path */
  gm_index seed, triangle;
} offer;

typedef struct heap {
  offer *row;
  gm_index n;
} heap;

static int is_offer_before(const offer *a, const offer *b)
{
  if (a->way != b->way) return a->way < b->way;
  if (a->seed != b->seed) return a->seed < b->seed;
  return a->triangle < b->triangle;
}

static void push_patch_offer(heap *h, offer x)
{
  gm_index at = h->n++;
  while (at > 0 && is_offer_before(&x, &h->row[(at - 1) / 2])) {
    h->row[at] = h->row[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  h->row[at] = x;
}

static offer pop_patch_offer(heap *h)
{
  const offer top = h->row[0], x = h->row[--h->n];
  gm_index at = 0;
  for (;;) {
    gm_index child = 2 * at + 1;
    if (child >= h->n) break;
    if (child + 1 < h->n && is_offer_before(&h->row[child + 1], &h->row[child]))
      ++child;
    if (is_offer_before(&x, &h->row[child])) break;
    h->row[at] = h->row[child];
    at = child;
  }
  h->row[at] = x;
  return top;
}

/* Adds the free triangles adjacent to t to the heap. */
static void offer_beyond_patch(heap *h, const gm_pieces *p,
                               const gm_index *seed, offer from)
{
  const gm_index t = from.triangle;
  for (int k = 0; k < 3; ++k) {
    const gm_index to = gm_pieces_beyond(p, 3 * t + k);
    if (to < 0 || seed[to] >= 0) continue;
    const double step = gm_norm(gm_sub(p->middle[to], p->middle[t]));
    push_patch_offer(h, (offer){from.way + step, from.seed, to});
  }
}

static gm_status hand_out_patch(const gm_pieces *pieces, gm_index *seed)
{
  const gm_index n = pieces->surface->n;
  heap h = {NULL, 0};
  /* at most one entry per half-edge */
  GM_TRY(GM_RESIZE(h.row, 0, 3 * (size_t)n + 1));
  /* All seeds enter the heap before any triangle is assigned, so that none has an
   * advantage. */
  for (gm_index t = 0; t < n; ++t) {
    if (seed[t] >= 0)
      offer_beyond_patch(&h, pieces, seed, (offer){0.0, seed[t], t});
  }
  while (h.n > 0) {
    const offer best = pop_patch_offer(&h);
    if (seed[best.triangle] >= 0) continue;
    seed[best.triangle] = best.seed;
    offer_beyond_patch(&h, pieces, seed, best);
  }
  GM_FREE(h.row);
  return GM_OK;
}

/* Divides pieces among seeds: seed[t] >= 0 is the seed that contains triangle t, -1 marks
 * a free triangle.  A free triangle goes to the seed with the shortest path over uncut
 * edges, from centroid to centroid; ties go to the lower seed.  A piece without seeds
 * stays whole.  Every seed becomes a piece together with its triangles, or several pieces
 * if they are not connected; pieces are numbered by their lowest triangle.  `seed` is
 * filled for all triangles reached.  GM_ERR_MEMORY: the pieces are as before. */
static gm_status divide_patch_pieces(gm_pieces *pieces, gm_index *seed)
{
  const gm_index n = pieces->surface->n;
  gm_index *set = NULL;
  GM_TRY(GM_RESIZE(set, 0, n));
  const gm_status status = hand_out_patch(pieces, seed);
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

/* Tests each triangle with a tangent ball of the radius of a grain. */

/* Does the ball at triangle t reach too deep into another triangle of its piece?
 * `list` has room for all triangles. */
static int is_patch_hidden(const gm_pieces *p, const gm_bvh *tree, gm_index t,
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

/* Marks the triangles that no ball of radius r can touch at their centroid, because it
 * would overlap a triangle of the same piece that faces it by more than `margin` r:
 * hidden[t] = 1, else 0.  `side` 1 places the ball on the side of the normals, -1 on the
 * other side (if grains are there). *count grows by the number of marks.
 * GM_ERR_MEMORY. */
static gm_status find_patch_hidden(const gm_pieces *pieces, const gm_bvh *tree,
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
                is_patch_hidden(pieces, tree, t, r, margin, side, own);
  }
  GM_FREE(list);
  for (gm_index t = 0; t < n; ++t)
    *count += hidden[t];
  return GM_OK;
}

/* In pieces whose reachable triangles form two or more connected parts, makes each part a
 * seed. */
static void seed_patch_parts(const gm_pieces *p, const unsigned char *hidden,
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
    const int split_patch_side = !hidden[t] && first[p->of[t]] == -2;
    seed[t] = split_patch_side ? gm_union_find_root(seed, t) : -1;
  }
}

static gm_status split_patch_side(gm_pieces *p, const gm_bvh *tree, double r,
                                  double margin, int side,
                                  unsigned char *hidden, gm_index *seed,
                                  gm_index *first)
{
  gm_index count = 0;
  GM_TRY(find_patch_hidden(p, tree, r, margin, side, hidden, &count));
  if (count == 0) return GM_OK;
  seed_patch_parts(p, hidden, seed, first);
  return divide_patch_pieces(p, seed);
}

/* Splits pieces whose reachable triangles form several connected parts.  This happens at
 * a concave rounding tighter than the grain, which touches the walls on both sides of the
 * rounding at once.  Unreachable triangles go to the nearest part.  GM_ERR_MEMORY: the
 * pieces are as before, or split on one side only. */
static gm_status split_at_fillets(gm_pieces *pieces, const gm_bvh *tree,
                                  double r, double margin)
{
  const gm_index n = pieces->surface->n;
  unsigned char *hidden = NULL;
  gm_index *seed = NULL, *first = NULL;
  gm_status status = GM_RESIZE(hidden, 0, n);
  if (status == GM_OK) status = GM_RESIZE(seed, 0, n);
  if (status == GM_OK) status = GM_RESIZE(first, 0, n);
  for (int side = 1; side >= -1 && status == GM_OK; side -= 2) {
    status =
        split_patch_side(pieces, tree, r, margin, side, hidden, seed, first);
  }
  GM_FREE(hidden);
  GM_FREE(seed);
  GM_FREE(first);
  return status;
}

/* Extends cuts that end inside a piece, by region growing.
 *
 * Such a cut has the same piece on both sides.  The triangles of the piece around a
 * point of the cut form sectors between the cut edges there.  At the end point of the
 * cut there is only one sector, and nothing is joined.  At all its other points the
 * triangles of a sector that touches the cut are joined to one seed, so that each side
 * of the cut becomes a seed from which the piece is divided. */

/* largest number of rounds; the first LONE_AFTER rounds join sectors */
enum { ROUNDS = 8, LONE_AFTER = 4 };

/* Is a cut edge incomplete: does the same piece lie on two of its sides? */
static int is_patch_slit(const gm_pieces *p, gm_index edge)
{
  const gm_edges *e = p->edges;
  if (!p->cut[edge]) return 0;
  for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
    for (gm_index j = e->first[edge]; j < i; ++j) {
      if (p->of[e->side[i] / 3] == p->of[e->side[j] / 3]) return 1;
    }
  }
  return 0;
}

/* Number of cut edges with the same piece on both sides. */
static gm_index count_incomplete(const gm_pieces *pieces)
{
  gm_index n = 0;
  for (gm_index k = 0; k < pieces->edges->n; ++k)
    n += is_patch_slit(pieces, k);
  return n;
}

typedef struct marks {
  unsigned char *slit; /* [edges]     1: incomplete cut */
  unsigned char *at;   /* [points]    1: the point lies on an incomplete cut */
  gm_index *seed;      /* [triangles] sets, later seed numbers; -1: none */
  gm_index *sector;    /* [triangles] sets around one point */
  /* [triangles] 1: at an incomplete cut, or in a sector that is; part of a seed */
  unsigned char *torn;
} marks;

/* The two half-edges of a triangle that meet at its corner:  `corner` itself and the
 * one before it. */
static gm_index patch_side_at(gm_index corner, int which)
{
  const gm_index t = corner / 3, k = corner % 3;
  return which ? 3 * t + (k + 2) % 3 : corner;
}

/* Finds the sectors around a point: sets of triangles connected over uncut edges there.
 */
static void find_patch_sectors(const gm_pieces *p, gm_index point,
                               gm_index *sector)
{
  const gm_edges *e = p->edges;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k)
    sector[e->fan[k] / 3] = e->fan[k] / 3;
  for (gm_index k = a; k < b; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index t = gm_pieces_beyond(p, patch_side_at(e->fan[k], which));
      if (t >= 0) gm_union_find_join(sector, e->fan[k] / 3, t);
    }
  }
}

/* Does an incomplete cut end at the point, with the same sector on both its sides? */
static int is_patch_end(const gm_pieces *p, const marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  for (gm_index k = e->fan_first[point]; k < e->fan_first[point + 1]; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index edge = e->of[patch_side_at(e->fan[k], which)];
      if (!m->slit[edge]) continue;
      for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
        const gm_index t = e->side[i] / 3, own = e->fan[k] / 3;
        if (t != own && gm_union_find_root(m->sector, t) ==
                            gm_union_find_root(m->sector, own)) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* Does the triangle at this corner lie next to an incomplete cut through the point? */
static int is_patch_beside(const gm_pieces *p, const marks *m, gm_index corner)
{
  for (int which = 0; which < 2; ++which) {
    const gm_index side = patch_side_at(corner, which);
    const gm_index edge = p->edges->of[side];
    if (!m->slit[edge]) continue;
    const gm_edges *e = p->edges;
    for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
      if (e->side[i] != side && p->of[e->side[i] / 3] == p->of[side / 3]) {
        return 1;
      }
    }
  }
  return 0;
}

/* Joins the triangles of each sector next to an incomplete cut at the point to one
 * seed. */
static void join_patch_sectors(const gm_pieces *p, marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  find_patch_sectors(p, point, m->sector);
  if (is_patch_end(p, m, point)) return;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k) {
    if (!is_patch_beside(p, m, e->fan[k])) continue;
    const gm_index own = e->fan[k] / 3;
    const gm_index sector = gm_union_find_root(m->sector, own);
    for (gm_index i = a; i < b; ++i) {
      const gm_index t = e->fan[i] / 3;
      if (gm_union_find_root(m->sector, t) != sector) continue;
      m->torn[t] = 1;
      gm_union_find_join(m->seed, own, t);
    }
  }
}

/* Makes each triangle next to an incomplete cut a seed of its own; returns the number of
 * incomplete cut edges. */
static gm_index mark_patch_slits(const gm_pieces *p, marks *m)
{
  const gm_edges *e = p->edges;
  gm_index slits = 0;
  gm_union_find_init(m->seed, p->surface->n);
  for (gm_index t = 0; t < p->surface->n; ++t)
    m->torn[t] = 0;
  for (gm_index q = 0; q < p->surface->n_points; ++q)
    m->at[q] = 0;
  for (gm_index k = 0; k < e->n; ++k) {
    m->slit[k] = (unsigned char)is_patch_slit(p, k);
    if (m->slit[k]) m->at[e->point[k][0]] = m->at[e->point[k][1]] = 1;
    slits += m->slit[k];
  }
  for (gm_index c = 0; c < 3 * p->surface->n; ++c)
    if (is_patch_beside(p, m, c)) m->torn[c / 3] = 1;
  return slits;
}

/* Replaces seed sets by numbers, -1 for triangles without a seed. */
static void patch_number_seeds(const gm_pieces *p, marks *m)
{
  const gm_index n = p->surface->n;
  for (gm_index t = 0; t < n; ++t)
    m->sector[t] = gm_union_find_root(m->seed, t);
  for (gm_index t = 0; t < n; ++t)
    m->seed[t] = m->torn[t] ? m->sector[t] : -1;
}

static gm_status split_patch_marked(gm_pieces *p, marks *m)
{
  for (int round = 0; round < ROUNDS; ++round) {
    if (mark_patch_slits(p, m) == 0) break;
    for (gm_index q = 0; q < p->surface->n_points; ++q) {
      if (m->at[q] && round < LONE_AFTER) join_patch_sectors(p, m, q);
    }
    patch_number_seeds(p, m);
    GM_TRY(divide_patch_pieces(p, m->seed));
  }
  return GM_OK;
}

/* Splits pieces until every cut separates two pieces.  Cuts end inside a piece where, for
 * example, a rib fades out, or where two walls are connected around a third.  The
 * triangles on either side of an incomplete cut are seeds from which the piece is
 * divided; the new border continues from the end of the cut.  GM_ERR_MEMORY:  `of` and
 * `n` are valid, but some cuts may still be incomplete. */
static gm_status split_incomplete(gm_pieces *pieces)
{
  if (count_incomplete(pieces) == 0) return GM_OK;
  const gm_surface *s = pieces->surface;
  marks m = {0};
  gm_status status = GM_RESIZE(m.slit, 0, pieces->edges->n);
  if (status == GM_OK) status = GM_RESIZE(m.at, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(m.seed, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(m.sector, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(m.torn, 0, s->n);
  if (status == GM_OK) status = split_patch_marked(pieces, &m);
  GM_FREE(m.slit);
  GM_FREE(m.at);
  GM_FREE(m.seed);
  GM_FREE(m.sector);
  GM_FREE(m.torn);
  return status;
}

/* rad  added to the limit of 30 degrees: rounding must not cut a regular 12-gon */
static const double exactly = 1.0e-6;
/* largest area of a sliver, as a fraction of the whole */
static const double sliver = 1.0e-3;
/* radius of hollows, as a multiple of r_max, below which they touch the grain along a
 * ring */
static const double tight = 1.2;
/* margin for the sampling of contact sets, as a fraction of eta */
static const double certain = 5.0 / 6.0;

gm_patches_options gm_patches_defaults(double r_min, double r_max)
{
  return (gm_patches_options){.r_min = r_min,
                              .r_max = r_max,
                              .turn = GM_PI / 6.0,
                              .margin = GM_TANGENT_MARGIN,
                              .two_sided = false,
                              .merge = true};
}

void gm_patches_init(gm_patches *p)
{
  *p = (gm_patches){0};
}

void gm_patches_clear(gm_patches *p)
{
  GM_FREE(p->of);
  GM_FREE(p->area);
  GM_FREE(p->twice);
  gm_patches_init(p);
}

/* --- pass 1 ------------------------------------------------------------------------ */

static void mark_patch_sharp(gm_pieces *q, double turn, gm_patches *p)
{
  const gm_edges *e = q->edges;
  for (gm_index k = 0; k < e->n; ++k) {
    const gm_index count = gm_edges_count(e, k);
    const int sharp = e->turn[k] < 0.0 || e->turn[k] > turn + exactly;
    const gm_index *side = &e->side[e->first[k]];
    const int seam =
        count == 2 && !gm_pieces_alike(q, side[0] / 3, side[1] / 3);
    q->cut[k] = count > 2 || (count == 2 && sharp) || seam;
    p->n_cut += q->cut[k];
  }
}

/* Removes cuts that are artefacts of the tessellation (mesh/edges.h). */
static gm_status forgive_slivers(gm_pieces *q, double limit, gm_patches *p)
{
  const gm_surface *s = q->surface;
  const gm_edges *e = q->edges;
  double *angle = NULL; /* rad  dihedral angle of each half-edge */
  unsigned char *sharp = NULL;
  gm_status status = GM_RESIZE(angle, 0, 3 * (size_t)s->n);
  if (status == GM_OK) status = GM_RESIZE(sharp, 0, 3 * (size_t)s->n);
  for (gm_index side = 0; side < 3 * s->n && status == GM_OK; ++side) {
    angle[side] = e->turn[e->of[side]];
    sharp[side] = q->cut[e->of[side]] || angle[side] < 0.0;
  }
  if (status == GM_OK) status = gm_edges_soften(s, limit, angle, sharp);
  for (gm_index side = 0; side < 3 * s->n && status == GM_OK; ++side) {
    const gm_index k = e->of[side];
    if (sharp[side] || !q->cut[k]) continue;
    q->cut[k] = 0;
    --p->n_cut;
  }
  GM_FREE(angle);
  GM_FREE(sharp);
  return status;
}

static gm_status patch_number_pieces(gm_pieces *q)
{
  gm_index *set = NULL;
  GM_TRY(GM_RESIZE(set, 0, q->surface->n));
  gm_union_find_init(set, q->surface->n);
  for (gm_index side = 0; side < 3 * q->surface->n; ++side) {
    /* all triangles still belong to one piece, so only cuts separate them */
    const gm_index t = gm_pieces_beyond(q, side);
    if (t >= 0) gm_union_find_join(set, side / 3, t);
  }
  q->n = gm_union_find_number(set, q->surface->n);
  GM_FREE(q->of);
  q->of = set;
  return GM_OK;
}

static gm_status cut_patch_edges(gm_pieces *q, double turn, gm_patches *p)
{
  const gm_surface *s = q->surface;
  GM_TRY(GM_RESIZE(q->of, 0, s->n));
  GM_TRY(GM_RESIZE(q->cut, 0, q->edges->n));
  GM_TRY(GM_RESIZE(q->middle, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 ab = gm_add(s->point[c[0]], s->point[c[1]]);
    q->middle[t] = gm_scale(1.0 / 3.0, gm_add(ab, s->point[c[2]]));
  }
  mark_patch_sharp(q, turn, p);
  GM_TRY(forgive_slivers(q, turn, p));
  GM_TRY(patch_number_pieces(q));
  p->n_pieces = q->n;
  return GM_OK;
}

/* --- the result --------------------------------------------------------------------- */

typedef struct sum {
  double area;
  gm_index first, piece; /* first: lowest triangle, in the original numbering */
} sum;

static int by_patch_area(const void *a, const void *b)
{
  const sum *p = a, *q = b;
  if (p->area != q->area) return p->area > q->area ? -1 : 1;
  return p->first < q->first ? -1 : 1;
}

static double patch_area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = s->point[s->corner[t][0]];
  const gm_vec3 ab = gm_sub(s->point[s->corner[t][1]], a);
  const gm_vec3 ac = gm_sub(s->point[s->corner[t][2]], a);
  return 0.5 * gm_norm(gm_cross(ab, ac));
}

static void number_patches(gm_patches *p, const gm_pieces *q, sum *sums,
                           gm_index *number, const gm_index *from)
{
  const gm_surface *s = q->surface;
  double total = 0.0;
  for (gm_index k = 0; k < q->n; ++k)
    sums[k] = (sum){0.0, INT32_MAX, k};
  for (gm_index t = 0; t < s->n; ++t) {
    sum *of = &sums[q->of[t]];
    of->area += patch_area(s, t);
    if (from[t] < of->first) of->first = from[t];
  }
  qsort(sums, (size_t)q->n, sizeof *sums, by_patch_area);
  p->n = q->n;
  for (gm_index k = 0; k < p->n; ++k) {
    number[sums[k].piece] = k;
    p->area[k] = sums[k].area;
    total += sums[k].area;
  }
  for (gm_index t = 0; t < s->n; ++t)
    p->of[from[t]] = number[q->of[t]];
  for (gm_index k = 0; k < p->n; ++k)
    p->n_slivers += p->area[k] < sliver * total;
}

static gm_status give_patch_pieces(gm_patches *p, const gm_pieces *q,
                                   const gm_index *from)
{
  sum *sums = NULL;
  gm_index *number = NULL;
  GM_TRY(GM_RESIZE(p->of, 0, q->surface->n));
  GM_TRY(GM_RESIZE(p->area, 0, q->n));
  gm_status status = GM_RESIZE(sums, 0, q->n);
  if (status == GM_OK) status = GM_RESIZE(number, 0, q->n);
  if (status == GM_OK) number_patches(p, q, sums, number, from);
  GM_FREE(sums);
  GM_FREE(number);
  return status;
}

/* --- pass 4, and the report --------------------------------------------------- */

/* Finds the places where grains of radius r miss a contact. */
static gm_status find_patch_missed(const gm_pieces *q,
                                   const gm_exact_contacts *m,
                                   const gm_patches_options *o, double r,
                                   const gm_vec3 *site, gm_index n,
                                   gm_patches *p)
{
  return gm_merge_missed(m, q->of, site, n, r, o->margin, o->turn, &p->twice,
                         &p->n_twice);
}

/* Samples the contact sets of the largest and the smallest grain, merges pieces, and
 * finds the contacts missed afterwards. */
static gm_status join_small_pieces(gm_pieces *q, const gm_exact_contacts *m,
                                   const gm_patches_options *o, gm_patches *p)
{
  gm_sampled_sets sampled = {0};
  const double margin = certain * o->margin;
  gm_status status = gm_merge_sets_add(&sampled, m, q->of, o->r_max, margin);
  const gm_index large = sampled.n_crowded, before = q->n;
  if (status == GM_OK && o->r_min < o->r_max)
    status = gm_merge_sets_add(&sampled, m, q->of, o->r_min, margin);
  if (status == GM_OK && o->merge) status = gm_merge_pieces(q, &sampled);
  p->n_merged = before - q->n;
  if (status == GM_OK && o->report)
    status = find_patch_missed(q, m, o, o->r_max, sampled.crowded, large, p);
  if (status == GM_OK && o->report && large < sampled.n_crowded) {
    status = find_patch_missed(q, m, o, o->r_min, sampled.crowded + large,
                               sampled.n_crowded - large, p);
  }
  gm_merge_sets_clear(&sampled);
  return status;
}

static gm_status count_patch_tight(const gm_pieces *q,
                                   const gm_exact_contacts *m,
                                   const gm_patches_options *o, gm_patches *p)
{
  unsigned char *hidden = NULL;
  GM_TRY(GM_RESIZE(hidden, 0, q->surface->n));
  gm_status status = GM_OK;
  for (int side = 1; side >= -1 && status == GM_OK; side -= 2) {
    status = find_patch_hidden(q, &m->tree, tight * o->r_max, o->margin, side,
                               hidden, &p->n_tight);
  }
  GM_FREE(hidden);
  return status;
}

/* --- all passes --------------------------------------------------------------- */

static gm_status build_patch_table(gm_patches *p, gm_pieces *q,
                                   const gm_exact_contacts *m,
                                   const gm_patches_options *o,
                                   const gm_index *from)
{
  GM_TRY(cut_patch_edges(q, o->turn, p));
  GM_TRY(split_incomplete(q));
  p->n_slits = q->n - p->n_pieces;
  p->n_unparted = count_incomplete(q);
  GM_TRY(split_at_fillets(q, &m->tree, o->r_max, o->margin));
  p->n_fillets = q->n - p->n_pieces - p->n_slits;
  GM_TRY(join_small_pieces(q, m, o, p));
  if (o->report) GM_TRY(count_patch_tight(q, m, o, p));
  return give_patch_pieces(p, q, from);
}

gm_status gm_patches_build(const gm_surface *surface,
                           const gm_patches_options *options, gm_patches *p)
{
  gm_surface copy;
  gm_exact_contacts m;
  gm_index *from = NULL;
  gm_surface_init(&copy);
  gm_exact_contacts_init(&m);
  gm_pieces q = {.surface = &copy, .edges = &m.edges};
  gm_status status = gm_surface_canonical(&copy, &from, surface);
  if (status == GM_OK)
    status = gm_exact_contacts_build(&m, &copy, options->two_sided);
  q.both = m.both;
  if (status == GM_OK) status = build_patch_table(p, &q, &m, options, from);
  GM_FREE(q.of);
  GM_FREE(q.cut);
  GM_FREE(q.middle);
  GM_FREE(from);
  gm_exact_contacts_clear(&m);
  gm_surface_clear(&copy);
  if (status != GM_OK) gm_patches_clear(p);
  return status;
}
