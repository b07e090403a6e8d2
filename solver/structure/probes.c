/* structure/probes.c -- many patches at once.  Room: structure. */
#include "structure/probes.h"

#include "structure/carriers.h"
#include "structure/primitive.h"

enum { PAIRS = 128 }; /* of a row and a triangle, looked at side by side */

gm_probe gm_probes_by_triangles(const gm_patch *p, gm_vec3 y,
                                const gm_interpolated *r)
{
  gm_probe exact = r->under ? gm_carriers_probe(p->carrier, y)
                            : gm_carriers_outside(p->carrier, y);
  exact.sites = -1 - r->corners;
  if (exact.distance >= 0.0) exact.under = r->under;
  return exact;
}

/* --- squares of distances ------------------------------------------------------- */

/* Pairs of a row and a triangle of its list, as columns. */
typedef struct pairs {
  _Alignas(64) double a[3][PAIRS]; /* m  corners */
  _Alignas(64) double b[3][PAIRS];
  _Alignas(64) double c[3][PAIRS];
  _Alignas(64) double y[3][PAIRS];     /* m  the place that asks */
  _Alignas(64) double rises[3][PAIRS]; /* 1  side k runs to a higher point */
  _Alignas(64) double square[PAIRS];   /* m2 */
  int row[PAIRS];
  gm_index triangle[PAIRS];
  const gm_index *corner[PAIRS]; /* [3] of the triangle */
  const gm_vec3 *point[PAIRS];   /* of its surface */
  int n;
} pairs;

/* The nearest triangle of each row so far. */
typedef struct nearest {
  double square[GM_PROBES];
  gm_index triangle[GM_PROBES];
} nearest;

GM_INLINE gm_vec3 choose(int first, gm_vec3 p, gm_vec3 q)
{
  return gm_vec(first ? p.x : q.x, first ? p.y : q.y, first ? p.z : q.z);
}

/* As gm_triangle_try_side does: from the lower point on. */
GM_INLINE double side_square(gm_vec3 p, gm_vec3 q, double rises, gm_vec3 y)
{
  const gm_vec3 a = choose(rises > 0.0, p, q), b = choose(rises > 0.0, q, p);
  const gm_vec3 ab = gm_sub(b, a);
  const double t = gm_dot(gm_sub(y, a), ab) / gm_norm2(ab);
  const gm_vec3 between = gm_madd(a, t, ab);
  const gm_vec3 foot = choose(t <= 0.0, a, choose(t >= 1.0, b, between));
  return gm_norm2(gm_sub(y, foot));
}

GM_INLINE double least(double a, double b)
{
  return b < a ? b : a;
}

/* Square of the distance as gm_triangle_nearest finds it, without a branch. */
GM_INLINE double triangle_square(gm_vec3 a, gm_vec3 b, gm_vec3 c, gm_vec3 y,
                                 double r0, double r1, double r2)
{
  const gm_vec3 ab = gm_sub(b, a), ac = gm_sub(c, a), ay = gm_sub(y, a);
  const gm_vec3 n = gm_cross(ab, ac);
  const double u = gm_dot(gm_cross(ay, ac), n);
  const double v = gm_dot(gm_cross(ab, ay), n);
  const double w = gm_norm2(n);
  const gm_vec3 on = gm_madd(gm_madd(a, u / w, ab), v / w, ac);
  const double face = gm_norm2(gm_sub(y, on));
  const double sides =
      least(least(side_square(a, b, r0, y), side_square(b, c, r1, y)),
            side_square(c, a, r2, y));
  return (u > 0.0) & (v > 0.0) & (u + v < w) ? face : sides;
}

GM_INLINE void measure(pairs *restrict p, int n)
{
#pragma omp simd
  for (int k = 0; k < n; ++k) {
    const gm_vec3 a = gm_vec(p->a[0][k], p->a[1][k], p->a[2][k]);
    const gm_vec3 b = gm_vec(p->b[0][k], p->b[1][k], p->b[2][k]);
    const gm_vec3 c = gm_vec(p->c[0][k], p->c[1][k], p->c[2][k]);
    const gm_vec3 y = gm_vec(p->y[0][k], p->y[1][k], p->y[2][k]);
    p->square[k] = triangle_square(a, b, c, y, p->rises[0][k], p->rises[1][k],
                                   p->rises[2][k]);
  }
}

GM_INLINE void put(double column[3][PAIRS], int k, gm_vec3 v)
{
  column[0][k] = v.x;
  column[1][k] = v.y;
  column[2][k] = v.z;
}

/* Corners of the pairs into columns.  They lie anywhere in memory: all are hinted for. */
GM_INLINE void fetch(pairs *p, const gm_probes *o)
{
  for (int k = 0; k < p->n; ++k) {
    const gm_index *c = p->corner[k];
    for (int x = 0; x < 3; ++x)
      __builtin_prefetch(&p->point[k][c[x]]);
  }
  for (int k = 0; k < p->n; ++k) {
    const gm_index *c = p->corner[k];
    const gm_vec3 *point = p->point[k];
    put(p->a, k, point[c[0]]);
    put(p->b, k, point[c[1]]);
    put(p->c, k, point[c[2]]);
    put(p->y, k, o->y[p->row[k]]);
    p->rises[0][k] = c[0] < c[1];
    p->rises[1][k] = c[1] < c[2];
    p->rises[2][k] = c[2] < c[0];
  }
}

/* Of equally near triangles the first stays: lists rise. */
GM_INLINE void keep_nearest(pairs *p, const gm_probes *o, nearest *best)
{
  if (!p->n) return;
  fetch(p, o);
  const int up = (p->n + 7) & ~7;
  for (int k = p->n; k < up; ++k) { /* whole vectors: the last once more */
    for (int x = 0; x < 3; ++x) {
      p->a[x][k] = p->a[x][p->n - 1];
      p->b[x][k] = p->b[x][p->n - 1];
      p->c[x][k] = p->c[x][p->n - 1];
      p->y[x][k] = p->y[x][p->n - 1];
      p->rises[x][k] = p->rises[x][p->n - 1];
    }
  }
  measure(p, up);
  for (int k = 0; k < p->n; ++k) {
    const int row = p->row[k], better = p->square[k] < best->square[row];
    best->square[row] = better ? p->square[k] : best->square[row];
    best->triangle[row] = better ? p->triangle[k] : best->triangle[row];
  }
  p->n = 0;
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
  o->clear[row] =
      gm_probes_clear(o->answer[row].distance, o->reach[row],
                      GM_PROBES_JUMP * o->patch[row]->sites->spacing);
}

/* What sites answered, or that triangles need not be asked. */
GM_INLINE void clear_by_sites(gm_probes *o, int row, const gm_interpolated *r)
{
  const gm_patch *p = o->patch[row];
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  const double least = isfinite(o->answer[row].distance)
                           ? r->distance
                           : gm_probes_least(p, r, smooth);
  o->clear[row] =
      gm_probes_clear(least, o->reach[row], GM_PROBES_JUMP * p->sites->spacing);
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
      __builtin_prefetch(&s.triangle[__builtin_ctz(s.set)]);
      __builtin_prefetch(&s.triangle[31 - __builtin_clz(s.set)]);
      continue;
    }
    const gm_interpolated r = interpolated(b, k);
    ask_triangles(o, row, &r);
  }
  q->n = n;
}

/* The nearest triangle of each list. */
GM_INLINE void search_lists(const gm_probes *o, const listed *q, nearest *best)
{
  pairs p;
  p.n = 0;
  for (int e = 0; e < q->n; ++e) {
    const int row = q->row[e];
    const gm_surface *s = o->patch[row]->carrier->all->surface;
    best->square[row] = INFINITY;
    for (uint32_t set = q->set[e].set; set; set &= set - 1) {
      const gm_index triangle = q->set[e].triangle[__builtin_ctz(set)];
      const int k = p.n++;
      p.row[k] = row;
      p.triangle[k] = triangle;
      p.corner[k] = s->corner[triangle];
      p.point[k] = s->point;
      __builtin_prefetch(p.corner[k]);
      if (p.n == PAIRS) keep_nearest(&p, o, best);
    }
  }
  keep_nearest(&p, o, best);
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
    const gm_surface *surface = o->patch[row]->carrier->all->surface;
    __builtin_prefetch(&surface->normal[best.triangle[row]]);
  }
  for (int k = 0; k < q.n; ++k) {
    const int row = q.row[k];
    gm_probe *r = &o->answer[row];
    *r = gm_carriers_of_triangle(o->patch[row]->carrier, o->y[row],
                                 best.triangle[row]);
    r->sites = -1 - b.corners[q.at[k]];
    if (r->distance >= 0.0) r->under = 0;
    clear_by_triangles(o, row);
  }
}
