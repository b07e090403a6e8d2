/* structure/tree.c -- boxes in a binary tree.  Room: structure. */
#include "structure/tree.h"

#include "base/memory.h"
#include <stdlib.h>

void gm_tree_clear(gm_tree *tree)
{
  GM_FREE(tree->item);
  GM_FREE(tree->node);
  *tree = (gm_tree){0};
}

typedef struct place {
  uint64_t code;
  gm_index triangle;
} place;

static int by_code(const void *a, const void *b)
{
  const place *p = a, *q = b;
  if (p->code != q->code) return p->code < q->code ? -1 : 1;
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

/* Bit k of x at bit 3 k. */
static uint64_t spread(uint64_t x)
{
  x = (x | x << 32) & 0x001f00000000ffffu;
  x = (x | x << 16) & 0x001f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

static uint64_t cell(double x, double low, double size)
{
  const double part = size > 0.0 ? (x - low) / size : 0.0;
  return (uint64_t)(2097151.0 * fmin(fmax(part, 0.0), 1.0));
}

static uint64_t code_of(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 x =
      gm_scale(1.0 / 3.0,
               gm_add(s->point[c[0]], gm_add(s->point[c[1]], s->point[c[2]])));
  const gm_vec3 size = gm_sub(s->max, s->min);
  const double longest = fmax(size.x, fmax(size.y, size.z));
  return spread(cell(x.x, s->min.x, longest)) << 2 |
         spread(cell(x.y, s->min.y, longest)) << 1 |
         spread(cell(x.z, s->min.z, longest));
}

static void widen(gm_tree_node *node, gm_vec3 low, gm_vec3 high)
{
  node->min = gm_vec(fmin(node->min.x, low.x), fmin(node->min.y, low.y),
                     fmin(node->min.z, low.z));
  node->max = gm_vec(fmax(node->max.x, high.x), fmax(node->max.y, high.y),
                     fmax(node->max.z, high.z));
}

/* The box of a triangle, or of its curved patch: that of its control points. */
static void widen_by(gm_tree_node *node, const gm_surface *s,
                     const gm_smooth *smooth, gm_index t)
{
  gm_vec3 corner[3], c[3];
  for (int k = 0; k < 3; ++k)
    corner[k] = s->point[s->corner[t][k]];
  for (int k = 0; k < 3; ++k)
    widen(node, corner[k], corner[k]);
  if (!smooth || !gm_smooth_sides(smooth, t, c)) return;
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 ends = gm_add(corner[k], corner[(k + 1) % 3]);
    const gm_vec3 control = gm_scale(0.5, gm_add(ends, c[k]));
    widen(node, control, control);
  }
}

/* Make the node of [first, last) and all below it; returns its row. */
static gm_index make_node(gm_tree *tree, const gm_surface *s,
                          const gm_smooth *smooth, gm_index first,
                          gm_index last)
{
  const gm_index row = tree->n_nodes++;
  gm_tree_node node = {.min = {INFINITY, INFINITY, INFINITY},
                       .max = {-INFINITY, -INFINITY, -INFINITY},
                       .first = first,
                       .last = last,
                       .left = -1,
                       .right = -1};
  if (last - first <= GM_TREE_LEAF) {
    for (gm_index i = first; i < last; ++i)
      widen_by(&node, s, smooth, tree->item[i]);
  } else {
    const gm_index half = first + (last - first) / 2;
    node.left = make_node(tree, s, smooth, first, half);
    node.right = make_node(tree, s, smooth, half, last);
    for (int k = 0; k < 2; ++k) {
      const gm_tree_node *child = &tree->node[k ? node.right : node.left];
      widen(&node, child->min, child->max);
    }
  }
  tree->node[row] = node;
  return row;
}

static gm_status fill(gm_tree *tree, const gm_surface *s,
                      const gm_smooth *smooth, const gm_index *list, gm_index n)
{
  place *order = NULL;
  GM_TRY(GM_RESIZE(order, 0, n + 1));
  for (gm_index k = 0; k < n; ++k) {
    const gm_index t = list ? list[k] : k;
    order[k] = (place){code_of(s, t), t};
  }
  qsort(order, (size_t)n, sizeof *order, by_code);
  gm_status status = GM_RESIZE(tree->item, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(tree->node, 0, n + 1);
  if (status == GM_OK) {
    tree->n = n;
    for (gm_index i = 0; i < n; ++i)
      tree->item[i] = order[i].triangle;
    if (n > 0) make_node(tree, s, smooth, 0, n);
  }
  GM_FREE(order);
  return status;
}

gm_status gm_tree_build(gm_tree *tree, const gm_surface *surface,
                        const gm_smooth *smooth, const gm_index *list,
                        gm_index n)
{
  *tree = (gm_tree){0};
  const gm_status status = fill(tree, surface, smooth, list, n);
  if (status != GM_OK) gm_tree_clear(tree);
  return status;
}

/* --- within reach --------------------------------------------------------------- */

/* fmin and fmax are calls, and this is asked for every site and box. */
GM_INLINE double least(double a, double b)
{
  return a < b ? a : b;
}

GM_INLINE double most(double a, double b)
{
  return a > b ? a : b;
}

static bool box_within(const gm_surface *s, gm_index t, gm_vec3 y,
                       double square)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 p = s->point[c[0]], q = s->point[c[1]], r = s->point[c[2]];
  const gm_vec3 min =
      gm_vec(least(p.x, least(q.x, r.x)), least(p.y, least(q.y, r.y)),
             least(p.z, least(q.z, r.z)));
  const gm_vec3 max =
      gm_vec(most(p.x, most(q.x, r.x)), most(p.y, most(q.y, r.y)),
             most(p.z, most(q.z, r.z)));
  return gm_tree_square(min, max, y) <= square;
}

gm_index gm_tree_within(const gm_tree *tree, const gm_surface *surface,
                        gm_vec3 y, double radius, gm_index *list)
{
  const double square = radius * radius;
  gm_index stack[GM_TREE_DEPTH], n = 0;
  int top = 0;
  if (tree->n > 0) stack[top++] = 0;
  while (top > 0) {
    const gm_tree_node *node = &tree->node[stack[--top]];
    if (gm_tree_square(node->min, node->max, y) > square) continue;
    if (node->left >= 0) {
      stack[top++] = node->right;
      stack[top++] = node->left;
      continue;
    }
    for (gm_index i = node->first; i < node->last; ++i) {
      if (box_within(surface, tree->item[i], y, square))
        list[n++] = tree->item[i];
    }
  }
  return n;
}
