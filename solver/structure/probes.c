/* structure/probes.c -- many patches at once.  Room: structure. */
#include "structure/probes.h"

#include "structure/carriers.h"
#include "structure/primitive.h"

static const double border = 1.0e-6; /* of a cell: places on it are rounded */
static const double widest = 0.06;   /* of the reach: balls of triangles kept */

gm_probe gm_probes_by_triangles(const gm_patch *p, gm_vec3 y,
                                const gm_interpolated *r)
{
  gm_probe exact = r->under ? gm_carriers_probe(p->carrier, y)
                            : gm_carriers_outside(p->carrier, y);
  exact.sites = -1 - r->corners;
  exact.source = r->under ? GM_ANSWER_MISSING : GM_ANSWER_ERROR;
  if (exact.distance >= 0.0) exact.under = r->under;
  return exact;
}

/* --- how far a place is clear ----------------------------------------------------------- */

/* As far as the triangles kept serve, distances are exact and change by no more than one walks.
 * The caller may count the way of the surface instead, and be beyond: still no nearer, but for the
 * jump there. */
GM_INLINE void clear_by_triangles(gm_probes *o, int row)
{
  const double d = o->answer[row].distance, reach = o->reach[row];
  const double jump = o->patch[row]->jump;
  const double far = gm_probes_clear(d, reach, jump);
  const gm_vicinity *around = o->around[row];
  const double ball = around ? gm_vicinity_left(around, o->y[row]) : 0.0;
  o->clear[row] = fmax(far, gm_probes_clear_exact(d, reach + jump, ball));
}

/* What sites answered, or that triangles need not be queried. */
GM_INLINE void clear_by_sites(gm_probes *o, int row, const gm_interpolated *r)
{
  const gm_patch *p = o->patch[row];
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  const double least = isfinite(o->answer[row].distance)
                           ? r->distance
                           : gm_probes_least(p, r, smooth);
  o->clear[row] = gm_probes_clear(least, o->reach[row], p->jump);
}

/* --- the cache ----------------------------------------------------------------------------- */

/* Triangles are kept of flagged cells alone, which have all eight sites. */
GM_INLINE void answer_foot(gm_probes *o, int row, const gm_foot *foot)
{
  gm_probe *r = &o->answer[row];
  *r = gm_carriers_of_foot(o->patch[row]->carrier, o->y[row], foot);
  r->sites = -1 - 8;
  r->source = GM_ANSWER_ERROR;
  if (r->distance >= 0.0) r->under = 0;
  clear_by_triangles(o, row);
}

/* Answer a row by the triangles kept; 0 where there are none, or where answers beyond the reach
 * matter, because sites may say there that nothing is near. */
GM_INLINE int answer_kept(gm_probes *o, int row)
{
  const gm_vicinity *around = o->around[row];
  if (!around || !(gm_vicinity_left(around, o->y[row]) > 0.0)) return 0;
  const gm_distance *d = gm_carriers_distance(o->patch[row]->carrier);
  const gm_foot foot =
      gm_distance_among(d, around->triangle, around->n, o->y[row]);
  answer_foot(o, row, &foot);
  return !o->beyond[row] || o->answer[row].distance < o->reach[row];
}

/* --- triangles ---------------------------------------------------------------------------- */

/* How far from its place in a cell all places are in the same, in m. */
GM_INLINE double within_cell(const gm_interpolate_work *t, int k)
{
  const double at[3] = {t->u[k], t->v[k], t->w[k]};
  double least = 0.5;
  for (int x = 0; x < 3; ++x)
    least = fmin(least, fmin(at[x], 1.0 - at[x]));
  return (least - border) * t->spacing[k];
}

/* Answer by the tree, and keep the triangles that serve within the flagged cell. */
GM_INLINE void answer_triangles(gm_probes *o, int row, int k,
                                const gm_interpolated *r,
                                const gm_interpolate_work *t)
{
  if (!o->around[row] || !r->flagged || r->corners != 8) {
    o->answer[row] = gm_probes_by_triangles(o->patch[row], o->y[row], r);
    clear_by_triangles(o, row);
    return;
  }
  const double most = fmin(within_cell(t, k), widest * o->reach[row]);
  const gm_distance *d = gm_carriers_distance(o->patch[row]->carrier);
  const gm_foot foot = gm_vicinity_learn(o->around[row], d, o->y[row], most);
  answer_foot(o, row, &foot);
}

/* --- sites -------------------------------------------------------------------------- */

GM_INLINE gm_interpolated interpolated(const gm_interpolate_block *b, int k)
{
  return (gm_interpolated){b->distance[k],
                           {b->gx[k], b->gy[k], b->gz[k]},
                           b->corners[k],
                           b->under[k],
                           b->flagged[k]};
}

/* Answers of the m rows at[] of patches that sites carry. */
GM_INLINE void answer_sites(gm_probes *o, const int *at, int m)
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
    const gm_interpolated r = interpolated(&b, k);
    int exactly;
    o->answer[row] =
        gm_probes_by_sites(o->patch[row], &r, o->reach[row], &exactly);
    if (exactly)
      answer_triangles(o, row, k, &r, &t);
    else
      clear_by_sites(o, row, &r);
  }
}

GM_CLONED void gm_probes_ask(gm_probes *o, int n)
{
  int at[GM_PROBES], m = 0;
  for (int row = 0; row < n; ++row) {
    const gm_patch *p = o->patch[row];
    if (p->kind != GM_PATCH_SITES) {
      o->answer[row] = gm_primitive_probe(p, o->y[row]);
      o->clear[row] = gm_probes_clear_exact(o->answer[row].distance,
                                            o->reach[row], INFINITY);
    } else if (p->singly) {
      o->answer[row] = gm_shape_probe(p, o->y[row], o->reach[row]);
      o->clear[row] = 0.0;
    } else if (!answer_kept(o, row)) {
      at[m++] = row;
    }
  }
  if (m) answer_sites(o, at, m);
}
