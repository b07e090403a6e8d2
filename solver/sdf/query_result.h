/* sdf/query_result.h -- the result of a distance query, and the kinds of interpolation.
 */
#ifndef GM_SDF_QUERY_RESULT_H
#define GM_SDF_QUERY_RESULT_H

#include "base/types.h"
#include "base/vec3.h"
#include "config/choices.h"

/* What the distance was computed from, and why not from sites; result files hold these
 * numbers (file/schema.h). */
typedef enum gm_query_source {
  GM_SOURCE_PRIMITIVE, /* closed form of a primitive */
  /* interpolation; also if it reports that nothing is near */
  GM_SOURCE_SITES,
  /* triangles: the cell is flagged, the surface has a kink, or the point is too near */
  GM_SOURCE_ERROR,
  GM_SOURCE_MISSING, /* triangles: samples are missing around the point */
  /* samples are missing, and there are no triangles to use */
  GM_SOURCE_NOBODY,
  GM_SOURCE_EDGES, /* virtual particles that know the edges near (edge_field.h) */
} gm_query_source;

/* Distance of a patch at a point. */
typedef struct gm_query_result {
  /* m  distance from the surface, positive on the side of the grains */
  double distance;
  /* 1  gradient of the distance; a unit vector if exact, except on the axis of a surface
   * of revolution */
  gm_vec3 gradient;
  /* n > 0: interpolated from n samples of the cell (at most 8) or within the radius; 0:
   * exact; -1 - n: triangles were used instead, although n samples exist */
  int sites;
  int under; /* number of samples missing below the band; 8: all */
  /* set by queries of shapes and by query batches; others leave 0 */
  gm_query_source source;
} gm_query_result;

/* Does the distance come from virtual particles? */
GM_INLINE int gm_query_result_source_sites(int source)
{
  return source == GM_SOURCE_SITES || source == GM_SOURCE_EDGES;
}

/* Were triangles used instead of sites? */
GM_INLINE int gm_query_result_by_triangles(const gm_query_result *p)
{
  return p->sites < 0;
}

/* Number of sites around the point, whether they were used or not. */
GM_INLINE int gm_query_result_corners(const gm_query_result *p)
{
  return p->sites < 0 ? -1 - p->sites : p->sites;
}

/* Is the point inside a solid, as far as this result shows? */
GM_INLINE int gm_query_result_inside(const gm_query_result *p)
{
  return p->distance < 0.0 ||
         (p->under == 8 && !gm_query_result_by_triangles(p));
}

/* Are sites missing around the point although the patch is nearer than `range` (m)?
 * Then triangles were used, or nothing. */
GM_INLINE int gm_query_result_uncovered(const gm_query_result *p, double range)
{
  return p->under > 0 &&
         (p->distance < range || !gm_query_result_by_triangles(p));
}

#endif
