/* structure/tangent.h -- which of several near points of one body a grain touches.
 *
 * Room: structure.  May include: base.  Inline: the narrow phase calls it per grain.
 *
 * A point i of a surface, at distance d_i from the grain's centre in direction n_i, is dropped if
 * for some kept, nearer point j
 *
 *   d_j - d_i (n_i . n_j) <= eta r
 *
 * The left side is the height of point i above the tangent plane of point j: what lies in or
 * behind the plane on which a grain already rests cannot touch it.  Two numbers per point, and no
 * word about the mesh.
 */
#ifndef GM_STRUCTURE_TANGENT_H
#define GM_STRUCTURE_TANGENT_H

#include "base/vec3.h"

/* eta: 1 of the radius.  At equal depth it keeps directions 20 degrees apart; nothing depends on
 * its value between 0.02 and 0.10. */
#define GM_TANGENT_MARGIN 0.06

/* A point that may be a contact. */
typedef struct gm_touch {
  gm_index row;    /*    the caller's own number             */
  gm_index patch;  /*    breaks ties of distance             */
  double distance; /* m  of the centre                       */
  double slope;    /* 1  of the gradient it was made from    */
  gm_vec3 normal;  /* 1  unit, from the surface to the centre */
  int source;      /*    gm_answer: who answered there        */
} gm_touch;

/* A distance that changes by much less than one walks has feet all around, as on the axis of a cone:
 * they lie as much less deep. */
GM_INLINE double gm_tangent_share(const gm_touch *t)
{
  return t->slope < 0.9 ? t->slope : 1.0;
}

/* Is a touch in or behind the tangent plane of a nearer one?  `margin` is eta r, in m. */
GM_INLINE int gm_tangent_hides(const gm_touch *nearer, const gm_touch *t,
                               double margin)
{
  const double share = gm_tangent_share(nearer) * gm_tangent_share(t);
  const double height = nearer->distance -
                        share * t->distance * gm_dot(t->normal, nearer->normal);
  return height <= margin;
}

/* Nearest first, ties by patch; groups are small. */
GM_INLINE void gm_tangent_sort(gm_touch *t, int n)
{
  for (int k = 1; k < n; ++k) {
    const gm_touch x = t[k];
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

/* Sort the touches and leave those that no nearer kept one hides; returns their number. */
GM_INLINE int gm_tangent_keep(gm_touch *t, int n, double margin)
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
