/* mesh/curve.h -- nearest point of one curved patch; inline.
 *
 * Computes the true distance to the quadratic patch of a triangle (smooth.h) by
 * Newton's method on |y - S(u, v)|^2 / 2, starting at the nearest point of the facet.
 * If the minimum lies outside the triangle, it is the nearest point of the three edges,
 * which are parabolas.  The distance to a set of such patches is continuous and
 * 1-Lipschitz, whatever the normals at the corners are, and its gradient has the
 * direction of y - S.
 */
#ifndef GM_MESH_CURVE_H
#define GM_MESH_CURVE_H

#include "mesh/smooth.h"
#include "mesh/triangle.h"

enum { GM_CURVE_STEPS = 12 };

/* Newton's method stops after a step smaller than this (in barycentric coordinates).  The
 * error of the point is then of the order of the square of the step, the error of the
 * distance of the order of its fourth power. */
#define GM_CURVE_SMALL 1.0e-7

/* S = p + u pu + v pv + u^2 puu + u v puv + v^2 pvv, the patch of smooth.h with b_1 = u
 * and b_2 = v. */
typedef struct gm_curve {
  gm_vec3 p, pu, pv, puu, puv, pvv;
} gm_curve;

GM_INLINE gm_curve gm_curve_of(const gm_vec3 x[3], const gm_vec3 c[3])
{
  return (gm_curve){.p = x[0],
                    .pu = gm_add(gm_sub(x[1], x[0]), c[0]),
                    .pv = gm_add(gm_sub(x[2], x[0]), c[2]),
                    .puu = gm_scale(-1.0, c[0]),
                    .puv = gm_sub(gm_sub(c[1], c[0]), c[2]),
                    .pvv = gm_scale(-1.0, c[2])};
}

GM_INLINE gm_vec3 gm_curve_at(const gm_curve *q, double u, double v)
{
  const gm_vec3 a = gm_madd(gm_madd(q->pu, u, q->puu), v, q->puv);
  const gm_vec3 b = gm_madd(q->pv, v, q->pvv);
  return gm_madd(gm_madd(q->p, u, a), v, b);
}

/* One step of Newton's method from (u, v), or of Gauss-Newton where the Hessian is not
 * positive definite.  Returns the length of the step. */
GM_INLINE double gm_curve_step(const gm_curve *q, gm_vec3 y, double *u,
                               double *v)
{
  const gm_vec3 r = gm_sub(gm_curve_at(q, *u, *v), y);
  const gm_vec3 su = gm_madd(gm_madd(q->pu, 2.0 * *u, q->puu), *v, q->puv);
  const gm_vec3 sv = gm_madd(gm_madd(q->pv, 2.0 * *v, q->pvv), *u, q->puv);
  const double gu = gm_dot(r, su), gv = gm_dot(r, sv);
  const double uu = gm_dot(su, su), uv = gm_dot(su, sv), vv = gm_dot(sv, sv);
  double a = uu + 2.0 * gm_dot(r, q->puu), b = uv + gm_dot(r, q->puv);
  double c = vv + 2.0 * gm_dot(r, q->pvv);
  if (!(a > 0.0) || !(a * c - b * b > 1.0e-6 * uu * vv)) {
    a = uu;
    b = uv;
    c = vv;
  }
  const double per = 1.0 / (a * c - b * b);
  const double du = per * (b * gv - c * gu), dv = per * (b * gu - a * gv);
  *u = *u + du < -0.3 ? -0.3 : *u + du > 1.3 ? 1.3 : *u + du;
  *v = *v + dv < -0.3 ? -0.3 : *v + dv > 1.3 ? 1.3 : *v + dv;
  return fabs(du) + fabs(dv);
}

/* Nearest point of the parabola of edge k with the edge vector c, computed from the end
 * with the lower number as in gm_triangle_try_side. */
GM_INLINE void gm_curve_try_side(const gm_surface *s, const gm_index *corner,
                                 int k, gm_vec3 c, gm_vec3 y, gm_foot *best)
{
  const int to = k == 2 ? 0 : k + 1;
  const int low = corner[k] < corner[to] ? k : to, high = low == k ? to : k;
  const gm_vec3 a = s->point[corner[low]];
  const gm_vec3 e = gm_sub(s->point[corner[high]], a), ay = gm_sub(y, a);
  double t = gm_dot(ay, e) / gm_norm2(e), step = 1.0;
  t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
  for (int n = 0; n < GM_CURVE_STEPS && fabs(step) > GM_CURVE_SMALL; ++n) {
    const gm_vec3 r = gm_sub(gm_madd(gm_scale(t, e), t * (1.0 - t), c), ay);
    const gm_vec3 along = gm_madd(e, 1.0 - 2.0 * t, c);
    const double square = gm_norm2(along);
    const double bent = square - 2.0 * gm_dot(r, c);
    const double to_go =
        gm_dot(r, along) / (bent > 0.1 * square ? bent : square);
    const double next = t - to_go < 0.0   ? 0.0
                        : t - to_go > 1.0 ? 1.0
                                          : t - to_go;
    step = next - t;
    t = next;
  }
  if (t <= 0.0) {
    gm_triangle_try_point(y, a, GM_FEATURE_POINT, low, best);
  } else if (t >= 1.0) {
    gm_triangle_try_point(y, s->point[corner[high]], GM_FEATURE_POINT, high,
                          best);
  } else {
    const gm_vec3 at = gm_madd(gm_madd(a, t, e), t * (1.0 - t), c);
    gm_triangle_try_point(y, at, GM_FEATURE_SIDE, k, best);
  }
}

/* Coordinates (u, v) of *f, the nearest point of the facet: the start of the
 * iteration. */
GM_INLINE void gm_curve_begin(const gm_vec3 x[3], const gm_foot *f, double *u,
                              double *v)
{
  const gm_vec3 ab = gm_sub(x[1], x[0]), ac = gm_sub(x[2], x[0]);
  const gm_vec3 at = gm_sub(f->at, x[0]), n = gm_cross(ab, ac);
  const double per = 1.0 / gm_norm2(n);
  *u = per * gm_dot(gm_cross(at, ac), n);
  *v = per * gm_dot(gm_cross(ab, at), n);
}

/* Nearest point of the curved patch of a triangle with edge vectors c[3]; *facet is the
 * nearest point of the facet. */
static inline gm_foot gm_curve_nearest(const gm_surface *s, gm_index triangle,
                                       const gm_vec3 c[3], gm_vec3 y,
                                       const gm_foot *facet)
{
  const gm_index *corner = s->corner[triangle];
  gm_vec3 x[3];
  for (int k = 0; k < 3; ++k)
    x[k] = s->point[corner[k]];
  const gm_curve q = gm_curve_of(x, c);
  gm_foot best = {INFINITY, x[0], triangle, GM_FEATURE_CURVE, 0};
  double u, v, step = 1.0;
  gm_curve_begin(x, facet, &u, &v);
  for (int n = 0; n < GM_CURVE_STEPS && step > GM_CURVE_SMALL; ++n)
    step = gm_curve_step(&q, y, &u, &v);
  if (u > 0.0 && v > 0.0 && u + v < 1.0) {
    gm_triangle_try_point(y, gm_curve_at(&q, u, v), GM_FEATURE_CURVE, 0, &best);
    return best;
  }
  /* tests the edges beyond which the minimum lies; if a corner is nearest, all edges */
  const int beyond = (v <= 0.0) | (u + v >= 1.0) << 1 | (u <= 0.0) << 2;
  for (int k = 0; k < 3; ++k)
    if (beyond >> k & 1) gm_curve_try_side(s, corner, k, c[k], y, &best);
  if (best.feature == GM_FEATURE_POINT)
    for (int k = 0; k < 3; ++k)
      if (!(beyond >> k & 1)) gm_curve_try_side(s, corner, k, c[k], y, &best);
  return best;
}

#endif
