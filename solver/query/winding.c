/* query/winding.c -- winding number of a surface around a point, with dipoles for far
 * groups.
 *
 * The contribution of a triangle is its solid angle over 4 pi,
 *
 *   atan2(a.(b x c), abc + (a.b)c + (b.c)a + (c.a)b) / 2 pi
 *
 * with a, b, c the corners relative to the point (A.  Van Oosterom and J.  Strackee,
 * IEEE Trans.  Biomed.  Eng. 30 (1983) 125-126).  A far group of triangles counts as
 * one dipole, m.d / (4 pi d^3), where m is the sum of their area vectors and d the
 * vector from the point to the area-weighted centre of the group (G.  Barill, N.
 * Dickson, R.  Schmidt, D.  Levin and A.  Jacobson, ACM Trans.  Graph. 37 (2018) 43);
 * the first neglected order is (radius / d)^2 of the contribution.  A.  Jacobson, L.
 * Kavan and O.  Sorkine-Hornung, ACM Trans.  Graph. 32 (2013) 33.
 */
#include "query/winding.h"

#include "base/memory.h"

/* distance, as a multiple of its radius, beyond which a group counts as a dipole */
static const double far_enough = 2.5;
/* approximate winding numbers closer to 1/2 than this are computed exactly */
static const double clear = 0.2;

typedef struct dipole {
  gm_vec3 moment; /* m2  sum of area vectors */
  gm_vec3 middle; /* m  area-weighted centre */
  double radius;  /* m  all corners lie within it */
} dipole;

struct gm_winding {
  const gm_surface *surface;
  gm_bvh tree;
  dipole *group; /* [tree.n_nodes] */
};

double gm_winding_triangle(const gm_surface *s, gm_index t, gm_vec3 y)
{
  const gm_index *k = s->corner[t];
  const gm_vec3 a = gm_sub(s->point[k[0]], y), b = gm_sub(s->point[k[1]], y),
                c = gm_sub(s->point[k[2]], y);
  const double la = gm_norm(a), lb = gm_norm(b), lc = gm_norm(c);
  const double down =
      la * lb * lc + gm_dot(a, b) * lc + gm_dot(b, c) * la + gm_dot(c, a) * lb;
  return atan2(gm_dot(a, gm_cross(b, c)), down) / (2.0 * GM_PI);
}

double gm_winding_exact(const gm_winding *w, gm_vec3 y)
{
  double sum = 0.0;
  for (gm_index i = 0; i < w->tree.n; ++i)
    sum += gm_winding_triangle(w->surface, w->tree.item[i], y);
  return sum;
}

double gm_winding_approximate(const gm_winding *w, gm_vec3 y)
{
  gm_index stack[GM_BVH_DEPTH];
  int depth = 0;
  double sum = 0.0;
  if (w->tree.n > 0) stack[depth++] = 0;
  while (depth > 0) {
    const gm_index row = stack[--depth];
    const gm_bvh_node *node = &w->tree.node[row];
    const dipole *g = &w->group[row];
    const gm_vec3 d = gm_sub(g->middle, y);
    const double square = gm_norm2(d);
    if (square > far_enough * far_enough * g->radius * g->radius) {
      sum += gm_dot(g->moment, d) / (4.0 * GM_PI * square * sqrt(square));
    } else if (node->left < 0) {
      for (gm_index i = node->first; i < node->last; ++i)
        sum += gm_winding_triangle(w->surface, w->tree.item[i], y);
    } else {
      stack[depth++] = node->left;
      stack[depth++] = node->right;
    }
  }
  return sum;
}

bool gm_winding_inside(const gm_winding *w, double turn, gm_vec3 y)
{
  const double near = turn * gm_winding_approximate(w, y);
  if (fabs(near - 0.5) > clear) return near > 0.5;
  return turn * gm_winding_exact(w, y) > 0.5;
}

/* --- life ------------------------------------------------------------------------- */

static dipole sum_winding_triangles(const gm_surface *s, const gm_bvh *tree,
                                    const gm_bvh_node *node)
{
  dipole g = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 0.0};
  double area = 0.0;
  for (gm_index i = node->first; i < node->last; ++i) {
    const gm_index *c = s->corner[tree->item[i]];
    const gm_vec3 a = s->point[c[0]], b = s->point[c[1]], e = s->point[c[2]];
    const gm_vec3 twice = gm_cross(gm_sub(b, a), gm_sub(e, a));
    const double share = 0.5 * gm_norm(twice);
    g.moment = gm_madd(g.moment, 0.5, twice);
    g.middle = gm_madd(g.middle, share / 3.0, gm_add(a, gm_add(b, e)));
    area += share;
  }
  g.middle = gm_scale(1.0 / area, g.middle);
  for (gm_index i = node->first; i < node->last; ++i) {
    for (int k = 0; k < 3; ++k) {
      const gm_vec3 x = s->point[s->corner[tree->item[i]][k]];
      g.radius = fmax(g.radius, gm_norm(gm_sub(x, g.middle)));
    }
  }
  return g;
}

/* Builds a tree over the triangles t with use[t]. */
static gm_status build_winding_tree(gm_bvh *tree, const gm_surface *s,
                                    const unsigned char *use)
{
  gm_index *list = NULL, n = 0;
  GM_TRY(GM_RESIZE(list, 0, s->n + 1));
  for (gm_index t = 0; t < s->n; ++t)
    if (!use || use[t]) list[n++] = t;
  const gm_status status = gm_bvh_build(tree, s, NULL, list, n);
  GM_FREE(list);
  return status;
}

gm_status gm_winding_create(const gm_surface *surface, const unsigned char *use,
                            gm_winding **winding)
{
  *winding = NULL;
  GM_TRY(GM_RESIZE(*winding, 0, 1));
  gm_winding *w = *winding;
  w->surface = surface;
  gm_status status = build_winding_tree(&w->tree, surface, use);
  if (status == GM_OK) status = GM_RESIZE(w->group, 0, w->tree.n_nodes + 1);
  if (status != GM_OK) {
    gm_winding_free(winding);
    return status;
  }
  for (gm_index k = 0; k < w->tree.n_nodes; ++k)
    w->group[k] = sum_winding_triangles(surface, &w->tree, &w->tree.node[k]);
  return GM_OK;
}

void gm_winding_free(gm_winding **winding)
{
  if (!*winding) return;
  gm_bvh_clear(&(*winding)->tree);
  GM_FREE((*winding)->group);
  GM_FREE(*winding);
}
