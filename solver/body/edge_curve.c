/* body/edge_curve.c -- fits the field of a curved edge.
 *
 * Direction and curvature of the edge, and the twist of its faces, are fitted to points
 * along it; the curvature of the distance across it is that at a point over each face.
 */
#include "body/mesh_collider.h"

#include "base/math.h"
#include "query/distance.h"

enum { ALONG = 4 };

gm_nearest gm_edge_curve_nearest(const gm_patch_sdf *p, gm_vec3 y)
{
  return p->triangles ? gm_distance_nearest(p->triangles, y)
                      : gm_sign_nearest(p->all->side, y);
}

int gm_edge_curve_holds(const gm_patch_sdf *p, const gm_nearest *r)
{
  return r->feature == GM_FEATURE_SIDE && gm_mesh_collider_at_border(p, r);
}

/* The frames of both sides of an edge at the nearest point r.  Returns their number. */
static int edge_frames(const gm_patch_sdf *p, const gm_nearest *r,
                       gm_edge_frame f[2])
{
  const gm_mesh_collider *all = p->all;
  const gm_surface *s = all->surface;
  const gm_index t = r->triangle, beyond = s->across[t][r->which];
  f[0] = gm_distance_edge_frame(s, &all->smooth, t, r->which, r->foot);
  if (beyond < 0 || all->of[beyond] != all->of[t]) return 1;
  int k = 0;
  while (k < 3 && s->across[beyond][k] != t)
    ++k;
  if (k == 3) return 1;
  f[1] = gm_distance_edge_frame(s, &all->smooth, beyond, k, r->foot);
  return 2;
}

/* A sample of the edge: coordinate along it, way off its tangent, its frames. */
typedef struct sample {
  double z;
  gm_vec3 off;
  gm_edge_frame frame[2];
  int n;
} sample;

/* A curved edge in the making. */
typedef struct edge {
  gm_vec3 at, along, bend;
  int n;
  struct {
    gm_vec3 normal, out;
    double twist, across;
  } face[2];
} edge;

/* Samples the edge at points `height` (m) above it; returns their number. */
static int take_curve_samples(const gm_patch_sdf *p, const edge *e,
                              double height, sample *s)
{
  const double spacing = p->lattice.spacing;
  const gm_vec3 up = gm_unit(
      gm_add(e->face[0].normal, e->n > 1 ? e->face[1].normal : e->face[0].out));
  int n = 0;
  for (int k = 0; k < ALONG; ++k) {
    const double z = (k < 2 ? k - 2 : k - 1) * 0.35 * spacing;
    const gm_vec3 y = gm_madd(gm_madd(e->at, z, e->along), height, up);
    const gm_nearest r = gm_edge_curve_nearest(p, y);
    if (!gm_edge_curve_holds(p, &r)) continue;
    const gm_vec3 x = gm_sub(r.foot, e->at);
    s[n].z = gm_dot(x, e->along);
    s[n].off = gm_madd(x, -s[n].z, e->along);
    s[n].n = edge_frames(p, &r, s[n].frame);
    n += fabs(s[n].z) < spacing;
  }
  return n;
}

/* Turns a face such that it holds the tangent of the edge. */
static void align_edges(edge *e, int k)
{
  const gm_vec3 n = e->face[k].normal;
  const gm_vec3 turned = gm_unit(gm_madd(n, -gm_dot(n, e->along), e->along));
  const gm_vec3 out = gm_cross(e->along, turned);
  const double side = gm_dot(out, e->face[k].out) < 0.0 ? -1.0 : 1.0;
  e->face[k].normal = turned;
  e->face[k].out = gm_scale(side, out);
}

/* Fits tangent and curvature, off = a z + bend z^2 / 2. */
static void fit_curve_line(edge *e, const sample *s, int n)
{
  double z2 = 0.0, z3 = 0.0, z4 = 0.0;
  gm_vec3 first = {0.0, 0.0, 0.0}, second = first;
  for (int k = 0; k < n; ++k) {
    const double z = s[k].z;
    z2 += z * z;
    z3 += z * z * z;
    z4 += z * z * z * z;
    first = gm_madd(first, z, s[k].off);
    second = gm_madd(second, z * z, s[k].off);
  }
  const double det = z2 * z4 - z3 * z3;
  if (!(det > 1.0e-3 * z2 * z4)) return;
  const gm_vec3 a =
      gm_scale(1.0 / det, gm_madd(gm_scale(z4, first), -z3, second));
  const gm_vec3 b =
      gm_scale(2.0 / det, gm_madd(gm_scale(z2, second), -z3, first));
  e->along = gm_unit(gm_add(e->along, a));
  e->bend = gm_madd(b, -gm_dot(b, e->along), e->along);
}

/* Fits the twist of a face: the angle of its normal grows with z. */
static void fit_curve_twist(edge *e, int side, const sample *s, int n)
{
  const gm_vec3 normal = e->face[side].normal, out = e->face[side].out;
  double square = 0.0, product = 0.0;
  for (int k = 0; k < n; ++k) {
    double angle = 0.0, best = 0.5;
    for (int t = 0; t < s[k].n; ++t) {
      const gm_edge_frame *f = &s[k].frame[t];
      const double c = gm_dot(f->normal, normal);
      if (!(fabs(c) > best) || gm_dot(f->out, out) < 0.0) continue;
      best = fabs(c);
      angle = gm_math_atan2(gm_dot(f->normal, out) / c, 1.0);
    }
    if (best == 0.5) continue;
    square += s[k].z * s[k].z;
    product += s[k].z * angle;
  }
  e->face[side].twist = square > 0.0 ? product / square : 0.0;
}

/* The curvature of the distance across the edge, from a point `height` (m, of either
 * sign) over face k. */
static void fit_across_curve(const gm_patch_sdf *p, edge *e, int k,
                             double height)
{
  const gm_vec3 up = gm_scale(height, e->face[k].normal), out = e->face[k].out;
  double way = 0.5 * p->lattice.spacing;
  for (int n = 0; n < 3; ++n, way *= 0.5) {
    const gm_vec3 y = gm_madd(gm_add(e->at, up), -way, out);
    const gm_nearest r = gm_edge_curve_nearest(p, y);
    if (gm_mesh_collider_at_border(p, &r)) continue;
    if (gm_dot(r.gradient, up) < 0.5 * fabs(height)) continue;
    e->face[k].across = -gm_dot(r.gradient, out) / way;
    return;
  }
}

static void narrow_curve_point(gm_vec3 x, float *to)
{
  to[0] = (float)x.x;
  to[1] = (float)x.y;
  to[2] = (float)x.z;
}

static void pack_curve(const edge *e, gm_edge_curve *c)
{
  c->at = e->at;
  c->n = e->n;
  narrow_curve_point(e->along, c->along);
  narrow_curve_point(e->bend, c->bend);
  for (int k = 0; k < e->n; ++k) {
    const gm_vec3 out = gm_cross(e->along, e->face[k].normal);
    narrow_curve_point(e->face[k].normal, c->face[k].normal);
    c->face[k].turn = gm_dot(out, e->face[k].out) < 0.0 ? -1.0f : 1.0f;
    c->face[k].twist = (float)e->face[k].twist;
    c->face[k].across = (float)e->face[k].across;
  }
}

void gm_edge_curve_fit(const gm_patch_sdf *p, gm_vec3 y, const gm_nearest *r,
                       double low, double high, gm_edge_curve *curve)
{
  gm_edge_frame f[2];
  sample s[ALONG];
  edge e = {.at = r->foot};
  e.n = edge_frames(p, r, f);
  e.along = f[0].along;
  for (int k = 0; k < e.n; ++k) {
    e.face[k].normal = f[k].normal;
    e.face[k].out = f[k].out;
    align_edges(&e, k);
  }
  const double height = fmin(fmax(r->distance, low), high);
  const int n = take_curve_samples(p, &e, height, s);
  if (n > 1) fit_curve_line(&e, s, n);
  for (int k = 0; k < e.n; ++k) {
    align_edges(&e, k);
    fit_curve_twist(&e, k, s, n);
    const double up = gm_dot(e.face[k].normal, gm_sub(y, e.at));
    fit_across_curve(p, &e, k, e.n > 1 || up > 0.0 ? height : -height);
  }
  pack_curve(&e, curve);
}
