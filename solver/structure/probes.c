/* structure/probes.c -- many patches at once.  Room: structure. */
#include "structure/probes.h"

#include "structure/carriers.h"
#include "structure/primitive.h"

static const double rounded = 1.0e-6; /* of a spacing: nearer, directions are */

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

/* The nearest facet of each row so far, and where. */
typedef struct nearest {
  double square[GM_PROBES];
  double face[GM_PROBES];
  gm_vec3 foot[GM_PROBES];
  const gm_facet *facet[GM_PROBES];
} nearest;

/* Of equally near triangles the first stays: lists rise. */
GM_INLINE void keep_nearest(gm_facet_pairs *p, nearest *best)
{
  if (!p->n) return;
  gm_facet_ask(p);
  for (int k = 0; k < p->n; ++k) {
    const int row = p->row[k];
    if (!(p->square[k] < best->square[row])) continue;
    best->square[row] = p->square[k];
    best->face[row] = p->face[k];
    best->foot[row] = gm_vec(p->foot[0][k], p->foot[1][k], p->foot[2][k]);
    best->facet[row] = p->facet[k];
  }
  p->n = 0;
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

/* --- sites -------------------------------------------------------------------------- */

/* Rows that triangles have to answer: by the list of their cell where there is one. */
typedef struct listed {
  int n;
  int at[GM_PROBES];  /* of the block of sites */
  int row[GM_PROBES]; /* of the probes */
  const gm_shortlist_cell *cell[GM_PROBES];
  gm_shortlist_set set[GM_PROBES];
} listed;

GM_INLINE void clear_by_triangles(gm_probes *o, int row)
{
  o->clear[row] = gm_probes_clear(o->answer[row].distance, o->reach[row],
                                  o->patch[row]->jump);
}

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

GM_INLINE void offer(gm_facet_pairs *p, int row, gm_vec3 y,
                     const gm_facet *facet, nearest *best)
{
  const int k = p->n++;
  p->row[k] = row;
  p->y[0][k] = y.x;
  p->y[1][k] = y.y;
  p->y[2][k] = y.z;
  p->facet[k] = facet;
  gm_facet_hint(facet);
  if (p->n == GM_FACET_PAIRS) keep_nearest(p, best);
}

/* The nearest triangle of each list. */
GM_INLINE void search_lists(const gm_probes *o, const listed *q, nearest *best)
{
  gm_facet_pairs p;
  p.n = 0;
  for (int e = 0; e < q->n; ++e) {
    const int row = q->row[e];
    const gm_facet *facet = o->patch[row]->carrier->lists.facet;
    best->square[row] = INFINITY;
    const gm_shortlist_set list = q->set[e];
    for (uint32_t set = list.set; set; set &= set - 1)
      offer(&p, row, o->y[row], &facet[list.name[__builtin_ctz(set)]], best);
    for (int k = GM_SHORTLIST_MOST; k < list.end; ++k)
      offer(&p, row, o->y[row], &facet[list.name[k]], best);
  }
  keep_nearest(&p, best);
}

GM_CLONED void gm_probes_ask(gm_probes *o, int n)
{
  gm_interpolate_block b;
  gm_interpolate_work t;
  int at[GM_PROBES], m = 0;
  for (int row = 0; row < n; ++row) {
    const gm_patch *p = o->patch[row];
    if (p->kind != GM_PATCH_SITES) {
      o->answer[row] = gm_primitive_probe(p, o->y[row]);
      o->clear[row] = gm_probes_clear(o->answer[row].distance, o->reach[row],
                                      GM_PROBES_ROUNDED * o->reach[row]);
      continue;
    }
    if (p->by != GM_BY_HALF_TAYLOR) {
      o->answer[row] = gm_shape_probe(p, o->y[row], o->reach[row]);
      o->clear[row] = 0.0;
      continue;
    }
    t.lattice[m] = p->sites;
    b.x[m] = o->y[row].x;
    b.y[m] = o->y[row].y;
    b.z[m] = o->y[row].z;
    at[m++] = row;
  }
  if (!m) return;
  gm_interpolate_each(&b, m, &t);
  nearest best;
  listed q;
  q.n = 0;
  answer_sites(o, at, m, &b, &t, &q);
  if (!q.n) return;
  find_lists(o, &b, &t, &q);
  search_lists(o, &q, &best);
  for (int k = 0; k < q.n; ++k) {
    const int row = q.row[k];
    const gm_patch *patch = o->patch[row];
    gm_probe *r = &o->answer[row];
    *r = answer_facet(patch->carrier, patch->sites->spacing, o->y[row], &best,
                      row);
    r->sites = -1 - b.corners[q.at[k]];
    if (r->distance >= 0.0) r->under = 0;
    clear_by_triangles(o, row);
  }
}
