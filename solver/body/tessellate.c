/* body/tessellate.c -- turns shapes into polygons for display.
 *
 * Round primitives become rings of points joined by quadrilaterals; a plane becomes its
 * cross-section with a box; a line becomes its outline, drawn out along z and filled in
 * its plane; a mesh keeps its triangles, each with the number of its patch.  The polygons
 * serve display only; contacts use the exact shapes.
 */
#include "body/tessellate.h"

#include "base/math.h"
#include "base/memory.h"
#include "body/mesh_collider.h"
#include "body/primitive.h"

enum { PARTS = 96, BELTS = 48, ROUND = 12 };

/* 1  smallest width at which a line is drawn, over its length */
static const double narrowest = 0.002;

/* Reserves points and corners for one more patch.  Growth doubles the room, so that it
 * is rare. */
static gm_status reserve_tessellated_polygons(gm_polygons *g, int points,
                                              int polygons, int corners)
{
  GM_TRY(GM_RESIZE(g->points, g->n_points, g->n_points + points));
  GM_TRY(GM_RESIZE(g->start, g->n + 1, g->n + polygons + 1));
  GM_TRY(GM_RESIZE(g->patch, g->n, g->n + polygons));
  GM_TRY(GM_RESIZE(g->corner, g->n_corners, g->n_corners + corners));
  return GM_OK;
}

static void add_tessellated_polygon(gm_polygons *g, int patch, int n,
                                    const gm_index *corner)
{
  for (int k = 0; k < n; ++k)
    g->corner[g->n_corners++] = corner[k];
  g->patch[g->n++] = patch;
  g->start[g->n] = g->n_corners;
}

static gm_status add_tessellated_rectangle(gm_polygons *g, const gm_patch *p,
                                           int patch)
{
  GM_TRY(reserve_tessellated_polygons(g, 4, 1, 4));
  gm_vec3 u = {p->half.x, 0.0, 0.0}, v = {0.0, p->half.y, 0.0};
  if (p->half.x == 0.0) u = gm_vec(0.0, 0.0, p->half.z);
  if (p->half.y == 0.0) v = gm_vec(0.0, 0.0, p->half.z);
  const gm_index first = g->n_points;
  for (int k = 0; k < 4; ++k) {
    const double su = k == 1 || k == 2 ? 1.0 : -1.0, sv = k >= 2 ? 1.0 : -1.0;
    g->points[g->n_points++] = gm_madd(gm_madd(p->point, su, u), sv, v);
  }
  add_tessellated_polygon(g, patch, 4,
                          (gm_index[]){first, first + 1, first + 2, first + 3});
  return GM_OK;
}

/* Rings of PARTS points around an axis, joined by belts of quadrilaterals. */
static gm_status add_tessellated_rings(gm_polygons *g, int patch, gm_vec3 base,
                                       gm_vec3 axis, int rings,
                                       const double *rho, const double *z)
{
  GM_TRY(reserve_tessellated_polygons(g, rings * PARTS, (rings - 1) * PARTS,
                                      (rings - 1) * PARTS * 4));
  const gm_vec3 e = gm_perpendicular(axis), f = gm_cross(axis, e);
  const gm_index first = g->n_points;
  for (int k = 0; k < rings; ++k) {
    for (int i = 0; i < PARTS; ++i) {
      const double angle = 2.0 * GM_PI * i / PARTS;
      const gm_vec3 at = gm_madd(base, z[k], axis);
      g->points[g->n_points++] =
          gm_madd(gm_madd(at, rho[k] * gm_math_cos(angle), e),
                  rho[k] * gm_math_sin(angle), f);
    }
  }
  for (int k = 0; k + 1 < rings; ++k) {
    for (int i = 0; i < PARTS; ++i) {
      const gm_index a = first + k * PARTS + i;
      const gm_index b = first + k * PARTS + (i + 1) % PARTS;
      add_tessellated_polygon(g, patch, 4,
                              (gm_index[]){a, b, b + PARTS, a + PARTS});
    }
  }
  return GM_OK;
}

/* Cross-section of a plane and a box: the points where it crosses edges of the box,
 * sorted by angle around their mean. */
static gm_status add_tessellated_plane(gm_polygons *g, const gm_patch *p,
                                       int patch, gm_vec3 min, gm_vec3 max)
{
  const double low[3] = {min.x, min.y, min.z}, high[3] = {max.x, max.y, max.z};
  gm_vec3 cut[12];
  int n = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int k = 0; k < 4; ++k) {
      double a[3], b[3];
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      a[axis] = low[axis];
      b[axis] = high[axis];
      a[u] = b[u] = k & 1 ? high[u] : low[u];
      a[v] = b[v] = k & 2 ? high[v] : low[v];
      const gm_vec3 from = {a[0], a[1], a[2]}, to = {b[0], b[1], b[2]};
      const double da = gm_dot(gm_sub(from, p->point), p->normal);
      const double db = gm_dot(gm_sub(to, p->point), p->normal);
      if ((da < 0.0) == (db < 0.0) || da == db) continue;
      cut[n++] = gm_madd(from, da / (da - db), gm_sub(to, from));
    }
  }
  /* The plane only touches the box and contains one of its faces: take that face. */
  if (n < 3) {
    n = 0;
    for (int k = 0; k < 8; ++k) {
      const gm_vec3 c = {k & 1 ? max.x : min.x, k & 2 ? max.y : min.y,
                         k & 4 ? max.z : min.z};
      const double d = gm_dot(gm_sub(c, p->point), p->normal);
      if (fabs(d) <= 1.0e-9 * gm_norm(gm_sub(max, min))) cut[n++] = c;
    }
    if (n < 3) return GM_OK;
  }
  gm_vec3 middle = {0.0, 0.0, 0.0};
  for (int k = 0; k < n; ++k)
    middle = gm_madd(middle, 1.0 / n, cut[k]);
  const gm_vec3 e = gm_perpendicular(p->normal), f = gm_cross(p->normal, e);
  for (int k = 1; k < n; ++k) { /* insertion sort by angle */
    const gm_vec3 c = cut[k];
    const gm_vec3 d = gm_sub(c, middle);
    const double angle = gm_math_atan2(gm_dot(d, f), gm_dot(d, e));
    int at = k;
    for (; at > 0; --at) {
      const gm_vec3 q = gm_sub(cut[at - 1], middle);
      if (gm_math_atan2(gm_dot(q, f), gm_dot(q, e)) <= angle) break;
      cut[at] = cut[at - 1];
    }
    cut[at] = c;
  }
  GM_TRY(reserve_tessellated_polygons(g, n, 1, n));
  gm_index corner[12];
  for (int k = 0; k < n; ++k) {
    corner[k] = g->n_points;
    g->points[g->n_points++] = cut[k];
  }
  add_tessellated_polygon(g, patch, n, corner);
  return GM_OK;
}

static gm_status add_tessellated_sphere_polygons(gm_polygons *g,
                                                 const gm_patch *p, int patch)
{
  double rho[BELTS + 1], z[BELTS + 1];
  for (int k = 0; k <= BELTS; ++k) {
    const double angle = GM_PI * k / BELTS;
    rho[k] = p->radius * gm_math_sin(angle);
    z[k] = -p->radius * gm_math_cos(angle);
  }
  return add_tessellated_rings(g, patch, p->point, p->normal, BELTS + 1, rho,
                               z);
}

/* The part [*from, *to] (m, along the line) of a line that is in the box; returns 0 if
 * there is none. */
static int clip_to_tessellated_box(const gm_patch *p, gm_vec3 min, gm_vec3 max,
                                   double *from, double *to)
{
  const gm_vec3 along = gm_primitive_along(p);
  const double at[2] = {p->point.x, p->point.y}, way[2] = {along.x, along.y};
  const double low[2] = {min.x, min.y}, high[2] = {max.x, max.y};
  *from = -p->half.x;
  *to = p->half.x;
  for (int a = 0; a < 2 && !isfinite(p->half.x); ++a) {
    if (fabs(way[a]) < 1.0e-12) continue;
    const double s = (low[a] - at[a]) / way[a], t = (high[a] - at[a]) / way[a];
    *from = fmax(*from, fmin(s, t));
    *to = fmin(*to, fmax(s, t));
  }
  return *from < *to;
}

/* The outline of a line, a half circle around each end, filled at its z and drawn out
 * over those of the box. */
static gm_status add_tessellated_line(gm_polygons *g, const gm_patch *p,
                                      int patch, gm_vec3 min, gm_vec3 max)
{
  enum { N = 2 * (ROUND + 1) };
  double from, to;
  if (!clip_to_tessellated_box(p, min, max, &from, &to)) return GM_OK;
  const double width = fmax(p->radius, 0.5 * narrowest * (to - from));
  const gm_vec3 along = gm_primitive_along(p);
  const double z[3] = {p->point.z, min.z, max.z};
  gm_index top[N];
  GM_TRY(reserve_tessellated_polygons(g, 3 * N, N + 1, 5 * N));
  const gm_index first = g->n_points;
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < N; ++k) {
      const int far = k <= ROUND;
      const double angle = GM_PI * ((far ? k : k - 1) / (double)ROUND - 0.5);
      gm_vec3 x = gm_madd(p->point, far ? to : from, along);
      x = gm_madd(x, width * gm_math_cos(angle), along);
      x = gm_madd(x, -width * gm_math_sin(angle), p->normal);
      x.z = z[row];
      g->points[g->n_points++] = x;
    }
  }
  for (int k = 0; k < N; ++k) {
    const gm_index a = first + N + k, b = first + N + (k + 1) % N;
    top[k] = first + k;
    add_tessellated_polygon(g, patch, 4, (gm_index[]){a, b, b + N, a + N});
  }
  add_tessellated_polygon(g, patch, N, top);
  return GM_OK;
}

/* The triangles of a mesh unchanged, each with its patch. */
static gm_status add_tessellated_triangles(gm_polygons *g,
                                           const gm_patch *patch)
{
  const gm_surface *s = patch->surface;
  const gm_index *of = patch->piece ? patch->piece->all->of : NULL;
  GM_TRY(reserve_tessellated_polygons(g, s->n_points, s->n, 3 * s->n));
  const gm_index first = g->n_points;
  for (gm_index k = 0; k < s->n_points; ++k) {
    g->points[g->n_points++] = s->point[k];
  }
  for (gm_index k = 0; k < s->n; ++k) {
    const gm_index corner[3] = {first + s->corner[k][0],
                                first + s->corner[k][1],
                                first + s->corner[k][2]};
    add_tessellated_polygon(g, of ? of[k] : 0, 3, corner);
  }
  return GM_OK;
}

gm_status gm_tessellate_shape(const gm_shape *shape, gm_vec3 min, gm_vec3 max,
                              gm_polygons *g)
{
  *g = (gm_polygons){0};
  GM_TRY(GM_RESIZE(g->start, 0, 1));
  for (int k = 0; k < shape->n; ++k) {
    const gm_patch *p = gm_shape_patch(shape, k);
    switch (p->kind) {
    case GM_PATCH_PLANE:
      GM_TRY(add_tessellated_plane(g, p, k, min, max));
      break;
    case GM_PATCH_RECTANGLE:
      GM_TRY(add_tessellated_rectangle(g, p, k));
      break;
    case GM_PATCH_PROFILE:
      GM_TRY(add_tessellated_rings(g, k, p->point, p->normal, 2, p->rho, p->z));
      break;
    case GM_PATCH_SPHERE:
      GM_TRY(add_tessellated_sphere_polygons(g, p, k));
      break;
    case GM_PATCH_LINE:
      GM_TRY(add_tessellated_line(g, p, k, min, max));
      break;
    case GM_PATCH_SITES:
      /* the triangles of all patches at once */
      if (k == 0) GM_TRY(add_tessellated_triangles(g, p));
      break;
    }
  }
  return GM_OK;
}

void gm_tessellate_clear(gm_polygons *g)
{
  GM_FREE(g->points);
  GM_FREE(g->start);
  GM_FREE(g->corner);
  GM_FREE(g->patch);
  *g = (gm_polygons){0};
}
