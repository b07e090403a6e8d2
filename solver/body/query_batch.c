/* body/query_batch.c -- runs a batch of distance queries.
 *
 * Primitives and patches with options are evaluated one by one.  All other queries
 * first try the facet cache; those left are interpolated together as one block, and the
 * ones that interpolation cannot serve go to the triangles.  Each stage returns the
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

/* The same if all distances within the radius `ball` (m) are exact and the one at the
 * centre is `distance` (m). */
GM_INLINE double safe_radius_exact(double distance, double reach, double ball)
{
  const double gap = distance - reach * (1.0 + GM_QUERY_BATCH_ROUNDED);
  return gap > 0.0 && isfinite(gap) ? fmin(gap, ball) : 0.0;
}

/* margin at the faces of a cell, as a fraction of its edge: rounding may move closer
 * points across */
static const double border = 1.0e-6;
/* largest radius of a facet cache, as a fraction of the range */
static const double widest = 0.06;

/* The exact result from the triangles, where interpolation does not suffice. */
static gm_query_result by_triangles(const gm_patch *p, gm_vec3 y,
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

/* --- safe radius --------------------------------------------------------------- */

/* Sets the safe radius of a result from triangles.  Within the ball of the cache
 * distances are exact and therefore 1-Lipschitz.  The motion of a grain relative to the
 * surface may be counted in different ways, so that it may leave the ball unnoticed; even
 * then the distance stays above the bound, except for the jump between triangles and
 * interpolation. */
GM_INLINE void safe_by_triangles(gm_query_batch *o, int row)
{
  const double d = o->result[row].distance, reach = o->reach[row];
  const double jump = o->patch[row]->jump;
  const double far = safe_radius_of(d, reach, jump);
  const gm_facet_cache *around = o->cache[row];
  const double ball =
      around ? gm_facet_cache_remaining(around, o->y[row]) : 0.0;
  o->safe_radius[row] = fmax(far, safe_radius_exact(d, reach + jump, ball));
}

/* Sets the safe radius, within which the point may move without a new query, if the
 * distance was interpolated or the point is too far away to need triangles. */
GM_INLINE void safe_by_sites(gm_query_batch *o, int row,
                             const gm_interpolated *r)
{
  const gm_patch *p = o->patch[row];
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  const double least = isfinite(o->result[row].distance)
                           ? r->distance
                           : lower_bound(p, r, smooth);
  o->safe_radius[row] = safe_radius_of(least, o->reach[row], p->jump);
}

/* --- facet cache --------------------------------------------------------------- */

/* Writes the exact result for the nearest point *foot. Facet caches exist only in cells
 * that are flagged as inaccurate; such a cell has all its eight samples, hence the 8. */
GM_INLINE void use_foot(gm_query_batch *o, int row, const gm_foot *foot)
{
  gm_query_result *r = &o->result[row];
  *r = gm_mesh_collider_query_foot(o->patch[row]->fallback, o->y[row], foot);
  r->sites = -1 - 8;
  r->source = GM_SOURCE_ERROR;
  if (r->distance >= 0.0) r->under = 0;
  safe_by_triangles(o, row);
}

/* Evaluates query `row` from its facet cache.  Returns 0 if the cache does not apply,
 * or if distances beyond the range matter (interpolation may report there that nothing
 * is near). */
GM_INLINE int query_cache(gm_query_batch *o, int row)
{
  const gm_facet_cache *around = o->cache[row];
  if (!around || !(gm_facet_cache_remaining(around, o->y[row]) > 0.0)) return 0;
  const gm_distance *d = gm_mesh_collider_triangles(o->patch[row]->fallback);
  const gm_foot foot =
      gm_distance_among(d, around->triangle, around->n, o->y[row]);
  use_foot(o, row, &foot);
  return !o->beyond[row] || o->result[row].distance < o->reach[row];
}

/* --- triangles ----------------------------------------------------------------- */

/* Distance (m) from the query point to the nearest face of its cell. */
GM_INLINE double within_cell(const gm_interpolate_work *t, int k)
{
  const double at[3] = {t->u[k], t->v[k], t->w[k]};
  double least = 0.5;
  for (int x = 0; x < 3; ++x)
    least = fmin(least, fmin(at[x], 1.0 - at[x]));
  return (least - border) * t->spacing[k];
}

/* Queries the triangles through the tree, and fills the facet cache within the flagged
 * cell. */
GM_INLINE void query_triangles(gm_query_batch *o, int row, int k,
                               const gm_interpolated *r,
                               const gm_interpolate_work *t)
{
  if (!o->cache[row] || !(r->flagged & GM_CELL_TRIANGLES) || r->corners != 8) {
    o->result[row] = by_triangles(o->patch[row], o->y[row], r);
    safe_by_triangles(o, row);
    return;
  }
  const double most = fmin(within_cell(t, k), widest * o->reach[row]);
  const gm_distance *d = gm_mesh_collider_triangles(o->patch[row]->fallback);
  const gm_foot foot = gm_facet_cache_fill(o->cache[row], d, o->y[row], most);
  use_foot(o, row, &foot);
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
      query_triangles(o, row, k, &r, &t);
    else
      safe_by_sites(o, row, &r);
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
          safe_radius_exact(o->result[row].distance, o->reach[row], INFINITY);
    } else if (p->singly) {
      o->result[row] = gm_query_batch_single(p, o->y[row], o->reach[row]);
      o->safe_radius[row] = 0.0;
    } else if (!query_cache(o, row)) {
      at[m++] = row;
    }
  }
  if (m) query_sites(o, at, m);
}

/* --- one patch ------------------------------------------------------------------- */

static gm_interpolated interpolate_one(const gm_patch *p, gm_vec3 y)
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
  const gm_interpolated r = interpolate_one(p, y);
  int exactly;
  gm_query_result result = by_sites(p, &r, reach, &exactly);
  if (exactly)
    result = by_triangles(p, y, &r);
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
