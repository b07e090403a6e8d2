/* query/line_crossings.c -- exact intersections of lines with triangles, in integers.
 *
 * The side of a plane or line on which a point lies is the sign of a determinant of
 * integer coordinates, computed in 128 bits without rounding.  Zero determinants are
 * resolved by an infinitesimal shift of all points (simulation of simplicity), so that
 * every line crosses each triangle exactly once or not at all.
 */
#include "query/line_crossings.h"

#include "base/memory.h"

/* Grid coordinates are at most 2^39, their differences 2^40, and sums of triple
 * products 2^123. */
__extension__ typedef __int128 wide;

static const double most = 549755813888.0; /* 2^39 */

typedef struct spot {
  int64_t x, y, z;
} spot;

typedef struct wide3 {
  wide x, y, z;
} wide3;

static spot crossing_spots_apart(spot a, spot b)
{
  return (spot){a.x - b.x, a.y - b.y, a.z - b.z};
}

static wide3 spot_cross(spot a, spot b)
{
  return (wide3){(wide)a.y * b.z - (wide)a.z * b.y,
                 (wide)a.z * b.x - (wide)a.x * b.z,
                 (wide)a.x * b.y - (wide)a.y * b.x};
}

static int crossing_wide_sign(wide a)
{
  return (a > 0) - (a < 0);
}

static int crossing_sign_of_dot(spot a, wide3 b)
{
  return crossing_wide_sign(a.x * b.x + a.y * b.y + a.z * b.z);
}

/* The sign of b along the infinitesimal shift. */
static int crossing_sign_of_shift(wide3 b)
{
  return b.x   ? crossing_wide_sign(b.x)
         : b.y ? crossing_wide_sign(b.y)
               : crossing_wide_sign(b.z);
}

/* Monotone: a point outside a box stays outside after rounding. */
static int64_t crossing_rounded_unit(double x, double origin, double unit)
{
  return llround(fmax(-most, fmin((x - origin) / unit, most)));
}

static spot place_crossing_spot(const gm_line_crossings *p, gm_vec3 x)
{
  return (spot){crossing_rounded_unit(x.x, p->origin.x, p->unit),
                crossing_rounded_unit(x.y, p->origin.y, p->unit),
                crossing_rounded_unit(x.z, p->origin.z, p->unit)};
}

static spot crossing_corner_spot(const gm_line_crossings *p, gm_index t, int k)
{
  const int64_t *q = p->point[p->surface.corner[t][k]];
  return (spot){q[0], q[1], q[2]};
}

/* On which side of the triangle through `at` with the given normal does x lie? */
static int crossing_spot_side(spot x, spot at, wide3 normal)
{
  const int s = crossing_sign_of_dot(crossing_spots_apart(x, at), normal);
  return s ? s : crossing_sign_of_shift(normal);
}

/* On which side of the line through p along d does the edge from a to b pass? */
static int turn_around_crossing(spot p, spot d, spot a, spot b)
{
  const int s = crossing_sign_of_dot(
      d, spot_cross(crossing_spots_apart(a, p), crossing_spots_apart(b, p)));
  return s ? s
           : -crossing_sign_of_shift(spot_cross(crossing_spots_apart(b, a), d));
}

/* 1 or -1 if the line from p to q crosses triangle t forward or backward, else 0. */
static int crossing_passes_triangle(const gm_line_crossings *o, gm_index t,
                                    spot p, spot q)
{
  const spot a = crossing_corner_spot(o, t, 0),
             b = crossing_corner_spot(o, t, 1),
             c = crossing_corner_spot(o, t, 2);
  const wide3 n =
      spot_cross(crossing_spots_apart(b, a), crossing_spots_apart(c, a));
  /* the triangle is degenerate on the grid */
  if (!n.x && !n.y && !n.z) return 0;
  const int from = crossing_spot_side(p, a, n),
            to = crossing_spot_side(q, a, n);
  if (from == to) return 0;
  const spot d = crossing_spots_apart(q, p);
  const int ab = turn_around_crossing(p, d, a, b);
  if (turn_around_crossing(p, d, b, c) != ab ||
      turn_around_crossing(p, d, c, a) != ab)
    return 0;
  return to > from ? 1 : -1;
}

gm_status gm_line_crossings_build(gm_line_crossings *p, gm_surface *surface)
{
  *p = (gm_line_crossings){.surface = *surface};
  *surface = (gm_surface){0};
  const gm_surface *s = &p->surface;
  const double size = gm_norm(gm_sub(s->max, s->min));
  p->origin = gm_scale(0.5, gm_add(s->min, s->max));
  p->unit = size * 2.0 / most;
  GM_TRY(GM_RESIZE(p->point, 0, s->n_points));
  for (gm_index k = 0; k < s->n_points; ++k) {
    const spot q = place_crossing_spot(p, s->point[k]);
    p->point[k][0] = q.x;
    p->point[k][1] = q.y;
    p->point[k][2] = q.z;
  }
  return gm_bvh_build(&p->tree, s, NULL, NULL, s->n);
}

void gm_line_crossings_clear(gm_line_crossings *p)
{
  gm_surface_clear(&p->surface);
  gm_bvh_clear(&p->tree);
  GM_FREE(p->point);
  *p = (gm_line_crossings){0};
}

/* Can the box of a line meet that of a node, before or after rounding? */
static int crossing_meets_node(const gm_bvh_node *node, gm_vec3 low,
                               gm_vec3 high, double slack)
{
  return low.x <= node->max.x + slack && high.x >= node->min.x - slack &&
         low.y <= node->max.y + slack && high.y >= node->min.y - slack &&
         low.z <= node->max.z + slack && high.z >= node->min.z - slack;
}

void gm_line_crossings_count(const gm_line_crossings *o, gm_vec3 a, gm_vec3 b,
                             int *forward, int *backward)
{
  const gm_vec3 low = gm_least(a, b);
  const gm_vec3 high = gm_most(a, b);
  const double slack = 4.0 * o->unit;
  gm_index stack[2 * GM_BVH_DEPTH];
  int depth = 0;
  if (o->tree.n_nodes == 0 ||
      !crossing_meets_node(&o->tree.node[0], low, high, slack))
    return;
  const spot p = place_crossing_spot(o, a), q = place_crossing_spot(o, b);
  stack[depth++] = 0;
  while (depth > 0) {
    const gm_bvh_node *node = &o->tree.node[stack[--depth]];
    if (!crossing_meets_node(node, low, high, slack)) continue;
    if (node->left >= 0) {
      stack[depth++] = node->left;
      stack[depth++] = node->right;
      continue;
    }
    for (gm_index i = node->first; i < node->last; ++i) {
      const int way = crossing_passes_triangle(o, o->tree.item[i], p, q);
      *forward += way > 0;
      *backward += way < 0;
    }
  }
}
