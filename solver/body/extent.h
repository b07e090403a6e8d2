/* body/extent.h -- the part of a surface with which grains can collide.
 *
 * A patch makes a contact only if its nearest point lies in this part of space (a
 * region of the scene).  Elsewhere grains pass through the surface: neither its virtual
 * particles nor its triangles return a distance.
 */
#ifndef GM_BODY_EXTENT_H
#define GM_BODY_EXTENT_H

#include "body/shape.h"

typedef struct gm_extent {
  /* Distance (m) of a body point from the region; 0 inside it.  Null: the region is all
   * of space.  Several threads may call it at once. */
  double (*distance)(const void *of, gm_vec3 y);
  const void *of; /* borrowed */
} gm_extent;

/* The nearest point of the patch (m, body frame), from the query result `p` at y. */
GM_INLINE gm_vec3 gm_extent_foot(gm_vec3 y, const gm_query_result *p)
{
  return gm_madd(y, -p->distance / gm_norm2(p->gradient), p->gradient);
}

/* Does the nearest point of the result `p` at y lie outside the region? */
GM_INLINE int gm_extent_excludes(const gm_extent *e, gm_vec3 y,
                                 const gm_query_result *p)
{
  return isfinite(p->distance) &&
         e->distance(e->of, gm_extent_foot(y, p)) > 0.0;
}

/* Does any of the six points `margin` (m) along the axes from the nearest point lie
 * outside the region? */
GM_INLINE int gm_extent_at_rim(const gm_extent *e, gm_vec3 y,
                               const gm_query_result *p, double margin)
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
