/* audit/positions.c -- test positions of grain centres near a surface. */
#include "audit/positions.h"

#include "base/math.h"
#include "base/random.h"

/* rad  edges with a smaller dihedral angle (15 degrees) count as flat */
static const double sharp = 0.26;
static const uint32_t seed = 20; /* arbitrary */

static gm_vec3 corner(const gm_surface *s, gm_index t, int k)
{
  return s->point[s->corner[t][k % 3]];
}

static double area_of(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = corner(s, t, 0);
  return 0.5 * gm_norm(gm_cross(gm_sub(corner(s, t, 1), a),
                                gm_sub(corner(s, t, 2), a)));
}

/* Returns 1 if edge k of triangle t is tested and t is the triangle that tests it. */
static int owns_edge(const gm_edges *e, gm_index t, int k)
{
  const gm_index edge = e->of[3 * t + k];
  if (e->side[e->first[edge]] != 3 * t + k) return 0;
  return gm_edges_count(e, edge) != 2 || e->turn[edge] > sharp;
}

static double length_of(const gm_surface *s, gm_index t, int k)
{
  return gm_norm(gm_sub(corner(s, t, k + 1), corner(s, t, k)));
}

gm_positions gm_positions_plan(const gm_exact_contacts *m, double low,
                               double high, gm_index n)
{
  double area = 0.0, length = 0.0;
  for (gm_index t = 0; t < m->surface->n; ++t) {
    area += area_of(m->surface, t);
    for (int k = 0; k < 3; ++k) {
      if (owns_edge(&m->edges, t, k)) length += length_of(m->surface, t, k);
    }
  }
  const double half = 0.5 * n;
  return (gm_positions){m, low, high, area > 0.0 ? half / area : 0.0,
                        length > 0.0 ? half / length : 0.0};
}

static gm_index on_face(const gm_positions *p, gm_index t)
{
  return 1 + (gm_index)(p->per_area * area_of(p->minima->surface, t));
}

static gm_index on_edge(const gm_positions *p, gm_index t, int k)
{
  if (!owns_edge(&p->minima->edges, t, k)) return 0;
  return 1 + (gm_index)(p->per_length * length_of(p->minima->surface, t, k));
}

gm_index gm_positions_count(const gm_positions *p, gm_index t)
{
  gm_index n = on_face(p, t);
  for (int k = 0; k < 3; ++k)
    n += on_edge(p, t, k);
  return n;
}

static gm_vec3 over_face(const gm_positions *p, gm_index t, const double u[4])
{
  const gm_surface *s = p->minima->surface;
  const double root = sqrt(u[0]);
  const gm_vec3 a = gm_scale(1.0 - root, corner(s, t, 0));
  const gm_vec3 b = gm_scale(root * (1.0 - u[1]), corner(s, t, 1));
  const gm_vec3 foot = gm_madd(gm_add(a, b), root * u[1], corner(s, t, 2));
  const int behind = p->minima->both[t] && u[3] < 0.5;
  const double h = p->low + u[2] * (p->high - p->low);
  return gm_madd(foot, behind ? -h : h, s->normal[t]);
}

/* Position at which the grain touches both faces of a concave edge, or lies on a convex
 * one. */
static gm_vec3 between(const gm_positions *p, gm_vec3 foot, gm_vec3 along,
                       gm_vec3 n0, gm_vec3 n1, int convex, double h,
                       const double v[4])
{
  (void)p;
  if (!convex) {
    const double half = 1.0 + gm_dot(n0, n1);
    if (!(half > 1.0e-3)) return gm_madd(foot, h, n0);
    return gm_madd(foot, h / half, gm_add(n0, n1));
  }
  const gm_vec3 way = gm_add(gm_scale(v[0], n0), gm_scale(1.0 - v[0], n1));
  const double past = v[1] < 0.25 ? v[2] : 0.0;
  return gm_madd(foot, h, gm_unit(gm_madd(gm_unit(way), past, along)));
}

static gm_vec3 over_edge(const gm_positions *p, gm_index t, int k,
                         const double u[4], const double v[4])
{
  const gm_exact_contacts *m = p->minima;
  const gm_surface *s = m->surface;
  const gm_index edge = m->edges.of[3 * t + k];
  const gm_index *side = &m->edges.side[m->edges.first[edge]];
  const gm_vec3 a = corner(s, t, k), b = corner(s, t, k + 1);
  gm_vec3 along = gm_unit(gm_sub(b, a));
  double at = u[0];
  if (v[1] < 0.25) { /* beyond one of its ends */
    at = v[3] < 0.5 ? 0.0 : 1.0;
    if (v[3] < 0.5) along = gm_scale(-1.0, along);
  }
  const gm_vec3 foot = gm_madd(a, at, gm_sub(b, a));
  const double h = p->low + u[1] * (p->high - p->low);
  if (gm_edges_count(&m->edges, edge) !=
      2) { /* a border, or more than two triangles */
    const gm_vec3 n = s->normal[t], out = gm_cross(n, along);
    const double turn = 2.0 * GM_PI * u[2];
    const gm_vec3 way = gm_add(gm_scale(gm_math_cos(turn), n),
                               gm_scale(gm_math_sin(turn), out));
    return gm_madd(foot, h, way);
  }
  const double sign = m->both[t] && u[3] < 0.5 ? -1.0 : 1.0;
  const gm_vec3 n0 = gm_scale(sign, s->normal[t]);
  const gm_vec3 n1 = gm_scale(sign, s->normal[side[1] / 3]);
  return between(p, foot, along, n0, n1, sign * m->edges.bend[edge] > 0.0, h,
                 v);
}

gm_vec3 gm_positions_at(const gm_positions *p, gm_index t, gm_index k)
{
  double u[4], v[4];
  const uint64_t item = (uint64_t)t;
  gm_random_uniform(seed, item, 2 * (uint32_t)k, u);
  const gm_index faces = on_face(p, t);
  if (k < faces) return over_face(p, t, u);
  gm_random_uniform(seed, item, 2 * (uint32_t)k + 1, v);
  k -= faces;
  int side = 0;
  while (side < 2 && k >= on_edge(p, t, side))
    k -= on_edge(p, t, side++);
  return over_edge(p, t, side, u, v);
}
