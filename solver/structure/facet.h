/* structure/facet.h -- triangles packed to be asked along lanes.
 *
 * Room: structure.  May include: base.
 *
 * What a place needs of a triangle, in two lines of memory, so that one that is hinted for is
 * there as a whole.  Pairs of a place and a facet lie in columns; their nearest points are the
 * same bits as those of gm_triangle_nearest.
 */
#ifndef GM_STRUCTURE_FACET_H
#define GM_STRUCTURE_FACET_H

#include "base/row4.h"
#include "structure/surface.h"
#include <math.h>

/* {a, b.x} {b.y, b.z, c.x, c.y} {c.z, normal}, and whether the side from corner k runs to a point
 * with a higher number: bit k. */
typedef struct gm_facet {
  _Alignas(64) gm_row4 row[3]; /* m, 1 */
  gm_index triangle;           /* of the surface */
  unsigned rises;
} gm_facet;

GM_INLINE gm_facet gm_facet_pack(const gm_surface *s, gm_index triangle)
{
  const gm_index *k = s->corner[triangle];
  const gm_vec3 a = s->point[k[0]], b = s->point[k[1]], c = s->point[k[2]];
  const gm_vec3 n = s->normal[triangle];
  return (gm_facet){
      {{a.x, a.y, a.z, b.x}, {b.y, b.z, c.x, c.y}, {c.z, n.x, n.y, n.z}},
      triangle,
      (unsigned)(k[0] < k[1]) | (unsigned)(k[1] < k[2]) << 1 |
          (unsigned)(k[2] < k[0]) << 2};
}

GM_INLINE void gm_facet_hint(const gm_facet *f)
{
  __builtin_prefetch(f);
  __builtin_prefetch((const char *)f + 64);
}

enum { GM_FACET_PAIRS = 128, GM_FACET_COLUMNS = 12 };

/* Pairs of a place and a facet. */
typedef struct gm_facet_pairs {
  int n;
  _Alignas(64) double corner[GM_FACET_COLUMNS][GM_FACET_PAIRS];
  _Alignas(64) double y[3][GM_FACET_PAIRS];     /* m  the place */
  _Alignas(64) double rises[3][GM_FACET_PAIRS]; /* 1 or 0 */
  /* Answers. */
  _Alignas(64) double foot[3][GM_FACET_PAIRS]; /* m */
  _Alignas(64) double square[GM_FACET_PAIRS];  /* m2  of the distance */
  _Alignas(64) double face[GM_FACET_PAIRS]; /* 1: the foot is within the face */
  const gm_facet *facet[GM_FACET_PAIRS];
} gm_facet_pairs;

GM_INLINE gm_vec3 gm_facet_choose(int first, gm_vec3 p, gm_vec3 q)
{
  return gm_vec(first ? p.x : q.x, first ? p.y : q.y, first ? p.z : q.z);
}

/* As gm_triangle_try_side: from the lower point on. */
GM_INLINE gm_vec3 gm_facet_side(gm_vec3 p, gm_vec3 q, double rises, gm_vec3 y)
{
  const gm_vec3 a = gm_facet_choose(rises > 0.0, p, q);
  const gm_vec3 b = gm_facet_choose(rises > 0.0, q, p);
  const gm_vec3 ab = gm_sub(b, a);
  const double t = gm_dot(gm_sub(y, a), ab) / gm_norm2(ab);
  const gm_vec3 between = gm_madd(a, t, ab);
  return gm_facet_choose(t <= 0.0, a, gm_facet_choose(t >= 1.0, b, between));
}

/* Feet of the first n pairs, n a multiple of 4. */
GM_INLINE void gm_facet_measure(gm_facet_pairs *restrict p, int n)
{
#pragma omp simd
  for (int k = 0; k < n; ++k) {
    const gm_vec3 a = gm_vec(p->corner[0][k], p->corner[1][k], p->corner[2][k]);
    const gm_vec3 b = gm_vec(p->corner[3][k], p->corner[4][k], p->corner[5][k]);
    const gm_vec3 c = gm_vec(p->corner[6][k], p->corner[7][k], p->corner[8][k]);
    const gm_vec3 y = gm_vec(p->y[0][k], p->y[1][k], p->y[2][k]);
    const gm_vec3 ab = gm_sub(b, a), ac = gm_sub(c, a), ay = gm_sub(y, a);
    const gm_vec3 normal = gm_cross(ab, ac);
    const double u = gm_dot(gm_cross(ay, ac), normal); /* times w */
    const double v = gm_dot(gm_cross(ab, ay), normal);
    const double w = gm_norm2(normal);
    const int face = (u > 0.0) & (v > 0.0) & (u + v < w);
    const gm_vec3 on = gm_madd(gm_madd(a, u / w, ab), v / w, ac);
    const gm_vec3 s0 = gm_facet_side(a, b, p->rises[0][k], y);
    const gm_vec3 s1 = gm_facet_side(b, c, p->rises[1][k], y);
    const gm_vec3 s2 = gm_facet_side(c, a, p->rises[2][k], y);
    const double d0 = gm_norm2(gm_sub(y, s0)), d1 = gm_norm2(gm_sub(y, s1));
    const double d2 = gm_norm2(gm_sub(y, s2)), d01 = d1 < d0 ? d1 : d0;
    const gm_vec3 s01 = gm_facet_choose(d1 < d0, s1, s0);
    const gm_vec3 side = gm_facet_choose(d2 < d01, s2, s01);
    const gm_vec3 foot = gm_facet_choose(face, on, side);
    p->foot[0][k] = foot.x;
    p->foot[1][k] = foot.y;
    p->foot[2][k] = foot.z;
    p->square[k] = face ? gm_norm2(gm_sub(y, on)) : d2 < d01 ? d2 : d01;
    p->face[k] = face ? 1.0 : 0.0;
  }
}

/* Four facets from pair k on into their columns. */
GM_INLINE void gm_facet_turn(gm_facet_pairs *p, int k)
{
  for (int q = 0; q < 3; ++q) {
    gm_row4 r[4] = {p->facet[k]->row[q], p->facet[k + 1]->row[q],
                    p->facet[k + 2]->row[q], p->facet[k + 3]->row[q]};
    gm_row_turn(r);
    for (int c = 0; c < 4; ++c)
      __builtin_memcpy(&p->corner[4 * q + c][k], &r[c], sizeof r[c]);
  }
  for (int t = k; t < k + 4; ++t) {
    const unsigned rises = p->facet[t]->rises;
    for (int x = 0; x < 3; ++x)
      p->rises[x][t] = (double)(int)(rises >> x & 1u);
  }
}

/* Ask for the nearest points of all pairs, n > 0, whose places and facets are there. */
GM_INLINE void gm_facet_ask(gm_facet_pairs *p)
{
  const int n = p->n, up = (n + 3) & ~3;
  for (int k = n; k < up; ++k) { /* whole vectors: the last once more */
    p->facet[k] = p->facet[n - 1];
    for (int x = 0; x < 3; ++x)
      p->y[x][k] = p->y[x][n - 1];
  }
  for (int k = 0; k < up; k += 4)
    gm_facet_turn(p, k);
  gm_facet_measure(p, up);
}

#endif
