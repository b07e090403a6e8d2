/* structure/tree.h -- boxes around triangles, in a binary tree.
 *
 * Room: structure.  May include: base.
 *
 * Triangles are sorted along a space-filling curve through their middles; each node
 * halves its range of that order.  The same surface gives the same tree.
 */
#ifndef GM_STRUCTURE_TREE_H
#define GM_STRUCTURE_TREE_H

#include "structure/surface.h"

enum { GM_TREE_LEAF = 4, GM_TREE_DEPTH = 40 };

typedef struct gm_tree_node {
  gm_vec3 min, max;     /* m  box of its triangles             */
  gm_index first, last; /* its range of item: [first, last)    */
  gm_index left, right; /* children; -1 for a leaf             */
} gm_tree_node;

typedef struct gm_tree {
  gm_index n, n_nodes;
  gm_index *item;     /* [n] triangles in the order of the curve  */
  gm_tree_node *node; /* [n_nodes] the first is the root          */
} gm_tree;

/* A tree over the triangles t of the surface with use[t] (null: all); may be empty.
 * GM_ERR_MEMORY: *tree is empty. */
gm_status gm_tree_build(gm_tree *tree, const gm_surface *surface,
                        const unsigned char *use);

void gm_tree_clear(gm_tree *tree);

/* The triangles whose boxes come within `radius` of y, in list[] ([n]), in the order of the
 * tree; returns how many.  Any number of threads may ask at once. */
gm_index gm_tree_within(const gm_tree *tree, const gm_surface *surface,
                        gm_vec3 y, double radius, gm_index *list);

#endif
