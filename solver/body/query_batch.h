/* body/query_batch.h -- distance queries of many patches at once, each at its own
 * point.
 *
 * The results equal those of gm_query_batch_single bit for bit.  A query of a sampled
 * patch has up to three stages:
 *
 *   cache      the triangles remembered from the last query (facet_cache.h); used in
 *              flagged cells only, so that no result depends on the cache
 *   sites      the eight samples of the cell, interpolated in SIMD blocks
 *              (interpolate.h), near edges with closed forms (edge_field.h)
 *   triangles  exact, through the tree (distance.h), where samples are missing, the cell
 *              is flagged or the gradient shows a kink
 *
 * Each result has a safe radius: the grain may move that far before its distance can
 * fall below the range of the query.  Exact distances are 1-Lipschitz, so the whole gap
 * is safe for primitives, and for triangles inside the ball of the cache, less the jump
 * below.  Interpolated distances may be steeper at kinks and jump by at most twice
 * their error (gm_patch.jump) where triangles take over: half of the gap is safe, less
 * that jump.  The interpolation error is checked up to 0.1 spacings beyond the largest
 * radius; tests/unit/body_query_batch searches for violations.
 */
#ifndef GM_BODY_QUERY_BATCH_H
#define GM_BODY_QUERY_BATCH_H

#include "body/facet_cache.h"
#include "body/shape.h"
#include "sdf/interpolate.h"

enum { GM_QUERY_BATCH = GM_INTERPOLATE_BLOCK };

typedef struct gm_query_batch {
  const gm_patch *patch[GM_QUERY_BATCH];
  gm_vec3 y[GM_QUERY_BATCH]; /* m  in the body frame                         */
  /* m  range of the query: larger distances need not be exact */
  double reach[GM_QUERY_BATCH];
  /* facet cache of the same patch and grain, or null; it is refilled if it does not apply
   * at y */
  gm_facet_cache *cache[GM_QUERY_BATCH];
  /* 1: distances beyond `reach` must be exact too */
  int beyond[GM_QUERY_BATCH];
  gm_query_result result[GM_QUERY_BATCH];
  /* m  safe radius around y, within which the distance stays at or above `reach`; 0:
   * unknown */
  double safe_radius[GM_QUERY_BATCH];
} gm_query_batch;

/* Evaluates the first n queries, n <= GM_QUERY_BATCH. */
void gm_query_batch_run(gm_query_batch *batch, int n);

/* Distance (m) and gradient of `patch` at the body point y.  The distance is infinite
 * where samples are missing and there is no fallback to triangles, and where only
 * triangles could return a distance, but it is beyond `reach` (m). */
gm_query_result gm_query_batch_single(const gm_patch *patch, gm_vec3 y,
                                      double reach);

/* Bounds of the interpolation error, as multiples of the spacing: at a kink, and
 * elsewhere.  They are used where no tolerance limits the error. */
#define GM_QUERY_BATCH_ERROR_KINK 1.3
#define GM_QUERY_BATCH_ERROR_CELL 0.25

/* Margin for the rounding of positions, as a fraction of the range. */
#define GM_QUERY_BATCH_ROUNDED 1.0e-6

/* A lower bound (m) of the true distance where the interpolated distance is not accurate.
 * If samples are missing because they lie above the band, the distance is at least the
 * upper end of the band less the diagonal of a cell. */
GM_INLINE double gm_query_batch_lower_bound(const gm_patch *p,
                                            const gm_interpolated *r,
                                            int smooth)
{
  if (!isfinite(r->distance))
    return r->under ? -INFINITY : p->sites->high - 1.75 * p->sites->spacing;
  const double cells =
      smooth ? GM_QUERY_BATCH_ERROR_CELL : GM_QUERY_BATCH_ERROR_KINK;
  return r->distance - fmax(p->reach, cells * p->sites->spacing);
}

/* Result of the interpolation `r`.  Sets *need_exact if it is not accurate enough within
 * `reach`, so that the triangles have to be queried. */
GM_INLINE gm_query_result gm_query_batch_by_sites(const gm_patch *p,
                                                  const gm_interpolated *r,
                                                  double reach, int *need_exact)
{
  const int none = r->under && !isfinite(r->distance) && !p->fallback;
  const int edges = r->corners == 8 && (r->flagged & GM_CELL_EDGE) &&
                    p->by == GM_INTERPOLATION_HALF_TAYLOR;
  const gm_query_source source = none    ? GM_SOURCE_NOBODY
                                 : edges ? GM_SOURCE_EDGES
                                         : GM_SOURCE_SITES;
  const gm_query_result result = {r->distance, r->gradient, r->corners,
                                  r->under, source};
  const gm_query_result far = {
      INFINITY, {0.0, 0.0, 0.0}, r->corners, 0, GM_SOURCE_SITES};
  *need_exact = 0;
  if (!p->fallback) return result;
  *need_exact = r->under > 0;
  if (r->under || !isfinite(r->distance)) return far;
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  if (smooth & (r->distance >= p->sure) & !(r->flagged & GM_CELL_TRIANGLES))
    return result;
  *need_exact = gm_query_batch_lower_bound(p, r, smooth) < reach;
  return far;
}

/* Safe radius (m) from a lower bound `least` (m) of the distance at the point, if
 * distances may jump by `jump` (m) around it. */
GM_INLINE double gm_query_batch_safe_radius(double least, double reach,
                                            double jump)
{
  const double gap = least - reach - jump;
  return gap > 0.0 && isfinite(gap) ? 0.5 * gap : 0.0;
}

/* The same if all distances within the radius `ball` (m) are exact and the one at the
 * centre is `distance` (m). */
GM_INLINE double gm_query_batch_safe_radius_exact(double distance, double reach,
                                                  double ball)
{
  const double gap = distance - reach * (1.0 + GM_QUERY_BATCH_ROUNDED);
  return gap > 0.0 && isfinite(gap) ? fmin(gap, ball) : 0.0;
}

#endif
