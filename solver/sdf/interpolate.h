/* sdf/interpolate.h -- interpolates the distance between virtual particles.
 *
 * Half-Taylor trilinear interpolation: the distance at each corner c of the cell around y
 * is extrapolated to y with half of the gradient, and the results are weighted as in
 * trilinear interpolation:
 *
 *   d(y) = sum_c w_c [d_c + n_c.(y - y_c) / 2]
 *   g(y) = sum_c { grad w_c [d_c + n_c.(y - y_c) / 2] + w_c n_c / 2 }
 *
 * g is the exact derivative of d, not a unit normal: its length differs a little from 1,
 * and only with this length does an elastic force g f(d) conserve energy.  Distances
 * alone have an error proportional to the second derivative, full extrapolations the same
 * error of opposite sign; with half of the gradient both cancel, and the order is three
 * in the spacing.  On a plane d and g are exact.
 *
 * All functions are inline, so that they are vectorised within the hot functions.
 */
#ifndef GM_SDF_INTERPOLATE_H
#define GM_SDF_INTERPOLATE_H

#include "sdf/lattice.h"

/* Which samples exist around a point. */
typedef enum gm_cell_state {
  GM_CELL_COMPLETE, /* all eight corners: the distance is known */
  GM_CELL_PARTIAL,  /* some corners: at the edge of the band */
  GM_CELL_OVER,     /* none: above the band, or outside the lattice */
  GM_CELL_UNDER,    /* none: below the band, or inside the solid */
} gm_cell_state;

/* What replaces or completes the interpolation in a cell where it is too inaccurate. */
typedef enum gm_cell_mark {
  GM_CELL_TRIANGLES = 1, /* triangles */
  GM_CELL_EDGE = 2,      /* an edge field (edge_field.h) */
} gm_cell_mark;

/* Result at one point.  Unless all corners exist, the distance is infinite and the
 * gradient zero. */
typedef struct gm_interpolated {
  double distance;  /* m                                              */
  gm_vec3 gradient; /* 1  derivative of the distance, not normalised  */
  int corners;      /* 0..8 samples present */
  int under;        /* 0..8 samples missing because they lie below the band */
  int flagged; /* bits of gm_cell_mark: the interpolation is too inaccurate here */
} gm_interpolated;

GM_INLINE gm_cell_state gm_interpolate_state(int corners, int under)
{
  if (corners == 8) return GM_CELL_COMPLETE;
  if (corners > 0) return GM_CELL_PARTIAL;
  return under > 0 ? GM_CELL_UNDER : GM_CELL_OVER;
}

/* --- the parts ------------------------------------------------------------------- */

/* Coordinate y (m) in cells from the first site of the lattice; -1 if y is outside the
 * bounds of the lattice. */
GM_INLINE double gm_interpolate_cell(double y, double origin, double per,
                                     double cells)
{
  const double u = (y - origin) * per;
  const int in = (u >= 0.0) & (u < cells);
  return in ? u : -1.0;
}

/* First site of each of the four pairs of corners along z, for cell (i, j, k) of brick
 * `b`; the two sites of a pair are adjacent in memory if both exist.  Counts the
 * corners that exist and those missing below the band. */
GM_INLINE void gm_interpolate_corners(const gm_lattice *l, const gm_brick *b,
                                      int i, int j, int k,
                                      const gm_site *pair[4], int *corners,
                                      int *under)
{
  const int row = 9 * i + j, at[4] = {row, row + 1, row + 9, row + 10};
  const uint32_t earlier = (1u << k) - 1u;
  uint32_t there = 0, below = 0;
  for (int q = 0; q < 4; ++q) {
    const uint32_t word = b->row[at[q]];
    there = there << 2 | (word >> k & 3u);
    below = below << 2 | (word >> (9 + k) & 3u);
    pair[q] = l->site + b->first + (word >> 18 & 0x3ffu) +
              (uint32_t)__builtin_popcount(word & earlier);
  }
  *corners = __builtin_popcount(there);
  *under = __builtin_popcount(below);
}

/* The marks of cell (i, j, k) of brick `b`, bits of gm_cell_mark. */
GM_INLINE int gm_interpolate_flag(const gm_lattice *l, const gm_brick *b, int i,
                                  int j, int k)
{
  const gm_index row = (gm_index)(b - l->brick);
  const int bit = 8 * j + k;
  const int exact = l->flag ? (int)(l->flag[row][i] >> bit & 1u) : 0;
  return l->edge ? exact | (int)(l->edge[row][i] >> bit & 1u) << 1 : exact;
}

/* Sums over the corners of a cell; e is the extrapolated distance of a corner. */
typedef struct gm_interpolate_sums {
  double d;          /* m   sum of w e */
  double sx, sy, sz; /* m   sum of (grad w) e, with grad per cell */
  double hx, hy, hz; /* 1   sum of w n */
} gm_interpolate_sums;

/* Adds the corner that lies a, b, c cells (0 or 1) along the axes. (u, v, w) in [0, 1)^3
 * is the position of the point in the cell, `half` is half a spacing (m). */
GM_INLINE void gm_interpolate_add(gm_interpolate_sums *s, int a, int b, int c,
                                  double u, double v, double w, double half,
                                  double d, double nx, double ny, double nz)
{
  const double px = a ? u : 1.0 - u, py = b ? v : 1.0 - v, pz = c ? w : 1.0 - w;
  const double e = d + half * (nx * (u - a) + ny * (v - b) + nz * (w - c));
  const double yz = py * pz, weight = px * yz;
  s->d += weight * e;
  s->sx += a ? yz * e : -(yz * e);
  s->sy += b ? px * pz * e : -(px * pz * e);
  s->sz += c ? px * py * e : -(px * py * e);
  s->hx += weight * nx;
  s->hy += weight * ny;
  s->hz += weight * nz;
}

/* --- one point ---------------------------------------------------------------------- */

/* Finds the four pairs of corners around y and the position of y in the cell.  Returns 0
 * unless all eight corners exist. */
GM_INLINE int gm_interpolate_find(const gm_lattice *l, gm_vec3 y,
                                  const gm_site *pair[4], gm_vec3 *place,
                                  gm_interpolated *r)
{
  const double per = 1.0 / l->spacing;
  const double u = gm_interpolate_cell(y.x, l->origin.x, per, 8.0 * l->size[0]);
  const double v = gm_interpolate_cell(y.y, l->origin.y, per, 8.0 * l->size[1]);
  const double w = gm_interpolate_cell(y.z, l->origin.z, per, 8.0 * l->size[2]);
  *r = (gm_interpolated){INFINITY, {0.0, 0.0, 0.0}, 0, 0, 0};
  if (u < 0.0 || v < 0.0 || w < 0.0) return 0;
  const int i = (int)u, j = (int)v, k = (int)w;
  const gm_index brick = gm_lattice_brick(
      l, ((int64_t)(i >> 3) * l->size[1] + (j >> 3)) * l->size[2] + (k >> 3));
  if (brick < 0) {
    r->under = brick == GM_LATTICE_UNDER ? 8 : 0;
    return 0;
  }
  gm_interpolate_corners(l, &l->brick[brick], i & 7, j & 7, k & 7, pair,
                         &r->corners, &r->under);
  r->flagged = gm_interpolate_flag(l, &l->brick[brick], i & 7, j & 7, k & 7);
  *place = gm_vec(u - i, v - j, w - k);
  return r->corners == 8;
}

/* Half-Taylor interpolation at the body point y. */
GM_INLINE gm_interpolated gm_interpolate_half_taylor(const gm_lattice *l,
                                                     gm_vec3 y)
{
  const gm_site *pair[4];
  gm_vec3 p;
  gm_interpolated r;
  if (!gm_interpolate_find(l, y, pair, &p, &r)) return r;
  const double half = 0.5 * l->spacing, per = 1.0 / l->spacing;
  gm_interpolate_sums s = {0};
  for (int q = 0; q < 8; ++q) {
    const gm_site *c = pair[q >> 1] + (q & 1);
    gm_interpolate_add(&s, q >> 2, q >> 1 & 1, q & 1, p.x, p.y, p.z, half,
                       gm_lattice_distance(l, c), (double)c->normal[0],
                       (double)c->normal[1], (double)c->normal[2]);
  }
  r.distance = s.d;
  r.gradient = gm_vec(per * s.sx + 0.5 * s.hx, per * s.sy + 0.5 * s.hy,
                      per * s.sz + 0.5 * s.hz);
  return r;
}

/* Trilinear interpolation of the distances alone, with its exact derivative: the
 * distance has order two, the derivative order one.  For comparison; not vectorised. */
GM_INLINE gm_interpolated gm_interpolate_trilinear(const gm_lattice *l,
                                                   gm_vec3 y)
{
  const gm_site *pair[4];
  gm_vec3 p;
  gm_interpolated r;
  if (!gm_interpolate_find(l, y, pair, &p, &r)) return r;
  const double per = 1.0 / l->spacing;
  gm_interpolate_sums s = {0};
  for (int q = 0; q < 8; ++q) {
    const gm_site *c = pair[q >> 1] + (q & 1);
    gm_interpolate_add(&s, q >> 2, q >> 1 & 1, q & 1, p.x, p.y, p.z, 0.0,
                       gm_lattice_distance(l, c), 0.0, 0.0, 0.0);
  }
  r.distance = s.d;
  r.gradient = gm_vec(per * s.sx, per * s.sy, per * s.sz);
  return r;
}

/* The interpolated and normalised normals of the sites around y, for comparison: a
 * force along it has no potential.  Requires: the cell around y is complete. */
GM_INLINE gm_vec3 gm_interpolate_normal(const gm_lattice *l, gm_vec3 y)
{
  const gm_site *pair[4];
  gm_vec3 p, n = {0.0, 0.0, 0.0};
  gm_interpolated r;
  if (!gm_interpolate_find(l, y, pair, &p, &r)) return n;
  for (int q = 0; q < 8; ++q) {
    const gm_site *c = pair[q >> 1] + (q & 1);
    const double w = (q >> 2 ? p.x : 1.0 - p.x) *
                     (q >> 1 & 1 ? p.y : 1.0 - p.y) * (q & 1 ? p.z : 1.0 - p.z);
    n = gm_madd(n, w,
                gm_vec((double)c->normal[0], (double)c->normal[1],
                       (double)c->normal[2]));
  }
  return gm_unit(n);
}

/* --- a block of points ------------------------------------------------------- */

enum { GM_INTERPOLATE_BLOCK = 64 };

/* A block of points and their results, which have the same bits as those of
 * gm_interpolate_half_taylor. */
typedef struct gm_interpolate_block {
  _Alignas(64) double x[GM_INTERPOLATE_BLOCK]; /* m  in the body frame */
  _Alignas(64) double y[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double z[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double distance[GM_INTERPOLATE_BLOCK]; /* m                   */
  _Alignas(64) double gx[GM_INTERPOLATE_BLOCK];       /* 1  gradient         */
  _Alignas(64) double gy[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double gz[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int corners[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int under[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int flagged[GM_INTERPOLATE_BLOCK];
} gm_interpolate_block;

/* Temporary columns of a block, laid out so that the arithmetic is vectorised. */
typedef struct gm_interpolate_work {
  const gm_lattice *lattice[GM_INTERPOLATE_BLOCK]; /* lattice of each point */
  /* m  spacing of the lattice of each point; middle, step as in gm_lattice */
  _Alignas(64) double spacing[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double middle[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double step[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double u[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double v[GM_INTERPOLATE_BLOCK];
  _Alignas(64) double w[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int i[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int j[GM_INTERPOLATE_BLOCK];
  _Alignas(64) int k[GM_INTERPOLATE_BLOCK];
  const gm_brick *brick[GM_INTERPOLATE_BLOCK];
  const gm_site *pair[GM_INTERPOLATE_BLOCK][4];
  _Alignas(64) gm_site corner[8][GM_INTERPOLATE_BLOCK];
} gm_interpolate_work;

/* Finds the cell and brick of each point, and prefetches the headers of the bricks. */
GM_INLINE void gm_interpolate_look_up(gm_interpolate_block *b, int n,
                                      gm_interpolate_work *t)
{
  for (int p = 0; p < n; ++p) {
    const gm_lattice *l = t->lattice[p];
    const double per = 1.0 / l->spacing;
    const double nx = 8.0 * l->size[0], ny = 8.0 * l->size[1],
                 nz = 8.0 * l->size[2];
    const double u = gm_interpolate_cell(b->x[p], l->origin.x, per, nx);
    const double v = gm_interpolate_cell(b->y[p], l->origin.y, per, ny);
    const double w = gm_interpolate_cell(b->z[p], l->origin.z, per, nz);
    const int i = (int)u, j = (int)v, k = (int)w;
    gm_index brick = GM_LATTICE_OVER;
    if ((i | j | k) >= 0) {
      brick = gm_lattice_brick(
          l,
          ((int64_t)(i >> 3) * l->size[1] + (j >> 3)) * l->size[2] + (k >> 3));
    }
    t->spacing[p] = l->spacing;
    t->middle[p] = l->middle;
    t->step[p] = l->step;
    t->u[p] = u - i;
    t->v[p] = v - j;
    t->w[p] = w - k;
    t->i[p] = i & 7;
    t->j[p] = j & 7;
    t->k[p] = k & 7;
    b->corners[p] = b->flagged[p] = 0;
    b->under[p] = brick == GM_LATTICE_UNDER ? 8 : 0;
    t->brick[p] = brick < 0 ? NULL : &l->brick[brick];
    if (brick < 0) continue;
    __builtin_prefetch(&t->brick[p]->first);
    if (l->flag) __builtin_prefetch(&l->flag[brick][i & 7]);
    if (l->edge) __builtin_prefetch(&l->edge[brick][i & 7]);
    __builtin_prefetch(&t->brick[p]->row[9 * (i & 7) + (j & 7)]);
    __builtin_prefetch(&t->brick[p]->row[9 * (i & 7) + (j & 7) + 10]);
  }
}

/* Collects the corners of the cells, and prefetches their sites. */
GM_INLINE void gm_interpolate_gather(gm_interpolate_block *b, int n,
                                     gm_interpolate_work *t)
{
  for (int p = 0; p < n; ++p) {
    if (!t->brick[p]) continue;
    gm_interpolate_corners(t->lattice[p], t->brick[p], t->i[p], t->j[p],
                           t->k[p], t->pair[p], &b->corners[p], &b->under[p]);
    b->flagged[p] = gm_interpolate_flag(t->lattice[p], t->brick[p], t->i[p],
                                        t->j[p], t->k[p]);
    if (b->corners[p] != 8) continue;
    for (int q = 0; q < 4; ++q)
      __builtin_prefetch(t->pair[p][q]);
  }
  const gm_site none = {0};
  for (int p = 0; p < n; ++p) {
    const int there = b->corners[p] == 8;
    for (int q = 0; q < 8; ++q) {
      t->corner[q][p] = there ? t->pair[p][q >> 1][q & 1] : none;
    }
  }
}

/* Adds corner q of point p to the sums. */
#define GM_INTERPOLATE_ADD(q)                                                  \
  gm_interpolate_add(&s, (q) >> 2, (q) >> 1 & 1, (q)&1, u, v, w, half,         \
                     gm_lattice_value(middle, step, &t->corner[q][p]),         \
                     (double)t->corner[q][p].normal[0],                        \
                     (double)t->corner[q][p].normal[1],                        \
                     (double)t->corner[q][p].normal[2])

GM_INLINE void gm_interpolate_blend(gm_interpolate_block *b, int n,
                                    const gm_interpolate_work *t)
{
#pragma omp simd
  for (int p = 0; p < n; ++p) {
    const double half = 0.5 * t->spacing[p], per = 1.0 / t->spacing[p];
    const double middle = t->middle[p], step = t->step[p];
    const double u = t->u[p], v = t->v[p], w = t->w[p];
    gm_interpolate_sums s = {0};
    GM_INTERPOLATE_ADD(0);
    GM_INTERPOLATE_ADD(1);
    GM_INTERPOLATE_ADD(2);
    GM_INTERPOLATE_ADD(3);
    GM_INTERPOLATE_ADD(4);
    GM_INTERPOLATE_ADD(5);
    GM_INTERPOLATE_ADD(6);
    GM_INTERPOLATE_ADD(7);
    b->distance[p] = s.d;
    b->gx[p] = per * s.sx + 0.5 * s.hx;
    b->gy[p] = per * s.sy + 0.5 * s.hy;
    b->gz[p] = per * s.sz + 0.5 * s.hz;
  }
  /* A loop of its own: a condition in the loop above would prevent vectorisation. */
  for (int p = 0; p < n; ++p) {
    if (b->corners[p] == 8) continue;
    b->distance[p] = INFINITY;
    b->gx[p] = b->gy[p] = b->gz[p] = 0.0;
  }
}
#undef GM_INTERPOLATE_ADD

/* Half-Taylor interpolation at the first n points of a block, n <= GM_INTERPOLATE_BLOCK,
 * each in the lattice that t->lattice holds for it.  Short loops look up table, bricks
 * and sites, each prefetching for the next; then comes the arithmetic. */
GM_INLINE void gm_interpolate_each(gm_interpolate_block *b, int n,
                                   gm_interpolate_work *t)
{
  gm_interpolate_look_up(b, n, t);
  gm_interpolate_gather(b, n, t);
  gm_interpolate_blend(b, n, t);
}

/* The same for one lattice. */
GM_INLINE void gm_interpolate_run(const gm_lattice *l, gm_interpolate_block *b,
                                  int n)
{
  gm_interpolate_work t;
  for (int p = 0; p < n; ++p)
    t.lattice[p] = l;
  gm_interpolate_each(b, n, &t);
}

/* The same as a separate function, compiled for several instruction sets. */
void gm_interpolate_points(const gm_lattice *lattice, gm_interpolate_block *b,
                           int n);

#endif
