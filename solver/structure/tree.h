/* structure/tree.h -- boxes around triangles, in a binary tree.
 *
 * Room: structure.  May include: base.
 *
 * Each node halves its triangles along the longest side of the box around their middles.  The same
 * surface gives the same tree.
 */
#ifndef GM_STRUCTURE_TREE_H
#define GM_STRUCTURE_TREE_H

#include "structure/smooth.h"

enum { GM_TREE_LEAF = 4, GM_TREE_DEPTH = 40 };

/* A flat disc holds the triangles of a small node more closely than its box where the surface lies
 * askew to the axes: facets much finer than a distance are left out by it. */
typedef struct gm_tree_disc {
  gm_vec3 centre;      /* m */
  gm_vec3 axis;        /* 1  unit */
  double half, radius; /* m  half its height; infinite for a large node */
} gm_tree_disc;

typedef struct gm_tree_node {
  gm_vec3 min, max;     /* m  box of its triangles             */
  gm_index first, last; /* its range of item: [first, last)    */
  gm_index left, right; /* children; -1 for a leaf             */
} gm_tree_node;

typedef struct gm_tree {
  gm_index n, n_nodes;
  gm_index *item;     /* [n] triangles by leaf  */
  gm_tree_node *node; /* [n_nodes] the first is the root          */
  gm_tree_disc *disc; /* [n_nodes]                                */
} gm_tree;

/* A tree over n triangles of the surface, list[n] (null: the first n); may be empty.  Boxes hold
 * the curved patches of `smooth` where that is not null.
 * GM_ERR_MEMORY: *tree is empty. */
gm_status gm_tree_build(gm_tree *tree, const gm_surface *surface,
                        const gm_smooth *smooth, const gm_index *list,
                        gm_index n);

void gm_tree_clear(gm_tree *tree);

/* How far x is outside of [low, high]; fmax would be a call, and this is the inner loop. */
GM_INLINE double gm_tree_outside(double low, double high, double x)
{
  const double under = low - x, over = x - high;
  const double most = under > over ? under : over;
  return most > 0.0 ? most : 0.0;
}

/* Square of the distance from y to a box, in m2. */
GM_INLINE double gm_tree_square(gm_vec3 min, gm_vec3 max, gm_vec3 y)
{
  const double dx = gm_tree_outside(min.x, max.x, y.x);
  const double dy = gm_tree_outside(min.y, max.y, y.y);
  const double dz = gm_tree_outside(min.z, max.z, y.z);
  return dx * dx + dy * dy + dz * dz;
}

/* Square of the least distance from y to the triangles of a disc, in m2. */
GM_INLINE double gm_tree_disc_square(const gm_tree_disc *d, gm_vec3 y)
{
  const gm_vec3 off = gm_sub(y, d->centre);
  const double along = gm_dot(off, d->axis), square = gm_norm2(off);
  const double beside = square - along * along;
  const double high = fabs(along) - d->half;
  const double wide = sqrt(beside > 0.0 ? beside : 0.0) - d->radius;
  return (high > 0.0 ? high * high : 0.0) + (wide > 0.0 ? wide * wide : 0.0);
}

/* The triangles whose boxes come within `radius` of y, in list[] ([n]), in the order of the
 * tree; returns how many.  Any number of threads may ask at once. */
gm_index gm_tree_within(const gm_tree *tree, const gm_surface *surface,
                        gm_vec3 y, double radius, gm_index *list);

#endif
