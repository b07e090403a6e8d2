/* query/bvh.c -- builds a bounding volume hierarchy (BVH) and searches it by radius.
 *
 * Each node splits its triangles at the median along the axis in which their box
 * centres spread most, by selection instead of sorting.  Ties are broken by triangle
 * number, so that the same surface always gives the same tree.  Small nodes also have a
 * disc around their triangles, because a flat disc excludes more than a box where the
 * surface lies oblique to the axes.
 */
#include "query/bvh.h"

#include "base/memory.h"

void gm_bvh_clear(gm_bvh *tree)
{
  GM_FREE(tree->item);
  GM_FREE(tree->node);
  GM_FREE(tree->disc);
  *tree = (gm_bvh){0};
}

/* A triangle and the centre of its box, by which it is sorted. */
typedef struct place {
  double at[3]; /* m */
  gm_index triangle;
} place;

static place bvh_triangle_place(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 sum =
      gm_add(s->point[c[0]], gm_add(s->point[c[1]], s->point[c[2]]));
  return (place){{sum.x, sum.y, sum.z}, t};
}

/* Ties are broken by number, so that the order is unique. */
static int bvh_precedes_along(const place *a, const place *b, int axis)
{
  if (a->at[axis] != b->at[axis]) return a->at[axis] < b->at[axis];
  return a->triangle < b->triangle;
}

static void swap_bvh_places(place *a, place *b)
{
  const place x = *a;
  *a = *b;
  *b = x;
}

/* Hoare's selection: moves the k smallest of p[n] along the axis to the front. */
static void select_bvh_first(place *p, gm_index n, gm_index k, int axis)
{
  gm_index low = 0, high = n - 1;
  while (low < high) {
    const place pivot = p[low + (high - low) / 2];
    gm_index i = low, j = high;
    while (i <= j) {
      while (bvh_precedes_along(&p[i], &pivot, axis))
        ++i;
      while (bvh_precedes_along(&pivot, &p[j], axis))
        --j;
      if (i > j) break;
      swap_bvh_places(&p[i++], &p[j--]);
    }
    if (k <= j)
      high = j;
    else if (k >= i)
      low = i;
    else
      return;
  }
}

static int bvh_longest_axis(const place *p, gm_index n)
{
  int best = 0;
  double longest = -1.0;
  for (int a = 0; a < 3; ++a) {
    double low = p[0].at[a], high = low;
    for (gm_index k = 1; k < n; ++k) {
      low = p[k].at[a] < low ? p[k].at[a] : low;
      high = p[k].at[a] > high ? p[k].at[a] : high;
    }
    if (high - low > longest) {
      longest = high - low;
      best = a;
    }
  }
  return best;
}

static void widen_bvh_node(gm_bvh_node *node, gm_vec3 low, gm_vec3 high)
{
  node->min = gm_least(node->min, low);
  node->max = gm_most(node->max, high);
}

enum { CONTROLS = 6, DISC = 64 };

/* Writes the control points of a triangle's curved patch to x[CONTROLS]; the patch lies
 * in their convex hull.  Returns how many there are. */
static int control_bvh_points(const gm_surface *s, const gm_smooth *smooth,
                              gm_index t, gm_vec3 *x)
{
  gm_vec3 c[3];
  for (int k = 0; k < 3; ++k)
    x[k] = s->point[s->corner[t][k]];
  if (!smooth || !gm_smooth_sides(smooth, t, c)) return 3;
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 ends = gm_add(x[k], x[(k + 1) % 3]);
    x[3 + k] = gm_scale(0.5, gm_add(ends, c[k]));
  }
  return CONTROLS;
}

static void widen_by_bvh(gm_bvh_node *node, const gm_surface *s,
                         const gm_smooth *smooth, gm_index t)
{
  gm_vec3 x[CONTROLS];
  const int n = control_bvh_points(s, smooth, t, x);
  for (int k = 0; k < n; ++k)
    widen_bvh_node(node, x[k], x[k]);
}

/* The disc around n triangles with a known box, perpendicular to their mean normal. */
static gm_bvh_disc bvh_disc_around(const gm_surface *s, const gm_smooth *smooth,
                                   const gm_index *item, gm_index n,
                                   const gm_bvh_node *box)
{
  gm_bvh_disc d = {.centre = gm_scale(0.5, gm_add(box->min, box->max))};
  gm_vec3 x[CONTROLS];
  for (gm_index i = 0; i < n; ++i)
    d.axis = gm_add(d.axis, s->normal[item[i]]);
  d.axis = gm_unit(d.axis);
  for (gm_index i = 0; i < n; ++i) {
    const int m = control_bvh_points(s, smooth, item[i], x);
    for (int k = 0; k < m; ++k) {
      const gm_vec3 off = gm_sub(x[k], d.centre);
      const double along = gm_dot(off, d.axis);
      const double beside = gm_norm2(off) - along * along;
      d.half = fmax(d.half, fabs(along));
      d.radius = fmax(d.radius, sqrt(fmax(beside, 0.0)));
    }
  }
  return d;
}

/* Makes the node of [first, last) and all nodes below it; returns its row.  Splitting
 * into halves of equal count along the widest axis of the centres keeps the boxes
 * compact. */
static gm_index make_bvh_node(gm_bvh *tree, const gm_surface *s,
                              const gm_smooth *smooth, place *order,
                              gm_index first, gm_index last)
{
  const gm_index row = tree->n_nodes++;
  gm_bvh_node node = {.min = {INFINITY, INFINITY, INFINITY},
                      .max = {-INFINITY, -INFINITY, -INFINITY},
                      .first = first,
                      .last = last,
                      .left = -1,
                      .right = -1};
  if (last - first <= GM_BVH_LEAF) {
    for (gm_index i = first; i < last; ++i) {
      tree->item[i] = order[i].triangle;
      widen_by_bvh(&node, s, smooth, order[i].triangle);
    }
  } else {
    const gm_index n = last - first, half = n / 2;
    place *p = &order[first];
    select_bvh_first(p, n, half, bvh_longest_axis(p, n));
    node.left = make_bvh_node(tree, s, smooth, order, first, first + half);
    node.right = make_bvh_node(tree, s, smooth, order, first + half, last);
    for (int k = 0; k < 2; ++k) {
      const gm_bvh_node *child = &tree->node[k ? node.right : node.left];
      widen_bvh_node(&node, child->min, child->max);
    }
  }
  tree->node[row] = node;
  tree->disc[row] =
      last - first <= DISC
          ? bvh_disc_around(s, smooth, &tree->item[first], last - first, &node)
          : (gm_bvh_disc){.half = INFINITY, .radius = INFINITY};
  return row;
}

static gm_status fill_bvh_leaves(gm_bvh *tree, const gm_surface *s,
                                 const gm_smooth *smooth, const gm_index *list,
                                 gm_index n)
{
  place *order = NULL;
  GM_TRY(GM_RESIZE(order, 0, n + 1));
  for (gm_index k = 0; k < n; ++k)
    order[k] = bvh_triangle_place(s, list ? list[k] : k);
  gm_status status = GM_RESIZE(tree->item, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(tree->node, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(tree->disc, 0, n + 1);
  if (status == GM_OK) {
    tree->n = n;
    if (n > 0) make_bvh_node(tree, s, smooth, order, 0, n);
  }
  GM_FREE(order);
  return status;
}

gm_status gm_bvh_build(gm_bvh *tree, const gm_surface *surface,
                       const gm_smooth *smooth, const gm_index *list,
                       gm_index n)
{
  *tree = (gm_bvh){0};
  const gm_status status = fill_bvh_leaves(tree, surface, smooth, list, n);
  if (status != GM_OK) gm_bvh_clear(tree);
  return status;
}

/* --- within reach --------------------------------------------------------------- */

/* Not fmin and fmax: these are calls, and this runs for every sample and box. */
GM_INLINE double least_number(double a, double b)
{
  return a < b ? a : b;
}

GM_INLINE double most_number(double a, double b)
{
  return a > b ? a : b;
}

static bool bvh_box_within(const gm_surface *s, gm_index t, gm_vec3 y,
                           double square)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 p = s->point[c[0]], q = s->point[c[1]], r = s->point[c[2]];
  const gm_vec3 min = gm_vec(least_number(p.x, least_number(q.x, r.x)),
                             least_number(p.y, least_number(q.y, r.y)),
                             least_number(p.z, least_number(q.z, r.z)));
  const gm_vec3 max = gm_vec(most_number(p.x, most_number(q.x, r.x)),
                             most_number(p.y, most_number(q.y, r.y)),
                             most_number(p.z, most_number(q.z, r.z)));
  return gm_bvh_square(min, max, y) <= square;
}

gm_index gm_bvh_within(const gm_bvh *tree, const gm_surface *surface, gm_vec3 y,
                       double radius, gm_index *list)
{
  const double square = radius * radius;
  gm_index stack[GM_BVH_DEPTH], n = 0;
  int top = 0;
  if (tree->n > 0) stack[top++] = 0;
  while (top > 0) {
    const gm_bvh_node *node = &tree->node[stack[--top]];
    if (gm_bvh_square(node->min, node->max, y) > square) continue;
    if (node->left >= 0) {
      stack[top++] = node->right;
      stack[top++] = node->left;
      continue;
    }
    for (gm_index i = node->first; i < node->last; ++i) {
      if (bvh_box_within(surface, tree->item[i], y, square))
        list[n++] = tree->item[i];
    }
  }
  return n;
}
