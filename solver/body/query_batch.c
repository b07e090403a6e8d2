/* body/query_batch.c -- runs a batch of distance queries.
 *
 * Primitives and patches with options are evaluated one by one.  All other queries
 * are interpolated together as one block, and the ones that interpolation cannot serve
 * go to the triangles.  Each stage returns the
 * same bits in a batch as alone.
 */
#include "body/query_batch.h"

#include "body/mesh_collider.h"
#include "body/primitive.h"
#include "sdf/edge_field.h"
#include "sdf/meshfree.h"

/* Bounds of the interpolation error, as multiples of the spacing: at a kink, and
 * elsewhere.  They are used where no tolerance limits the error. */
#define GM_QUERY_BATCH_ERROR_KINK 1.3

#define GM_QUERY_BATCH_ERROR_CELL 0.25

/* Margin for the rounding of positions, as a fraction of the range. */
#define GM_QUERY_BATCH_ROUNDED 1.0e-6

/* A lower bound (m) of the true distance where the interpolated distance is not accurate.
 * If samples are missing because they lie above the band, the distance is at least the
 * upper end of the band less the diagonal of a cell. */
GM_INLINE double lower_bound(const gm_patch *p, const gm_interpolated *r,
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
GM_INLINE gm_query_result by_sites(const gm_patch *p, const gm_interpolated *r,
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
  *need_exact = lower_bound(p, r, smooth) < reach;
  return far;
}

/* Safe radius (m) from a lower bound `least` (m) of the distance at the point, if
 * distances may jump by `jump` (m) around it. */
GM_INLINE double safe_radius_of(double least, double reach, double jump)
{
  const double gap = least - reach - jump;
  return gap > 0.0 && isfinite(gap) ? 0.5 * gap : 0.0;
}

/* The same if all distances are exact and the one at the centre is `distance` (m). */
GM_INLINE double safe_radius_exact(double distance, double reach)
{
  const double gap = distance - reach * (1.0 + GM_QUERY_BATCH_ROUNDED);
  return gap > 0.0 && isfinite(gap) ? gap : 0.0;
}

/* The exact result from the triangles, where interpolation does not suffice. */
static gm_query_result by_batch_triangles(const gm_patch *p, gm_vec3 y,
                                          const gm_interpolated *r)
{
  gm_query_result exact = r->under
                              ? gm_mesh_collider_query(p->fallback, y)
                              : gm_mesh_collider_query_outside(p->fallback, y);
  exact.sites = -1 - r->corners;
  exact.source = r->under ? GM_SOURCE_MISSING : GM_SOURCE_ERROR;
  if (exact.distance >= 0.0) exact.under = r->under;
  return exact;
}

/* The safe radius (m), within which the point may move without a new query: from the
 * interpolation, or from triangles where these were queried. */
GM_INLINE double safe_radius_at(const gm_query_batch *o, int row,
                                const gm_interpolated *r, int exactly)
{
  const gm_patch *p = o->patch[row];
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  const double d = o->result[row].distance;
  const double least = exactly       ? d
                       : isfinite(d) ? r->distance
                                     : lower_bound(p, r, smooth);
  return safe_radius_of(least, o->reach[row], p->jump);
}

/* --- sites -------------------------------------------------------------------------- */

GM_INLINE gm_interpolated interpolated_site(const gm_interpolate_block *b,
                                            int k)
{
  return (gm_interpolated){b->distance[k],
                           {b->gx[k], b->gy[k], b->gz[k]},
                           b->corners[k],
                           b->under[k],
                           b->flagged[k]};
}

/* Evaluates the m queries at[] by interpolation, and by triangles where that fails. */
GM_INLINE void query_sites(gm_query_batch *o, const int *at, int m)
{
  gm_interpolate_block b;
  gm_interpolate_work t;
  for (int k = 0; k < m; ++k) {
    const gm_vec3 y = o->y[at[k]];
    t.lattice[k] = o->patch[at[k]]->sites;
    b.x[k] = y.x;
    b.y[k] = y.y;
    b.z[k] = y.z;
  }
  gm_interpolate_each(&b, m, &t);
  for (int k = 0; k < m; ++k) {
    const int row = at[k];
    gm_interpolated r = interpolated_site(&b, k);
    gm_edge_field_apply(t.lattice[k], o->y[row], &r);
    int exactly;
    o->result[row] = by_sites(o->patch[row], &r, o->reach[row], &exactly);
    if (exactly)
      o->result[row] = by_batch_triangles(o->patch[row], o->y[row], &r);
    o->safe_radius[row] = safe_radius_at(o, row, &r, exactly);
  }
}

GM_CLONED void gm_query_batch_run(gm_query_batch *o, int n)
{
  int at[GM_QUERY_BATCH], m = 0;
  for (int row = 0; row < n; ++row) {
    const gm_patch *p = o->patch[row];
    if (p->kind != GM_PATCH_SITES) {
      o->result[row] = gm_primitive_probe(p, o->y[row]);
      o->safe_radius[row] =
          safe_radius_exact(o->result[row].distance, o->reach[row]);
    } else if (p->singly) {
      o->result[row] = gm_query_batch_single(p, o->y[row], o->reach[row]);
      o->safe_radius[row] = 0.0;
    } else {
      at[m++] = row;
    }
  }
  if (m) query_sites(o, at, m);
}

/* --- one patch ------------------------------------------------------------------- */

static gm_interpolated interpolate_batch_one(const gm_patch *p, gm_vec3 y)
{
  switch (p->by) {
  case GM_INTERPOLATION_HALF_TAYLOR:
    return gm_edge_field_interpolate(p->sites, y);
  case GM_INTERPOLATION_TRILINEAR:
    return gm_interpolate_trilinear(p->sites, y);
  default:
    return gm_meshfree_interpolate(p->sites, y, p->reach,
                                   p->by == GM_INTERPOLATION_MLS);
  }
}

static const gm_query_result nothing = {
    INFINITY, {0.0, 0.0, 0.0}, 0, 0, GM_SOURCE_SITES};

static gm_query_result query_sites_single(const gm_patch *p, gm_vec3 y,
                                          double reach)
{
  const gm_interpolated r = interpolate_batch_one(p, y);
  int exactly;
  gm_query_result result = by_sites(p, &r, reach, &exactly);
  if (exactly)
    result = by_batch_triangles(p, y, &r);
  else if (p->stored && isfinite(result.distance))
    result.gradient = gm_interpolate_normal(p->sites, y);
  if (p->extent && gm_mesh_collider_extent_excludes(p->extent, y, &result))
    return nothing;
  return result;
}

gm_query_result gm_query_batch_single(const gm_patch *p, gm_vec3 y,
                                      double reach)
{
  if (p->kind == GM_PATCH_SITES) return query_sites_single(p, y, reach);
  return gm_primitive_probe(p, y);
}
