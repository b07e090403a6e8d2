/* structure/probes.c -- many patches at once.  Room: structure. */
#include "structure/probes.h"

#include "structure/carriers.h"
#include "structure/primitive.h"

static const double rounded = 1.0e-6; /* of a spacing: nearer, directions are */
static const double border = 1.0e-6;  /* of a cell: places on it are rounded */
static const double widest = 0.03;    /* of the reach: balls of what is known */

gm_probe gm_probes_by_triangles(const gm_patch *p, gm_vec3 y,
                                const gm_interpolated *r)
{
  gm_probe exact = r->under ? gm_carriers_probe(p->carrier, y)
                            : gm_carriers_outside(p->carrier, y);
  exact.sites = -1 - r->corners;
  if (exact.distance >= 0.0) exact.under = r->under;
  return exact;
}

/* --- facets ----------------------------------------------------------------------- */

/* The nearest facet of each row, and where. */
typedef struct nearest {
  double square[GM_PROBES];
  double face[GM_PROBES];
  gm_vec3 foot[GM_PROBES];
  const gm_facet *facet[GM_PROBES];
} nearest;

/* Rows whose facets are asked together. */
typedef struct lot {
  gm_facet_pairs pairs;
  int n;
  int row[GM_PROBES], first[GM_PROBES + 1]; /* and its pairs */
  double most[GM_PROBES]; /* m  how far around its place they serve */
} lot;

GM_INLINE void learn(const gm_probes *o, const lot *l, int e, int best)
{
  const int row = l->row[e];
  const double most = fmin(l->most[e], widest * o->reach[row]);
  gm_vicinity_learn(o->around[row], &l->pairs, l->first[e], l->first[e + 1],
                    best, o->y[row], most, o->patch[row]->carrier->lists.facet);
}

/* Of equally near triangles the first is taken: lists rise. */
GM_INLINE void ask_lot(const gm_probes *o, lot *l, nearest *best)
{
  gm_facet_pairs *p = &l->pairs;
  if (!l->n) return;
  gm_facet_ask(p);
  for (int e = 0; e < l->n; ++e) {
    int k = l->first[e];
    for (int t = k + 1; t < l->first[e + 1]; ++t)
      k = p->square[t] < p->square[k] ? t : k;
    const int row = l->row[e];
    best->square[row] = p->square[k];
    best->face[row] = p->face[k];
    best->foot[row] = gm_vec(p->foot[0][k], p->foot[1][k], p->foot[2][k]);
    best->facet[row] = p->facet[k];
    if (o->around[row] && l->most[e] > 0.0) learn(o, l, e, k);
  }
  l->n = p->n = 0;
}

/* A row with n > 0 facets to come, which serve as far around as `most`. */
GM_INLINE void begin_row(const gm_probes *o, lot *l, int row, int n,
                         double most, nearest *best)
{
  if (l->pairs.n + n > GM_FACET_PAIRS) ask_lot(o, l, best);
  l->row[l->n] = row;
  l->most[l->n] = most;
  l->first[l->n++] = l->pairs.n;
  l->first[l->n] = l->pairs.n + n;
}

GM_INLINE void offer(gm_facet_pairs *p, gm_vec3 y, const gm_facet *facet)
{
  const int k = p->n++;
  p->y[0][k] = y.x;
  p->y[1][k] = y.y;
  p->y[2][k] = y.z;
  p->facet[k] = facet;
  gm_facet_hint(facet);
}

/* As gm_carriers_of_triangle answers, which is asked where it takes more than the foot. */
GM_INLINE gm_probe answer_facet(const gm_carrier *carrier, double spacing,
                                gm_vec3 y, const nearest *best, int row)
{
  const gm_facet *f = best->facet[row];
  const double length = sqrt(best->square[row]);
  if (!carrier->triangles || length < rounded * spacing)
    return gm_carriers_of_triangle(carrier, y, f->triangle);
  const gm_vec3 off = gm_sub(y, best->foot[row]);
  const gm_vec3 normal = gm_vec(f->row[2][1], f->row[2][2], f->row[2][3]);
  const double front = gm_dot(off, normal) < 0.0 ? -1.0 : 1.0;
  const gm_vec3 gradient = best->face[row] > 0.0 ? gm_scale(front, normal)
                                                 : gm_scale(1.0 / length, off);
  return (gm_probe){length, gradient, 0, 0};
}

/* The same of a row whose cell has `corners` sites. */
GM_INLINE void answer_row(gm_probes *o, int row, int corners,
                          const nearest *best)
{
  const gm_patch *patch = o->patch[row];
  gm_probe *r = &o->answer[row];
  *r =
      answer_facet(patch->carrier, patch->sites->spacing, o->y[row], best, row);
  r->sites = -1 - corners;
  if (r->distance >= 0.0) r->under = 0;
}

/* Are facets known around the place of a row? */
GM_INLINE int is_known(const gm_probes *o, int row)
{
  const gm_vicinity *around = o->around[row];
  return around && gm_vicinity_left(around, o->y[row]) > 0.0;
}

/* As far as known facets serve, distances are exact and change by no more than one walks.  The
 * caller may count the way of the surface instead, and be beyond: still no nearer, but for the
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

/* Answers of the n rows known[], of which facets are known.  Where answers beyond the reach matter,
 * those are left, because sites may say there that nothing is near.  Returns their count. */
GM_INLINE int answer_known(gm_probes *o, lot *l, int *known, int n,
                           nearest *best)
{
  for (int e = 0; e < n; ++e) {
    const int row = known[e];
    const gm_facet *facet = o->patch[row]->carrier->lists.facet;
    const gm_vicinity *around = o->around[row];
    begin_row(o, l, row, around->n, 0.0, best);
    for (int k = 0; k < around->n; ++k)
      offer(&l->pairs, o->y[row], &facet[around->facet[k]]);
  }
  ask_lot(o, l, best);
  int left = 0;
  for (int e = 0; e < n; ++e) {
    const int row = known[e];
    answer_row(o, row, 8, best);
    clear_by_triangles(o, row);
    known[left] = row;
    left += o->beyond[row] && !(o->answer[row].distance < o->reach[row]);
  }
  return left;
}

/* --- sites -------------------------------------------------------------------------- */

/* Rows that triangles have to answer: by the list of their cell where there is one. */
typedef struct listed {
  int n;
  int at[GM_PROBES];  /* of the block of sites */
  int row[GM_PROBES]; /* of the probes */
  const gm_shortlist_cell *cell[GM_PROBES];
  gm_shortlist_set set[GM_PROBES];
} listed;

/* What sites answered, or that triangles need not be asked. */
GM_INLINE void clear_by_sites(gm_probes *o, int row, const gm_interpolated *r)
{
  const gm_patch *p = o->patch[row];
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  const double least = isfinite(o->answer[row].distance)
                           ? r->distance
                           : gm_probes_least(p, r, smooth);
  o->clear[row] = gm_probes_clear(least, o->reach[row], p->jump);
}

GM_INLINE gm_interpolated interpolated(const gm_interpolate_block *b, int k)
{
  return (gm_interpolated){b->distance[k],
                           {b->gx[k], b->gy[k], b->gz[k]},
                           b->corners[k],
                           b->under[k],
                           b->flagged[k]};
}

GM_INLINE void ask_triangles(gm_probes *o, int row, const gm_interpolated *r)
{
  o->answer[row] = gm_probes_by_triangles(o->patch[row], o->y[row], r);
  clear_by_triangles(o, row);
}

GM_INLINE gm_index brick_of(const gm_interpolate_work *t, int k)
{
  return (gm_index)(t->brick[k] - t->lattice[k]->brick);
}

/* Answers of the m rows at[] that have sites; those whose cells may have lists into *q. */
GM_INLINE void answer_sites(gm_probes *o, const int *at, int m,
                            const gm_interpolate_block *b,
                            const gm_interpolate_work *t, listed *q)
{
  for (int k = 0; k < m; ++k) {
    const int row = at[k];
    const gm_patch *patch = o->patch[row];
    const gm_interpolated r = interpolated(b, k);
    int ask;
    o->answer[row] = gm_probes_by_sites(patch, &r, o->reach[row], &ask);
    if (!ask) {
      clear_by_sites(o, row, &r);
      continue;
    }
    const gm_shortlist *lists = &patch->carrier->lists;
    if (!r.flagged || r.under || !t->brick[k] || !lists->n_cells) {
      ask_triangles(o, row, &r);
      continue;
    }
    const gm_shortlist_brick *brick = &lists->brick[brick_of(t, k)];
    __builtin_prefetch(&brick->listed[t->i[k]]);
    __builtin_prefetch(&brick->first);
    q->at[q->n] = k;
    q->row[q->n++] = row;
  }
}

/* Lists of their cells; rows without one are answered, the others stay in *q.  Each loop hints
 * for the next, as those of interpolate.h do. */
GM_INLINE void find_lists(gm_probes *o, const gm_interpolate_block *b,
                          const gm_interpolate_work *t, listed *q)
{
  int n = 0;
  for (int e = 0; e < q->n; ++e) {
    const int k = q->at[e], row = q->row[e];
    const gm_shortlist_cell *cell =
        gm_shortlist_find(&o->patch[row]->carrier->lists, brick_of(t, k),
                          t->i[k], t->j[k], t->k[k]);
    __builtin_prefetch(cell);
    __builtin_prefetch((const char *)(cell + 1) - 1);
    q->at[n] = k;
    q->row[n] = row;
    q->cell[n] = cell;
    n += cell != NULL;
    if (cell) continue;
    const gm_interpolated r = interpolated(b, k);
    ask_triangles(o, row, &r);
  }
  q->n = n;
  n = 0;
  for (int e = 0; e < q->n; ++e) {
    const int k = q->at[e], row = q->row[e];
    const gm_shortlist_set s = gm_shortlist_at(
        &o->patch[row]->carrier->lists, q->cell[e], t->u[k], t->v[k], t->w[k]);
    q->at[n] = k;
    q->row[n] = row;
    q->set[n] = s;
    n += s.set != 0;
    if (s.set) {
      __builtin_prefetch(&s.name[__builtin_ctz(s.set)]);
      __builtin_prefetch(&s.name[31 - __builtin_clz(s.set)]);
      continue;
    }
    const gm_interpolated r = interpolated(b, k);
    ask_triangles(o, row, &r);
  }
  q->n = n;
}

/* How far from a place the list of its eighth serves, in m. */
GM_INLINE double within_eighth(const gm_interpolate_work *t, int k)
{
  const double at[3] = {t->u[k], t->v[k], t->w[k]};
  double least = 0.5;
  for (int x = 0; x < 3; ++x) {
    const double from = at[x] >= 0.5 ? at[x] - 0.5 : at[x];
    least = fmin(least, fmin(from, 0.5 - from));
  }
  return (least - border) * t->spacing[k];
}

/* The nearest triangle of each list. */
GM_INLINE void search_lists(gm_probes *o, const gm_interpolate_work *t,
                            const listed *q, lot *l, nearest *best)
{
  for (int e = 0; e < q->n; ++e) {
    const int row = q->row[e];
    const gm_facet *facet = o->patch[row]->carrier->lists.facet;
    const gm_shortlist_set list = q->set[e];
    const int more =
        list.end > GM_SHORTLIST_MOST ? list.end : GM_SHORTLIST_MOST;
    const int n = __builtin_popcount(list.set) + more - GM_SHORTLIST_MOST;
    begin_row(o, l, row, n, within_eighth(t, q->at[e]), best);
    for (uint32_t set = list.set; set; set &= set - 1)
      offer(&l->pairs, o->y[row], &facet[list.name[__builtin_ctz(set)]]);
    for (int k = GM_SHORTLIST_MOST; k < list.end; ++k)
      offer(&l->pairs, o->y[row], &facet[list.name[k]]);
  }
  ask_lot(o, l, best);
}

/* Answers of the m rows at[] of patches that sites carry. */
GM_INLINE void ask_sites(gm_probes *o, const int *at, int m, lot *l,
                         nearest *best)
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
  listed q;
  q.n = 0;
  answer_sites(o, at, m, &b, &t, &q);
  if (!q.n) return;
  find_lists(o, &b, &t, &q);
  search_lists(o, &t, &q, l, best);
  for (int k = 0; k < q.n; ++k) {
    answer_row(o, q.row[k], b.corners[q.at[k]], best);
    clear_by_triangles(o, q.row[k]);
  }
}

GM_CLONED void gm_probes_ask(gm_probes *o, int n)
{
  int at[GM_PROBES], m = 0, known = 0;
  int by_facets[GM_PROBES];
  for (int row = 0; row < n; ++row) {
    const gm_patch *p = o->patch[row];
    if (p->kind != GM_PATCH_SITES) {
      o->answer[row] = gm_primitive_probe(p, o->y[row]);
      o->clear[row] = gm_probes_clear_exact(o->answer[row].distance,
                                            o->reach[row], INFINITY);
    } else if (p->by != GM_BY_HALF_TAYLOR) {
      o->answer[row] = gm_shape_probe(p, o->y[row], o->reach[row]);
      o->clear[row] = 0.0;
    } else if (is_known(o, row)) {
      by_facets[known++] = row;
    } else {
      at[m++] = row;
    }
  }
  nearest best;
  lot l;
  l.n = l.pairs.n = 0;
  if (known) {
    const int left = answer_known(o, &l, by_facets, known, &best);
    for (int k = 0; k < left; ++k)
      at[m++] = by_facets[k];
  }
  if (m) ask_sites(o, at, m, &l, &best);
}
