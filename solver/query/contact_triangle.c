/* query/contact_triangle.c -- follows a contact point from triangle to triangle. */
#include "query/contact_triangle.h"

enum { WALK = 16 };

/* tolerance for rounding, as a fraction of the longest edge */
static const double rounded = 1.0e-9;
/* largest distance of a contact point from the plane, as a fraction of the longest edge;
 * curved patches rise above it */
static const double rise = 0.1;

/* Position of a point relative to a triangle. */
typedef struct inside {
  /* m  distance from the nearest edge, negative outside the triangle */
  double least;
  int side;
  /* m  distance from the plane of the triangle, and its longest edge */
  double above, size;
} inside;

static inside inside_of(const gm_surface *s, gm_index t, gm_vec3 p)
{
  const gm_index *corner = s->corner[t];
  const gm_vec3 n = s->normal[t];
  inside o = {INFINITY, 0, 0.0, 0.0};
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 a = s->point[corner[k]];
    const gm_vec3 ab = gm_sub(s->point[corner[k == 2 ? 0 : k + 1]], a);
    const double length = gm_norm(ab);
    const double way = gm_dot(gm_sub(p, a), gm_cross(n, ab)) / length;
    if (way < o.least) {
      o.least = way;
      o.side = k;
    }
    o.size = fmax(o.size, length);
    o.above = fabs(gm_dot(gm_sub(p, a), n));
  }
  return o;
}

gm_index gm_contact_triangle_find(const gm_distance *distance,
                                  const gm_surface *s, gm_vec3 foot,
                                  gm_index last, gm_row4 *ball)
{
  gm_index t = last;
  inside o = {0};
  for (int k = 0; t >= 0 && k < WALK; ++k) {
    o = inside_of(s, t, foot);
    const int in = o.least >= -rounded * o.size;
    if (in && o.above <= rise * o.size) {
      *ball = gm_row(foot, fmax(o.least, 0.0));
      return t;
    }
    t = in ? -1 : s->across[t][o.side];
  }
  t = gm_distance_nearest_foot(distance, foot).triangle;
  *ball = gm_row(foot, fmax(inside_of(s, t, foot).least, 0.0));
  return t;
}
