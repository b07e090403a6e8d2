/* query/bvh.h -- a bounding volume hierarchy (BVH) of triangles: a binary tree of
 * boxes.
 *
 * Each node splits its triangles in two halves along the widest axis of their box
 * centres.  The same surface always gives the same tree.
 */
#ifndef GM_QUERY_BVH_H
#define GM_QUERY_BVH_H

#include "mesh/smooth.h"

enum { GM_BVH_LEAF = 4, GM_BVH_DEPTH = 40 };

/* A flat disc around the triangles of a small node.  It encloses them more tightly than
 * the box where the surface lies oblique to the axes, and so excludes more facets from
 * a query. */
typedef struct gm_bvh_disc {
  gm_vec3 centre; /* m */
  gm_vec3 axis;   /* 1  unit */
  /* m  half its height, and its radius; both infinite for a large node */
  double half, radius;
} gm_bvh_disc;

typedef struct gm_bvh_node {
  gm_vec3 min, max;     /* m  box of its triangles             */
  gm_index first, last; /* its triangles are item[first..last) */
  gm_index left, right; /* children; -1 for a leaf             */
} gm_bvh_node;

typedef struct gm_bvh {
  gm_index n, n_nodes;
  gm_index *item;    /* [n] triangle numbers in the order of the leaves */
  gm_bvh_node *node; /* [n_nodes] the root comes first */
  gm_bvh_disc *disc; /* [n_nodes]                                */
} gm_bvh;

/* Builds a tree over n triangles of the surface, list[n] (null: the first n); n may be
 * 0.  The boxes contain the curved patches of `smooth` unless it is null.
 * GM_ERR_MEMORY: *tree is empty. */
gm_status gm_bvh_build(gm_bvh *tree, const gm_surface *surface,
                       const gm_smooth *smooth, const gm_index *list,
                       gm_index n);

void gm_bvh_clear(gm_bvh *tree);

/* How far x lies outside [low, high].  Not fmax: it would be a call in the innermost
 * loop. */
GM_INLINE double gm_bvh_excess(double low, double high, double x)
{
  const double under = low - x, over = x - high;
  const double most = under > over ? under : over;
  return most > 0.0 ? most : 0.0;
}

/* Square of the distance from y to a box, in m2. */
GM_INLINE double gm_bvh_square(gm_vec3 min, gm_vec3 max, gm_vec3 y)
{
  const double dx = gm_bvh_excess(min.x, max.x, y.x);
  const double dy = gm_bvh_excess(min.y, max.y, y.y);
  const double dz = gm_bvh_excess(min.z, max.z, y.z);
  return dx * dx + dy * dy + dz * dz;
}

/* Square of a lower bound of the distance from y to the triangles of a disc, in m2. */
GM_INLINE double gm_bvh_disc_square(const gm_bvh_disc *d, gm_vec3 y)
{
  const gm_vec3 off = gm_sub(y, d->centre);
  const double along = gm_dot(off, d->axis), square = gm_norm2(off);
  const double beside = square - along * along;
  const double high = fabs(along) - d->half;
  const double wide = sqrt(beside > 0.0 ? beside : 0.0) - d->radius;
  return (high > 0.0 ? high * high : 0.0) + (wide > 0.0 ? wide * wide : 0.0);
}

/* Writes the triangles whose boxes come within `radius` (m) of y to list[], which has
 * room for all n, in the order of the tree; returns their number.  Several threads may
 * call it at once. */
gm_index gm_bvh_within(const gm_bvh *tree, const gm_surface *surface, gm_vec3 y,
                       double radius, gm_index *list);

#endif
