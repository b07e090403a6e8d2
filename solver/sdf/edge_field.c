/* sdf/edge_field.c -- evaluates the distance near sharp edges and corners.
 *
 * The distance from a plane region is that from its plane, from one of its bounds or from
 * a corner of two; from a curved edge it is that from two planes in coordinates that
 * follow the edge.  The gradient is its exact derivative.
 */
#include "sdf/edge_field.h"

/* bounds of a face count as met up to this fraction of a distance */
static const double met = 1.0e-12;

/* --- faces of a polyhedron ------------------------------------------------------- */

/* Does the point of the plane that is `w` away from the foot of y meet all bounds but
 * those of the bit mask `but`? `t`: how far the foot is beyond each bound. */
static int edge_field_meets_face(const gm_edge_face *f, const double *t,
                                 gm_vec3 w, int but)
{
  for (int k = 0; k < f->n; ++k) {
    const double beyond = t[k] + gm_dot(f->out[k], w);
    if (!(but >> k & 1) && beyond > met * (fabs(t[k]) + 1.0e-3 * gm_norm(w)))
      return 0;
  }
  return 1;
}

/* Way within the plane from the foot of y to the nearest point of the region: along the
 * normal of a bound, or to the corner of two. */
static gm_vec3 edge_field_way_in(const gm_edge_face *f, const double *t)
{
  gm_vec3 best = {0.0, 0.0, 0.0};
  double least = INFINITY;
  for (int i = 0; i < f->n; ++i) {
    if (!(t[i] > 0.0)) continue;
    const gm_vec3 w = gm_scale(-t[i], f->out[i]);
    if (t[i] * t[i] < least && edge_field_meets_face(f, t, w, 1 << i)) {
      best = w;
      least = t[i] * t[i];
    }
  }
  for (int i = 0; i < f->n; ++i) {
    for (int j = 0; j < i; ++j) {
      const double c = gm_dot(f->out[i], f->out[j]), s = 1.0 - c * c;
      if (!(s > 1.0e-9) || (t[i] <= 0.0 && t[j] <= 0.0)) continue;
      const gm_vec3 w = gm_madd(gm_scale((c * t[j] - t[i]) / s, f->out[i]),
                                (c * t[i] - t[j]) / s, f->out[j]);
      if (gm_norm2(w) < least &&
          edge_field_meets_face(f, t, w, 1 << i | 1 << j)) {
        best = w;
        least = gm_norm2(w);
      }
    }
  }
  return best;
}

static double edge_field_from_face(const gm_edge_face *f, gm_vec3 y, gm_vec3 *g)
{
  const double s = gm_dot(f->normal, y) - f->offset;
  double t[GM_EDGE_BOUNDS];
  int inside = 1;
  for (int k = 0; k < f->n; ++k) {
    t[k] = gm_dot(f->out[k], y) - f->limit[k];
    inside &= !(t[k] > 0.0);
  }
  if (inside) {
    *g = s < 0.0 ? gm_scale(-1.0, f->normal) : f->normal;
    return fabs(s);
  }
  const gm_vec3 off =
      gm_madd(gm_scale(s, f->normal), -1.0, edge_field_way_in(f, t));
  const double d = gm_norm(off);
  *g = gm_scale(1.0 / d, off);
  return d;
}

/* --- faces at a curved edge ------------------------------------------------------ */

static gm_vec3 edge_field_wide_point(const float *x)
{
  return gm_vec((double)x[0], (double)x[1], (double)x[2]);
}

/* The distance from face k in the coordinates that follow the edge: z along it, s above
 * the face, t beyond it. */
static double edge_field_from_curved(const gm_edge_curve *e, int k, gm_vec3 y,
                                     gm_vec3 *g)
{
  const gm_vec3 along = edge_field_wide_point(e->along),
                bend = edge_field_wide_point(e->bend);
  const gm_vec3 n = edge_field_wide_point(e->face[k].normal);
  const gm_vec3 m = gm_scale((double)e->face[k].turn, gm_cross(along, n));
  const double twist = (double)e->face[k].twist;
  const double across = (double)e->face[k].across;
  const gm_vec3 x = gm_sub(y, e->at);
  const double z = gm_dot(along, x), q = 0.5 * twist * z;
  const gm_vec3 w = gm_madd(x, -0.5 * z * z, bend);
  const double per = 1.0 / (1.0 + q * q);
  const double c = (1.0 - q * q) * per, d = 2.0 * q * per;
  const double s0 = gm_dot(n, w), t0 = gm_dot(m, w);
  const double s = c * s0 + d * t0, t = c * t0 - d * s0;
  const gm_vec3 ds0 = gm_madd(n, -z * gm_dot(bend, n), along);
  const gm_vec3 dt0 = gm_madd(m, -z * gm_dot(bend, m), along);
  const double turn = twist * per;
  const gm_vec3 ds =
      gm_madd(gm_madd(gm_scale(c, ds0), d, dt0), turn * t, along);
  const gm_vec3 dt =
      gm_madd(gm_madd(gm_scale(c, dt0), -d, ds0), -turn * s, along);
  if (t > 0.0) {
    const double r = sqrt(s * s + t * t);
    *g = gm_scale(1.0 / r, gm_madd(gm_scale(s, ds), t, dt));
    return r;
  }
  *g = gm_madd(gm_scale(s < 0.0 ? -1.0 : 1.0, ds), across * t, dt);
  return fabs(s) + 0.5 * across * t * t;
}

double gm_edge_field_distance(const gm_edge_face *face, int n,
                              const gm_edge_curve *curve, gm_vec3 y,
                              gm_vec3 *gradient)
{
  const int all = n ? n : curve->n;
  double least = INFINITY;
  *gradient = gm_vec(0.0, 0.0, 0.0);
  for (int k = 0; k < all; ++k) {
    gm_vec3 g;
    const double d = n ? edge_field_from_face(&face[k], y, &g)
                       : edge_field_from_curved(curve, k, y, &g);
    if (!(d < least)) continue;
    least = d;
    *gradient = g;
  }
  return least;
}

/* --- a cell ---------------------------------------------------------------------- */

void gm_edge_field_complete(const gm_edge_face *face, int n,
                            const gm_edge_curve *curve, gm_vec3 corner,
                            double spacing, gm_vec3 y, gm_interpolated *r)
{
  gm_vec3 g;
  const double d = gm_edge_field_distance(face, n, curve, y, &g);
  const double per = 1.0 / spacing, half = 0.5 * spacing;
  const gm_vec3 p = gm_scale(per, gm_sub(y, corner));
  gm_interpolate_sums s = {0};
  for (int q = 0; q < 8; ++q) {
    const gm_vec3 at = {q >> 2, q >> 1 & 1, q & 1};
    gm_vec3 c;
    const double dq = gm_edge_field_distance(face, n, curve,
                                             gm_madd(corner, spacing, at), &c);
    gm_interpolate_add(&s, q >> 2, q >> 1 & 1, q & 1, p.x, p.y, p.z, half, dq,
                       c.x, c.y, c.z);
  }
  r->distance += d - s.d;
  r->gradient = gm_add(r->gradient, gm_sub(g, gm_vec(per * s.sx + 0.5 * s.hx,
                                                     per * s.sy + 0.5 * s.hy,
                                                     per * s.sz + 0.5 * s.hz)));
}

const gm_cell_edge *gm_edge_field_apply(const gm_lattice *l, gm_vec3 y,
                                        gm_interpolated *r)
{
  if (!(r->flagged & GM_CELL_EDGE) || r->corners != 8) return NULL;
  const gm_edge_fields *all = l->edges;
  const double per = 1.0 / l->spacing;
  const int i = (int)((y.x - l->origin.x) * per),
            j = (int)((y.y - l->origin.y) * per),
            k = (int)((y.z - l->origin.z) * per);
  const gm_index brick = gm_lattice_brick(
      l, ((int64_t)(i >> 3) * l->size[1] + (j >> 3)) * l->size[2] + (k >> 3));
  const uint64_t bit = (uint64_t)1 << (8 * (j & 7) + (k & 7));
  const uint32_t rank =
      (uint32_t)__builtin_popcountll(l->edge[brick][i & 7] & (bit - 1u));
  const gm_cell_edge *e = &all->field[all->of[all->first[brick][i & 7] + rank]];
  const gm_edge_face *face = e->n ? &all->face[e->first] : NULL;
  if (e->sampled)
    gm_edge_field_complete(face, e->n, e->n ? NULL : &all->curve[e->first],
                           gm_lattice_place(l, i, j, k), l->spacing, y, r);
  else
    r->distance = gm_edge_field_distance(face, e->n, NULL, y, &r->gradient);
  return e;
}

gm_interpolated gm_edge_field_interpolate(const gm_lattice *l, gm_vec3 y)
{
  gm_interpolated r = gm_interpolate_half_taylor(l, y);
  gm_edge_field_apply(l, y, &r);
  return r;
}
