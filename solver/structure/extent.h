/* structure/extent.h -- the part of a surface that is there for grains.
 *
 * Room: structure.  May include: base.
 *
 * A patch makes a contact if its nearest point lies in that part of space; elsewhere it does not
 * exist, and neither sites nor triangles answer.
 */
#ifndef GM_STRUCTURE_EXTENT_H
#define GM_STRUCTURE_EXTENT_H

#include "structure/shape.h"

typedef struct gm_extent {
  /* Distance of a point of the body from the part of space, in m, 0 in it; null: all of space is
   * in it.  Any number of threads ask at once. */
  double (*distance)(const void *of, gm_vec3 y);
  const void *of; /* borrowed */
} gm_extent;

/* Where the nearest point of a patch lies that answered `p` at y. */
GM_INLINE gm_vec3 gm_extent_foot(gm_vec3 y, const gm_probe *p)
{
  return gm_madd(y, -p->distance / gm_norm2(p->gradient), p->gradient);
}

/* Does an answer at y come from what is not there? */
GM_INLINE int gm_extent_leaves_out(const gm_extent *e, gm_vec3 y,
                                   const gm_probe *p)
{
  return isfinite(p->distance) &&
         e->distance(e->of, gm_extent_foot(y, p)) > 0.0;
}

/* Is the rim of the part nearer than `margin` (m) to the foot of an answer at y, along an axis? */
GM_INLINE int gm_extent_at_rim(const gm_extent *e, gm_vec3 y, const gm_probe *p,
                               double margin)
{
  const gm_vec3 foot = gm_extent_foot(y, p);
  int out = 0;
  for (int k = 0; k < 6; ++k) {
    const double step = k & 1 ? margin : -margin;
    const gm_vec3 way = {k / 2 == 0 ? step : 0.0, k / 2 == 1 ? step : 0.0,
                         k / 2 == 2 ? step : 0.0};
    out |= e->distance(e->of, gm_add(foot, way)) > 0.0;
  }
  return out;
}

#endif
