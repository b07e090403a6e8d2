/* body/edge_near.c -- where the nearest point passes from one feature of a surface to
 * another.
 *
 * Over a sharp edge the points nearest to a face end at the plane through the edge along
 * the normal of the face, and those nearest to the edge at the planes through its ends
 * across it.  There the curvature of the distance jumps.  Places on these planes mark the
 * cells around them.
 */
#include "body/mesh_collider.h"

#include "base/math.h"
#include "query/distance.h"

/* rad  triangles at a smaller angle are coplanar */
static const double coplanar = 2.0e-5;
/* way between places, and around each, as fractions of the spacing */
static const double pace = 0.5, around = 0.26;

static int is_near_curved(const gm_mesh_collider *all, gm_index t)
{
  return all->smooth.n && all->smooth.row[t] >= 0;
}

int gm_edge_near_creases(const gm_mesh_collider *all, gm_index t, int k)
{
  const gm_surface *s = all->surface;
  const gm_index q = s->across[t][k];
  if (q < 0 || all->of[q] != all->of[t]) return 1;
  if (all->smooth.sharp[t] >> k & GM_SMOOTH_SIDE) return 1;
  if (is_near_curved(all, t) || is_near_curved(all, q)) return 0;
  return gm_norm(gm_cross(s->normal[t], s->normal[q])) > coplanar ||
         gm_dot(s->normal[t], s->normal[q]) < 0.0;
}

typedef struct setup {
  const gm_patch_sdf *sdf;
  double low, high; /* m */
  uint64_t (*near)[GM_BRICK_CELLS];
} setup;

/* Marks cell (i, j, k), if it is stored. */
static void mark_near_cell(const setup *q, int i, int j, int k)
{
  const gm_lattice *l = &q->sdf->lattice;
  const int c = GM_BRICK_CELLS;
  if (i < 0 || j < 0 || k < 0 || i >= c * l->size[0] || j >= c * l->size[1] ||
      k >= c * l->size[2])
    return;
  const gm_index b = gm_lattice_brick(
      l, ((int64_t)(i >> 3) * l->size[1] + (j >> 3)) * l->size[2] + (k >> 3));
  if (b >= 0) q->near[b][i & 7] |= (uint64_t)1 << (8 * (j & 7) + (k & 7));
}

/* Marks the cells within `around` of a place. */
static void mark_near_place(const setup *q, gm_vec3 y)
{
  const gm_lattice *l = &q->sdf->lattice;
  const gm_vec3 u = gm_scale(1.0 / l->spacing, gm_sub(y, l->origin));
  for (int i = (int)floor(u.x - around); i <= u.x + around; ++i) {
    for (int j = (int)floor(u.y - around); j <= u.y + around; ++j) {
      for (int k = (int)floor(u.z - around); k <= u.z + around; ++k)
        mark_near_cell(q, i, j, k);
    }
  }
}

/* Marks the cells along a ray from the point `at` of the surface. */
static void mark_near_ray(const setup *q, gm_vec3 at, gm_vec3 way)
{
  const double step = pace * q->sdf->lattice.spacing;
  const int n = 1 + (int)((q->high - q->low) / step);
  for (int k = 0; k <= n; ++k)
    mark_near_place(q, gm_madd(at, q->low + k * (q->high - q->low) / n, way));
}

/* Marks what lies over an end of an edge, between the normals of its faces; all around at
 * the border. */
static void mark_near_end(const setup *q, gm_vec3 at, const gm_edge_frame *f,
                          double turn)
{
  const int n = 1 + (int)(turn * q->high / (pace * q->sdf->lattice.spacing));
  for (int k = 1; k <= n; ++k) {
    const double a = turn * k / n;
    mark_near_ray(
        q, at,
        gm_madd(gm_scale(gm_math_cos(a), f->normal), gm_math_sin(a), f->out));
  }
}

/* Marks what lies over edge k of triangle t along the normal of that triangle, and over
 * its ends. */
static void mark_near_edge(const setup *q, gm_index t, int k)
{
  const gm_mesh_collider *all = q->sdf->all;
  const gm_surface *s = all->surface;
  const gm_vec3 a = s->point[s->corner[t][k]];
  const gm_vec3 e = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
  const gm_index beyond = s->across[t][k];
  const int both = s->kind == GM_SURFACE_SHEET || (s->sheet && s->sheet[t]);
  const int sides = both ? 2 : 1;
  const int shared = beyond >= 0 && all->of[beyond] == all->of[t];
  const double turn =
      shared ? gm_math_atan2(gm_norm(gm_cross(s->normal[t], s->normal[beyond])),
                             gm_dot(s->normal[t], s->normal[beyond]))
             : GM_PI;
  const int n = 1 + (int)(gm_norm(e) / (pace * q->sdf->lattice.spacing));
  for (int m = 0; m <= n; ++m) {
    const gm_vec3 at = gm_madd(a, (double)m / n, e);
    gm_edge_frame f = gm_distance_edge_frame(s, &all->smooth, t, k, at);
    for (int side = 0; side < sides; ++side) {
      mark_near_ray(q, at, f.normal);
      if (m == 0 || m == n) mark_near_end(q, at, &f, turn);
      f.normal = gm_scale(-1.0, f.normal);
    }
  }
}

void gm_edge_near_mark(const gm_patch_sdf *sdf, const gm_index *list,
                       gm_index n, double low, double high,
                       uint64_t (*near)[GM_BRICK_CELLS])
{
  const setup q = {sdf, low, high, near};
  for (gm_index t = 0; t < n; ++t) {
    for (int k = 0; k < 3; ++k)
      if (gm_edge_near_creases(sdf->all, list[t], k))
        mark_near_edge(&q, list[t], k);
  }
}
