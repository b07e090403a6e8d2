/* patch/tangent.h -- the tangent-plane test: which near points of a surface are
 * contacts.
 *
 * Inline, because the narrow phase runs it for each grain.
 *
 * A point i of a surface, at distance d_i from the centre of the grain in direction
 * n_i, is dropped if for some nearer point j that is kept
 *
 *   d_j - d_i (n_i . n_j) <= eta r
 *
 * The left side is the height of point i above the tangent plane of point j.  A grain
 * that rests on this plane cannot touch anything in or behind it.  The test needs two
 * numbers per point and nothing from the mesh.
 */
#ifndef GM_PATCH_TANGENT_H
#define GM_PATCH_TANGENT_H

#include "base/vec3.h"

/* eta, as a fraction of the radius.  Of equally deep points, the test keeps those whose
 * directions differ by 20 degrees or more; results do not depend on its value between
 * 0.02 and 0.10. */
#define GM_TANGENT_MARGIN 0.06

/* A point of a surface that may be a contact. */
typedef struct gm_contact_point {
  gm_index row;    /* number given by the caller */
  gm_index patch;  /* patch of the point; breaks ties of the distance */
  double distance; /* m  distance from the centre of the grain */
  /* 1  length of the gradient from which the normal was computed */
  double slope;
  gm_vec3 normal; /* 1  unit, from the surface to the centre */
  int source;     /* gm_query_source of the distance */
} gm_contact_point;

/* Factor that reduces the depth along the gradient where the gradient is much shorter
 * than 1: there a ring of points is equally near, as on the axis of a cone. */
GM_INLINE double gm_tangent_depth_factor(const gm_contact_point *t)
{
  return t->slope < 0.9 ? t->slope : 1.0;
}

/* Does `t` lie in or behind the tangent plane of the contact `nearer`?  `margin` is eta
 * r, in m. */
GM_INLINE int gm_tangent_hides(const gm_contact_point *nearer,
                               const gm_contact_point *t, double margin)
{
  const double share =
      gm_tangent_depth_factor(nearer) * gm_tangent_depth_factor(t);
  const double height = nearer->distance -
                        share * t->distance * gm_dot(t->normal, nearer->normal);
  return height <= margin;
}

/* Sorts by distance, ties by patch. Insertion sort, because groups are small. */
GM_INLINE void gm_tangent_sort(gm_contact_point *t, int n)
{
  for (int k = 1; k < n; ++k) {
    const gm_contact_point x = t[k];
    int at = k;
    while (at > 0 &&
           (t[at - 1].distance > x.distance ||
            (t[at - 1].distance == x.distance && t[at - 1].patch > x.patch))) {
      t[at] = t[at - 1];
      --at;
    }
    t[at] = x;
  }
}

/* Sorts the points and keeps those not hidden by a nearer kept one; returns their
 * number. */
GM_INLINE int gm_tangent_keep(gm_contact_point *t, int n, double margin)
{
  gm_tangent_sort(t, n);
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    int keep = 1;
    for (int j = 0; j < kept; ++j)
      keep &= !gm_tangent_hides(&t[j], &t[i], margin);
    if (keep) t[kept++] = t[i];
  }
  return kept;
}

#endif
