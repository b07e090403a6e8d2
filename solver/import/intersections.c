/* import/intersections.c -- finds triangles of a surface that intersect each other.
 *
 * Two triangles intersect if an edge of one passes through the other, or lies in its
 * plane and overlaps it.  If they share a point, only the edges opposite to this point
 * are tested; if they share an edge, they intersect only if one is folded onto the other.
 * Candidate pairs come from a BVH.
 */
#include "import/intersections.h"

#include "import/adjacency.h"
#include "query/bvh.h"
#include <stddef.h>

/* distance at which triangles touch, as a fraction of the diagonal of the bounds */
static const double touching = 1.0e-9;

/* largest number of tests per triangle, so that many triangles in one place do not take
 * hours */
enum { MOST_TESTS = 4096 };

typedef struct pair_count {
  int64_t crossing, meeting;
  /* the lower triangle of the first pair */
  gm_index first_crossing, first_meeting;
  gm_index crowded;
} pair_count;

/* Is x, in the plane of t, inside the triangle enlarged by eps? */
static bool intersection_triangle_holds(const gm_surface *s, gm_index t,
                                        gm_vec3 x, double eps)
{
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 a = s->point[s->corner[t][k]];
    const gm_vec3 ab = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
    const gm_vec3 in = gm_cross(s->normal[t], ab);
    if (gm_dot(in, gm_sub(x, a)) < -eps * gm_norm(ab)) return false;
  }
  return true;
}

/* Does the segment pq, which lies in the plane of triangle t, overlap it? Clips pq by the
 * three edges. */
static bool intersection_overlaps_side(const gm_surface *s, gm_index t,
                                       gm_vec3 p, gm_vec3 q, double eps)
{
  double from = 0.0, to = 1.0;
  const gm_vec3 pq = gm_sub(q, p);
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 a = s->point[s->corner[t][k]];
    const gm_vec3 ab = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
    const gm_vec3 in = gm_unit(gm_cross(s->normal[t], ab));
    const double start = gm_dot(in, gm_sub(p, a)) + eps, rise = gm_dot(in, pq);
    if (rise > 0.0) {
      from = fmax(from, -start / rise);
    } else if (rise < 0.0) {
      to = fmin(to, -start / rise);
    } else if (start < 0.0) {
      return false;
    }
  }
  return from <= to;
}

static bool intersection_side_meets(const gm_surface *s, gm_index t, gm_vec3 p,
                                    gm_vec3 q, double eps)
{
  const gm_vec3 a = s->point[s->corner[t][0]], n = s->normal[t];
  const double dp = gm_dot(n, gm_sub(p, a)), dq = gm_dot(n, gm_sub(q, a));
  if ((dp > eps && dq > eps) || (dp < -eps && dq < -eps)) return false;
  if (fabs(dp) <= eps && fabs(dq) <= eps)
    return intersection_overlaps_side(s, t, p, q, eps);
  const double part = dp / (dp - dq);
  const gm_vec3 x = gm_madd(p, fmin(fmax(part, 0.0), 1.0), gm_sub(q, p));
  return intersection_triangle_holds(s, t, x, eps);
}

static bool any_intersection_side_meets(const gm_surface *s, gm_index t,
                                        gm_index q, double eps)
{
  for (int k = 0; k < 3; ++k) {
    if (intersection_side_meets(s, t, s->point[s->corner[q][k]],
                                s->point[s->corner[q][(k + 1) % 3]], eps))
      return true;
  }
  return false;
}

/* Does the edge of t opposite to its corner k meet q? */
static bool intersection_opposite_meets(const gm_surface *s, gm_index t, int k,
                                        gm_index q, double eps)
{
  return intersection_side_meets(s, q, s->point[s->corner[t][(k + 1) % 3]],
                                 s->point[s->corner[t][(k + 2) % 3]], eps);
}

/* Are t and q folded onto each other along their shared edge, which starts at corner k of
 * t? `mine` and `other` are the points of t and q opposite to this edge. */
static bool intersection_folded_over(const gm_surface *s, gm_index t, int k,
                                     gm_vec3 mine, gm_vec3 other, double eps)
{
  const gm_vec3 a = s->point[s->corner[t][k]];
  const gm_vec3 ab = gm_unit(gm_sub(s->point[s->corner[t][(k + 1) % 3]], a));
  const gm_vec3 in = gm_cross(s->normal[t], ab);
  const gm_vec3 am = gm_sub(mine, a), ao = gm_sub(other, a);
  return fabs(gm_dot(s->normal[t], ao)) <= eps &&
         gm_dot(in, am) * gm_dot(in, ao) > 0.0;
}

static bool intersection_triangles_meet(const gm_surface *s, gm_index t,
                                        gm_index q, double eps)
{
  int shared = 0, mine = 0, other = 0, mine_sum = 0, other_sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int m = 0; m < 3; ++m) {
      if (s->corner[t][k] != s->corner[q][m]) continue;
      ++shared;
      mine = k;
      other = m;
      mine_sum += k;
      other_sum += m;
    }
  }
  if (shared == 0)
    return any_intersection_side_meets(s, t, q, eps) ||
           any_intersection_side_meets(s, q, t, eps);
  if (shared == 1)
    return intersection_opposite_meets(s, t, mine, q, eps) ||
           intersection_opposite_meets(s, q, other, t, eps);
  if (shared == 3) return true;
  const int apex = 3 - mine_sum, beyond = 3 - other_sum;
  return intersection_folded_over(s, t, (apex + 1) % 3,
                                  s->point[s->corner[t][apex]],
                                  s->point[s->corner[q][beyond]], eps);
}

static bool intersection_boxes_apart(const gm_bvh_node *n, gm_vec3 min,
                                     gm_vec3 max)
{
  return n->min.x > max.x || n->max.x < min.x || n->min.y > max.y ||
         n->max.y < min.y || n->min.z > max.z || n->max.z < min.z;
}

static void count_of_intersection(const gm_surface *s, const gm_bvh *tree,
                                  gm_index t, double eps, pair_count *c)
{
  const gm_vec3 wide = {eps, eps, eps};
  gm_vec3 min = s->point[s->corner[t][0]], max = min;
  for (int k = 1; k < 3; ++k) {
    const gm_vec3 x = s->point[s->corner[t][k]];
    min = gm_least(min, x);
    max = gm_most(max, x);
  }
  min = gm_sub(min, wide);
  max = gm_add(max, wide);
  gm_index stack[GM_BVH_DEPTH];
  int depth = 0, tests = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const gm_bvh_node *node = &tree->node[stack[--depth]];
    if (intersection_boxes_apart(node, min, max)) continue;
    if (node->left >= 0) {
      stack[depth++] = node->left;
      stack[depth++] = node->right;
      continue;
    }
    for (gm_index i = node->first; i < node->last; ++i) {
      const gm_index q = tree->item[i];
      if (q <= t) continue;
      if (++tests > MOST_TESTS) {
        ++c->crowded;
        return;
      }
      if (!intersection_triangles_meet(s, t, q, eps)) continue;
#pragma omp atomic write
      s->crossed[t] = 1;
#pragma omp atomic write
      s->crossed[q] = 1; /* several threads may write the same value */
      if (s->shell[t] == s->shell[q]) {
        ++c->crossing;
        if (t < c->first_crossing) c->first_crossing = t;
      } else {
        ++c->meeting;
        if (t < c->first_meeting) c->first_meeting = t;
      }
    }
  }
}

static gm_finding intersection_found_crossings(const gm_surface *s, int64_t n,
                                               gm_index first)
{
  if (n == 0) return (gm_finding){0};
  return (gm_finding){n < INT32_MAX ? (gm_index)n : INT32_MAX,
                      gm_adjacency_middle(s, 3 * first)};
}

gm_status gm_intersections_count(gm_surface *surface)
{
  gm_bvh tree;
  GM_TRY(gm_bvh_build(&tree, surface, NULL, NULL, surface->n));
  const double eps = touching * gm_norm(gm_sub(surface->max, surface->min));
  const gm_surface *s = surface;
  int64_t crossing = 0, meeting = 0;
  gm_index crowded = 0, first_c = INT32_MAX, first_m = INT32_MAX;
  /* integer sums do not depend on the order of threads */
#pragma omp parallel for schedule(dynamic, 256)                                \
    reduction(+ : crossing, meeting, crowded) reduction(min : first_c, first_m)
  for (gm_index t = 0; t < s->n; ++t) {
    pair_count c = {0, 0, first_c, first_m, 0};
    count_of_intersection(s, &tree, t, eps, &c);
    crossing += c.crossing;
    crowded += c.crowded;
    meeting += c.meeting;
    first_c = c.first_crossing;
    first_m = c.first_meeting;
  }
  gm_bvh_clear(&tree);
  surface->found.n_crowded = crowded;
  surface->found.crossing = intersection_found_crossings(s, crossing, first_c);
  surface->found.meeting = intersection_found_crossings(s, meeting, first_m);
  return GM_OK;
}
