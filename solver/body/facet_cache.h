/* body/facet_cache.h -- nearest facets of a contact, remembered between time steps.
 *
 * In one step a grain moves by about a thousandth of its radius.  Within a small ball
 * around the position of its last query only a few triangles can be the nearest.  Until
 * the grain leaves that ball, a query tests only these triangles.  The radius of the ball
 * follows from two facts: the distance d_t from a facet is convex, and a curved patch
 * stays within its rise h_t of its facet.  With unit gradients g, the nearest triangle s,
 * the point c and a displacement x,
 *
 *   gap = d_t(c) - h_t - d_s(c)
 *   d_t(c + x) - d_s(c + x) >= gap - |x| |g_t - g_s| - |x|^2 / (2 d_s(c))
 *
 * and the difference is at least gap - 2 |x|.  So triangle t is not the nearest until |x|
 * reaches the larger zero of the two bounds.
 */
#ifndef GM_BODY_FACET_CACHE_H
#define GM_BODY_FACET_CACHE_H

#include "base/row4.h"
#include "query/distance.h"

enum { GM_FACET_CACHE_TRIANGLES = 6 };

typedef struct gm_facet_cache { /* one cache line */
  gm_row4 ball; /* m  {centre, radius} of the ball, body frame */
  /* m  radius around the centre within which no contact is possible */
  float clear;
  int n; /* number of triangles; 0: the cache is empty */
  /* in rising order; the nearest triangle is one of these */
  gm_index triangle[GM_FACET_CACHE_TRIANGLES];
} gm_facet_cache;

/* Factor by which a double is reduced so that rounding to float cannot increase it. */
#define GM_FACET_CACHE_ROUNDED_DOWN (1.0 - 1.2e-7)

GM_INLINE double gm_facet_cache_moved(const gm_facet_cache *v, gm_vec3 y)
{
  return gm_norm(gm_sub(y, gm_row_vec(v->ball)));
}

/* Distance (m) that a grain at y may still move before it leaves the ball.  Zero or less:
 * the cache does not apply at y. */
GM_INLINE double gm_facet_cache_remaining(const gm_facet_cache *v, gm_vec3 y)
{
  return v->n ? v->ball[3] - gm_facet_cache_moved(v, y) : 0.0;
}

/* Moves the centre to y; within `clear` (m) of it no contact is possible. */
GM_INLINE void gm_facet_cache_recentre(gm_facet_cache *v, gm_vec3 y,
                                       double clear)
{
  const double left = gm_facet_cache_remaining(v, y);
  v->ball = gm_row(y, left > 0.0 ? left : 0.0);
  v->clear = (float)(clear * GM_FACET_CACHE_ROUNDED_DOWN);
  if (!(left > 0.0)) v->n = 0;
}

/* Empties the cache. */
GM_INLINE void gm_facet_cache_reset(gm_facet_cache *v)
{
  v->ball[3] = 0.0;
  v->clear = 0.0f;
  v->n = 0;
}

/* Finds the nearest point of all triangles and fills the cache around y.  The ball has
 * at most the radius `most` (m), and a smaller one where more than
 * GM_FACET_CACHE_TRIANGLES triangles could be nearest. */
gm_foot gm_facet_cache_fill(gm_facet_cache *v, const gm_distance *distance,
                            gm_vec3 y, double most);

#endif
