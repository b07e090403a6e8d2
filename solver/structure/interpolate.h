/* structure/interpolate.h -- ask virtual particles for a distance.
 *
 * Room: structure.  May include: base.
 *
 * Half-Taylor trilinear: each corner c of the cell around y offers its own linear
 * continuation, half of it, weighted as in trilinear interpolation:
 *
 *   d(y) = sum_c w_c [d_c + n_c.(y - y_c) / 2]
 *   g(y) = sum_c { grad w_c [d_c + n_c.(y - y_c) / 2] + w_c n_c / 2 }
 *
 * g is the exact derivative of d, not a normal: its length differs a little from 1, and
 * only with this length does an elastic force g f(d) conserve energy.  Values alone err by
 * half a second derivative one way, full continuations the other way; the halves cancel:
 * third order in the spacing.  On a plane both d and g are exact.
 *
 * Everything here is inline, so that a hot function's clones carry it along.
 */
#ifndef GM_STRUCTURE_INTERPOLATE_H
#define GM_STRUCTURE_INTERPOLATE_H

#include "structure/lattice.h"

/* What a cell of the lattice says about a point in it. */
typedef enum gm_cell_state {
  GM_CELL_COMPLETE, /* eight corners: there is a distance           */
  GM_CELL_PARTIAL,  /* some corners: at an edge of the band         */
  GM_CELL_OVER,     /* none, far outside or beyond the lattice      */
  GM_CELL_UNDER,    /* none, and inside: nearer than the band       */
} gm_cell_state;

/* Answer at one point.  Unless complete, the distance is infinite (no grain is as large)
 * and the gradient zero. */
typedef struct gm_interpolated {
  double distance;  /* m                                              */
  gm_vec3 gradient; /* 1  derivative of the distance, not normalised  */
  int corners;      /* 0..8 present                                   */
  int under;        /* 0..8 missing because they lie under the band   */
  int flagged;      /* the sites err too much here                    */
} gm_interpolated;

GM_INLINE gm_cell_state gm_interpolate_state(int corners, int under)
{
  if (corners == 8) return GM_CELL_COMPLETE;
  if (corners > 0) return GM_CELL_PARTIAL;
  return under > 0 ? GM_CELL_UNDER : GM_CELL_OVER;
}

/* --- the parts ------------------------------------------------------------------- */

/* A point in units of cells from the first site of the lattice; beyond its bounds -1. */
GM_INLINE double gm_interpolate_cell(double y, double origin, double per,
                                     double cells)
{
  const double u = (y - origin) * per;
  const int in = (u >= 0.0) & (u < cells);
  return in ? u : -1.0;
}

/* First site of each pair of corners along z, for the cell (i, j, k) of brick `b`; both
 * of a pair, if there, are neighbours.  Counts corners present and under. */
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

/* Is the cell (i, j, k) of brick `b` flagged? */
GM_INLINE int gm_interpolate_flag(const gm_lattice *l, const gm_brick *b, int i,
                                  int j, int k)
{
  return l->flag ? (int)(l->flag[b - l->brick][i] >> (8 * j + k) & 1u) : 0;
}

/* Sums over the corners of a cell. */
typedef struct gm_interpolate_sums {
  double d;          /* m   of w e                   */
  double sx, sy, sz; /* m   of (grad w) e, in cells  */
  double hx, hy, hz; /* 1   of w n                   */
} gm_interpolate_sums;

/* Add the corner that lies a, b, c cells along the axes (0 or 1); u, v, w in [0, 1) is
 * the place in the cell, `half` half a spacing. */
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

/* The four pairs of corners around y, and the place in the cell; false unless all eight
 * are there. */
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

/* Half-Taylor at the body point y. */
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

/* Trilinear from the distances alone, with the derivative of the same: second order, and
 * the derivative first.  At reference speed. */
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

/* The normals of the sites around y, interpolated and made unit; for comparison: a force along it
 * has no potential.  Requires: the cell around y is complete. */
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

/* --- a block of points ---------------------------------------------------------------- */

enum { GM_INTERPOLATE_BLOCK = 64 };

/* Points in, answers out: the same as one by one, bit for bit. */
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

/* Work of a block: columns of the corners, so that the arithmetic runs along lanes. */
typedef struct gm_interpolate_work {
  const gm_lattice *lattice[GM_INTERPOLATE_BLOCK];   /* that each point asks */
  _Alignas(64) double spacing[GM_INTERPOLATE_BLOCK]; /* m  of it, and so on */
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

/* Cells, places in them and bricks; hints for their headers. */
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
    __builtin_prefetch(&t->brick[p]->row[9 * (i & 7) + (j & 7)]);
    __builtin_prefetch(&t->brick[p]->row[9 * (i & 7) + (j & 7) + 10]);
  }
}

/* Corners of the cells; hints for their sites. */
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

/* Corner q of point p, into the sums. */
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
  /* Apart: as a selection above it would keep the loop from running in lanes. */
  for (int p = 0; p < n; ++p) {
    if (b->corners[p] == 8) continue;
    b->distance[p] = INFINITY;
    b->gx[p] = b->gy[p] = b->gz[p] = 0.0;
  }
}
#undef GM_INTERPOLATE_ADD

/* Half-Taylor at the first n points of a block, n <= GM_INTERPOLATE_BLOCK, each of the
 * lattice that t names for it.  Three short loops, each hinting for the next (table,
 * header, sites), then the arithmetic. */
GM_INLINE void gm_interpolate_each(gm_interpolate_block *b, int n,
                                   gm_interpolate_work *t)
{
  gm_interpolate_look_up(b, n, t);
  gm_interpolate_gather(b, n, t);
  gm_interpolate_blend(b, n, t);
}

/* All of one lattice. */
GM_INLINE void gm_interpolate_run(const gm_lattice *l, gm_interpolate_block *b,
                                  int n)
{
  gm_interpolate_work t;
  for (int p = 0; p < n; ++p)
    t.lattice[p] = l;
  gm_interpolate_each(b, n, &t);
}

/* The same as a function of its own, compiled for several instruction sets. */
void gm_interpolate_points(const gm_lattice *lattice, gm_interpolate_block *b,
                           int n);

#endif
