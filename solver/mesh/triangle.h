/* mesh/triangle.h -- nearest point of one triangle; inline. */
#ifndef GM_MESH_TRIANGLE_H
#define GM_MESH_TRIANGLE_H

#include "mesh/surface.h"

/* The part of the triangle that contains the nearest point. */
typedef enum gm_feature {
  GM_FEATURE_FACE,
  GM_FEATURE_SIDE,  /* edge from corner `which` to the next */
  GM_FEATURE_POINT, /* corner `which`                  */
  GM_FEATURE_CURVE, /* the interior of a curved patch */
} gm_feature;

/* The nearest point found so far: squared distance, position and part of the triangle. */
typedef struct gm_foot {
  double square; /* m2 */
  gm_vec3 at;    /* m  */
  gm_index triangle;
  gm_feature feature;
  int which; /* number of the edge or corner; 0 for a face */
} gm_foot;

GM_INLINE void gm_triangle_try_point(gm_vec3 y, gm_vec3 c, gm_feature feature,
                                     int which, gm_foot *best)
{
  const double square = gm_norm2(gm_sub(y, c));
  if (square < best->square) {
    best->square = square;
    best->at = c;
    best->feature = feature;
    best->which = which;
  }
}

/* Nearest point of edge k, computed from the end with the lower number, so that both
 * triangles of an edge get the same bits. */
GM_INLINE void gm_triangle_try_side(const gm_surface *s, const gm_index *corner,
                                    int k, gm_vec3 y, gm_foot *best)
{
  const int to = k == 2 ? 0 : k + 1;
  const int low = corner[k] < corner[to] ? k : to, high = low == k ? to : k;
  const gm_vec3 a = s->point[corner[low]], b = s->point[corner[high]];
  const gm_vec3 ab = gm_sub(b, a);
  const double t = gm_dot(gm_sub(y, a), ab) / gm_norm2(ab);
  if (t <= 0.0) {
    gm_triangle_try_point(y, a, GM_FEATURE_POINT, low, best);
  } else if (t >= 1.0) {
    gm_triangle_try_point(y, b, GM_FEATURE_POINT, high, best);
  } else {
    gm_triangle_try_point(y, gm_madd(a, t, ab), GM_FEATURE_SIDE, k, best);
  }
}

/* Nearest point of a triangle.  Every point compared lies on the triangle, so the
 * distance is never too short, even for a sliver with an ill-defined plane. */
static inline gm_foot gm_triangle_nearest(const gm_surface *s,
                                          gm_index triangle, gm_vec3 y)
{
  const gm_index *corner = s->corner[triangle];
  const gm_vec3 a = s->point[corner[0]];
  const gm_vec3 ab = gm_sub(s->point[corner[1]], a);
  const gm_vec3 ac = gm_sub(s->point[corner[2]], a);
  const gm_vec3 ay = gm_sub(y, a);
  const gm_vec3 n = gm_cross(ab, ac);
  /* barycentric coordinates, multiplied by n.n */
  const double u = gm_dot(gm_cross(ay, ac), n);
  const double v = gm_dot(gm_cross(ab, ay), n);
  const double w = gm_norm2(n);
  gm_foot best = {INFINITY, a, triangle, GM_FEATURE_FACE, 0};
  if (u > 0.0 && v > 0.0 && u + v < w) {
    const gm_vec3 c = gm_madd(gm_madd(a, u / w, ab), v / w, ac);
    gm_triangle_try_point(y, c, GM_FEATURE_FACE, 0, &best);
  } else {
    for (int k = 0; k < 3; ++k)
      gm_triangle_try_side(s, corner, k, y, &best);
  }
  return best;
}

#endif
