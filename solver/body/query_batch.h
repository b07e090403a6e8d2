/* body/query_batch.h -- distance queries of many patches at once, each at its own
 * point.
 *
 * The results equal those of gm_query_batch_single bit for bit.  A query of a sampled
 * patch has up to two stages:
 *
 *   sites      the eight samples of the cell, interpolated in SIMD blocks
 *              (interpolate.h), near edges with closed forms (edge_field.h)
 *   triangles  exact, through the tree (distance.h), where samples are missing, the cell
 *              is flagged or the gradient shows a kink
 *
 * Each result has a safe radius: the grain may move that far before its distance can
 * fall below the range of the query.  Exact distances are 1-Lipschitz, so the whole gap
 * is safe for primitives.  Interpolated distances may be steeper at kinks and jump by at
 * most twice their error (gm_patch.jump) where triangles take over: half of the gap is
 * safe, less that jump.  The interpolation error is checked up to 0.1 spacings beyond
 * the largest radius; tests/unit/body_query_batch searches for violations.
 */
#ifndef GM_BODY_QUERY_BATCH_H
#define GM_BODY_QUERY_BATCH_H

#include "base/row4.h"
#include "body/shape.h"
#include "sdf/interpolate.h"

enum { GM_QUERY_BATCH = GM_INTERPOLATE_BLOCK };

/* A ball in the body frame within which a grain touches nothing. */
typedef struct gm_clear_ball {
  gm_vec3 centre; /* m */
  double radius;  /* m  0: unknown */
} gm_clear_ball;

typedef struct gm_query_batch {
  const gm_patch *patch[GM_QUERY_BATCH];
  gm_vec3 y[GM_QUERY_BATCH]; /* m  in the body frame                         */
  /* m  range of the query: larger distances need not be exact */
  double reach[GM_QUERY_BATCH];
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

#endif
