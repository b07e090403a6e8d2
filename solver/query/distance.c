/* query/distance.c -- nearest point of a surface, by branch and bound in a BVH.
 *
 * The nearer child of a node is visited first.  A box farther than the best distance so
 * far, plus a margin for rounding, cannot contain a nearer point.
 *
 * The sign is that of (y - foot).N, where N is the normal of the face, the sum of both
 * face normals on an edge, or the angle-weighted pseudonormal at a vertex (J.  A.
 * Baerentzen and H.  Aanaes, IEEE Trans.  Vis.  Comput.  Graph. 11 (2005) 243-253).
 * Facet normals also serve for curved patches: the two differ by at most half a
 * dihedral angle.
 */
#include "query/distance.h"

#include "base/math.h"
#include "base/memory.h"
#include "mesh/curve.h"
#include "query/bvh.h"

struct gm_distance {
  const gm_surface *surface;
  const gm_smooth *smooth;
  gm_vec3 *bend; /* [n_points] 1  angle-weighted pseudonormals; null: no sign */
  gm_bvh tree;
  double margin; /* m  margin over rounding */
};

static const gm_smooth flat = {.n = 0};
/* margin for rounding, as a fraction of the largest coordinate */
static const double sure = 1.0e-12;

/* --- the nearest ------------------------------------------------------------------- */

enum { WAITING = 32 };

/* A curved patch whose facet is near enough to be evaluated. */
typedef struct candidate {
  gm_foot facet;
  double least; /* m  lower bound of its distance */
} candidate;

typedef struct search {
  gm_vec3 y;
  gm_foot best;
  double most; /* m  upper bound of the smallest distance, margin included */
  int n;
  candidate waiting[WAITING];
} search;

/* Of equally near triangles the lowest number is taken. */
GM_INLINE void take_foot(const gm_distance *d, search *q, const gm_foot *f)
{
  if (f->square > q->best.square ||
      (f->square == q->best.square && f->triangle > q->best.triangle))
    return;
  q->best = *f;
  const double most = sqrt(f->square) + d->margin;
  if (most < q->most) q->most = most;
}

/* Evaluates the waiting curved patches, in rising order of their lower bounds, until no
 * other can be nearer; so most are never evaluated. */
static void measure_distance_waiting(const gm_distance *d, search *q)
{
  while (q->n > 0) {
    int k = 0;
    for (int t = 1; t < q->n; ++t)
      if (q->waiting[t].least < q->waiting[k].least) k = t;
    const candidate c = q->waiting[k];
    q->waiting[k] = q->waiting[--q->n];
    if (c.least > q->most) break;
    gm_vec3 side[3];
    gm_smooth_sides(d->smooth, c.facet.triangle, side);
    const gm_foot f =
        gm_curve_nearest(d->surface, c.facet.triangle, side, q->y, &c.facet);
    take_foot(d, q, &f);
  }
  q->n = 0;
}

/* Compares a triangle with the best so far.  A curved patch lies within `rise` of its
 * facet, so the distance from the facet bounds that from the patch from both sides. */
GM_INLINE void offer_triangle(const gm_distance *d, search *q,
                              gm_index triangle)
{
  const gm_smooth *m = d->smooth;
  const gm_index row = m->n ? m->row[triangle] : -1;
  const double rise = row < 0 ? 0.0 : (double)m->rise[row];
  const gm_foot f = gm_triangle_nearest(d->surface, triangle, q->y);
  if (!(rise > 0.0)) {
    take_foot(d, q, &f);
    return;
  }
  const double length = sqrt(f.square), most = length + rise + d->margin;
  if (length - rise > q->most) return;
  if (most < q->most) q->most = most;
  if (q->n == WAITING) measure_distance_waiting(d, q);
  q->waiting[q->n++] = (candidate){f, length - rise};
}

typedef struct visit {
  gm_index node;
  double square; /* m2 */
} visit;

GM_INLINE visit visit_of(const gm_distance *d, gm_index node, gm_vec3 y)
{
  const gm_bvh_node *at = &d->tree.node[node];
  const double box = gm_bvh_square(at->min, at->max, y);
  const double disc = gm_bvh_disc_square(&d->tree.disc[node], y);
  return (visit){node, box > disc ? box : disc};
}

static void begin_distance_search(search *q, gm_vec3 y)
{
  q->y = y;
  q->best = (gm_foot){.square = INFINITY, .triangle = INT32_MAX};
  q->most = INFINITY;
  q->n = 0;
}

static gm_foot distance_nearest_foot(const gm_distance *d, gm_vec3 y)
{
  search q;
  visit stack[2 * GM_BVH_DEPTH];
  int top = 0;
  begin_distance_search(&q, y);
  stack[top++] = (visit){0, 0.0};
  while (top > 0) {
    const visit at = stack[--top];
    if (at.square > q.most * q.most) continue;
    const gm_bvh_node *node = &d->tree.node[at.node];
    if (node->left < 0) {
      for (gm_index i = node->first; i < node->last; ++i)
        offer_triangle(d, &q, d->tree.item[i]);
      continue;
    }
    const visit l = visit_of(d, node->left, y), r = visit_of(d, node->right, y);
    stack[top++] = l.square < r.square ? r : l;
    stack[top++] = l.square < r.square ? l : r;
  }
  measure_distance_waiting(d, &q);
  return q.best;
}

/* Pseudonormal of edge k of triangle t: the sum of both face normals; on an open or
 * branching edge the normal of the triangle alone. */
static gm_vec3 distance_side_bend(const gm_surface *s, gm_index t, int k)
{
  const gm_index q = s->across[t][k];
  return q < 0 ? s->normal[t] : gm_add(s->normal[t], s->normal[q]);
}

/* The (pseudo)normal of the surface at a nearest point. */
static gm_vec3 distance_foot_normal(const gm_distance *d, const gm_foot *f)
{
  const gm_surface *s = d->surface;
  if (!d->bend || f->feature == GM_FEATURE_FACE ||
      f->feature == GM_FEATURE_CURVE)
    return s->normal[f->triangle];
  if (f->feature == GM_FEATURE_SIDE)
    return distance_side_bend(s, f->triangle, f->which);
  return d->bend[s->corner[f->triangle][f->which]];
}

/* -1 behind the surface of a solid, else 1. */
static double distance_side_of_surface(const gm_distance *d, gm_vec3 off,
                                       gm_vec3 normal)
{
  return d->bend && gm_dot(off, normal) < 0.0 ? -1.0 : 1.0;
}

static gm_nearest distance_result_at(const gm_distance *distance, gm_vec3 y,
                                     const gm_foot *nearest)
{
  const gm_foot f = *nearest;
  gm_nearest r = {.foot = f.at,
                  .triangle = f.triangle,
                  .feature = f.feature,
                  .which = f.which};
  const double length = sqrt(f.square);
  const gm_vec3 off = gm_sub(y, f.at),
                normal = distance_foot_normal(distance, &f);
  const double side = distance_side_of_surface(distance, off, normal);
  r.distance = side * length;
  /* over a face the normal is exact at any distance */
  if (f.feature == GM_FEATURE_FACE) {
    r.gradient = gm_scale(gm_dot(off, normal) < 0.0 ? -side : side, normal);
  } else if (length > distance->margin) {
    r.gradient = gm_scale(side / length, off);
  } else {
    r.gradient = gm_unit(normal);
  }
  return r;
}

gm_nearest gm_distance_nearest(const gm_distance *distance, gm_vec3 y)
{
  const gm_foot f = distance_nearest_foot(distance, y);
  return distance_result_at(distance, y, &f);
}

gm_query_result gm_distance_query(const void *distance, gm_vec3 y)
{
  const gm_nearest r = gm_distance_nearest(distance, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

/* --- life ------------------------------------------------------------------------- */

static gm_status sum_distance_bent_normals(const gm_surface *s, gm_vec3 **bend)
{
  GM_TRY(GM_RESIZE(*bend, 0, s->n_points));
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index p = s->corner[t][k];
      const gm_vec3 a =
          gm_sub(s->point[s->corner[t][(k + 1) % 3]], s->point[p]);
      const gm_vec3 b =
          gm_sub(s->point[s->corner[t][(k + 2) % 3]], s->point[p]);
      const double angle = gm_math_atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
      (*bend)[p] = gm_madd((*bend)[p], angle, s->normal[t]);
    }
  }
  return GM_OK;
}

static gm_status create_distance(const gm_surface *surface,
                                 const gm_smooth *smooth, const gm_index *list,
                                 gm_index n, gm_distance **distance)
{
  *distance = NULL;
  GM_TRY(GM_RESIZE(*distance, 0, 1));
  gm_distance *d = *distance;
  d->surface = surface;
  d->smooth = smooth ? smooth : &flat;
  d->margin = sure * fmax(gm_norm(surface->min), gm_norm(surface->max));
  gm_status status = gm_bvh_build(&d->tree, surface, smooth, list, n);
  if (status == GM_OK && !list)
    status = sum_distance_bent_normals(surface, &d->bend);
  if (status != GM_OK) gm_distance_free(distance);
  return status;
}

gm_status gm_distance_create(const gm_surface *surface, const gm_smooth *smooth,
                             gm_distance **distance)
{
  return create_distance(surface, smooth, NULL, surface->n, distance);
}

gm_status gm_distance_create_piece(const gm_surface *surface,
                                   const gm_smooth *smooth,
                                   const gm_index *list, gm_index n,
                                   gm_distance **distance)
{
  return create_distance(surface, smooth, list, n, distance);
}

void gm_distance_free(gm_distance **distance)
{
  gm_distance *d = *distance;
  if (!d) return;
  gm_bvh_clear(&d->tree);
  GM_FREE(d->bend);
  GM_FREE(*distance);
}

/* Follows a contact point from triangle to triangle. */

enum { WALK = 16 };

/* tolerance for rounding, as a fraction of the longest edge */
static const double rounded = 1.0e-9;
/* largest distance of a contact point from the plane, as a fraction of the longest edge;
 * curved patches rise above it */
static const double rise = 0.1;

/* Position of a point relative to a triangle. */
typedef struct inside {
  /* m  distance from the nearest edge, negative outside the triangle */
  double least;
  int side;
  /* m  distance from the plane of the triangle, and its longest edge */
  double above, size;
} inside;

static inside distance_inside(const gm_surface *s, gm_index t, gm_vec3 p)
{
  const gm_index *corner = s->corner[t];
  const gm_vec3 n = s->normal[t];
  inside o = {INFINITY, 0, 0.0, 0.0};
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 a = s->point[corner[k]];
    const gm_vec3 ab = gm_sub(s->point[corner[k == 2 ? 0 : k + 1]], a);
    const double length = gm_norm(ab);
    const double way = gm_dot(gm_sub(p, a), gm_cross(n, ab)) / length;
    if (way < o.least) {
      o.least = way;
      o.side = k;
    }
    o.size = fmax(o.size, length);
    o.above = fabs(gm_dot(gm_sub(p, a), n));
  }
  return o;
}

gm_index gm_distance_contact_triangle(const gm_distance *distance,
                                      const gm_surface *s, gm_vec3 foot,
                                      gm_index last, gm_row4 *ball)
{
  gm_index t = last;
  inside o = {0};
  for (int k = 0; t >= 0 && k < WALK; ++k) {
    o = distance_inside(s, t, foot);
    const int in = o.least >= -rounded * o.size;
    if (in && o.above <= rise * o.size) {
      *ball = gm_row(foot, fmax(o.least, 0.0));
      return t;
    }
    t = in ? -1 : s->across[t][o.side];
  }
  t = distance_nearest_foot(distance, foot).triangle;
  *ball = gm_row(foot, fmax(distance_inside(s, t, foot).least, 0.0));
  return t;
}

/* The directions at a point on an edge of a triangle. */

gm_edge_frame gm_distance_edge_frame(const gm_surface *s, const gm_smooth *m,
                                     gm_index triangle, int side, gm_vec3 at)
{
  const gm_index *corner = s->corner[triangle];
  gm_vec3 x[3], c[3];
  for (int k = 0; k < 3; ++k)
    x[k] = s->point[corner[k]];
  const gm_vec3 e = gm_sub(x[(side + 1) % 3], x[side]);
  gm_edge_frame f = {gm_unit(e), s->normal[triangle], {0.0, 0.0, 0.0}};
  if (gm_smooth_sides(m, triangle, c)) {
    const double t = gm_dot(gm_sub(at, x[side]), e) / gm_norm2(e);
    const double u = side == 0 ? t : side == 1 ? 1.0 - t : 0.0;
    const double v = side == 0 ? 0.0 : side == 1 ? t : 1.0 - t;
    const gm_curve q = gm_curve_of(x, c);
    const gm_vec3 su = gm_madd(gm_madd(q.pu, 2.0 * u, q.puu), v, q.puv);
    const gm_vec3 sv = gm_madd(gm_madd(q.pv, 2.0 * v, q.pvv), u, q.puv);
    f.along = gm_unit(gm_madd(e, 1.0 - 2.0 * t, c[side]));
    f.normal = gm_unit(gm_cross(su, sv));
  }
  f.out = gm_unit(gm_cross(f.along, f.normal));
  return f;
}
