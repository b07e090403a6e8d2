/* import/polygon.c -- splits a polygon into triangles.
 *
 * The polygon is seen along its vector area A = 1/2 sum x_k x x_(k+1), in whose plane its
 * area is largest and positive.  A convex one becomes a fan.  Of others an ear is cut off
 * again and again: a convex corner in whose triangle no other corner lies (G. H.
 * Meisters, Am. Math. Mon. 82 (1975) 648-651).  Corners along a straight edge stay, since
 * the neighbour across that edge has them too.
 */
#include "import/import.h"

#include "base/memory.h"

/* 1  areas below it, over that of the polygon, are zero, as are their differences */
static const double nothing = 1.0e-9, alike = 1.0e-6;

typedef struct point {
  double x, y;
} point;

/* Corners that are left, in a ring. */
typedef struct ring {
  int n;
  point *at;        /* [n] m  in the plane of the vector area */
  int *next, *last; /* [n] */
  double area;      /* m2 twice, of the whole polygon */
} ring;

/* Twice the area of a triangle, positive if it turns left. */
static double polygon_twice_area(point a, point b, point c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static gm_vec3 polygon_vector_area(const gm_vec3 *x, int n)
{
  gm_vec3 sum = {0.0, 0.0, 0.0};
  for (int k = 1; k + 1 < n; ++k)
    sum = gm_add(sum, gm_cross(gm_sub(x[k], x[0]), gm_sub(x[k + 1], x[0])));
  return sum;
}

static void lay_polygon_flat(const gm_vec3 *x, int n, ring *r)
{
  const gm_vec3 area = polygon_vector_area(x, n), normal = gm_unit(area);
  const gm_vec3 other =
      fabs(normal.x) < 0.6 ? gm_vec(1.0, 0.0, 0.0) : gm_vec(0.0, 1.0, 0.0);
  const gm_vec3 u = gm_unit(gm_cross(other, normal));
  const gm_vec3 v = gm_cross(normal, u);
  r->area = gm_norm(area);
  for (int k = 0; k < n; ++k) {
    const gm_vec3 d = gm_sub(x[k], x[0]);
    r->at[k] = (point){gm_dot(d, u), gm_dot(d, v)};
    r->next[k] = (k + 1) % n;
    r->last[k] = (k + n - 1) % n;
  }
}

static double turn_at_polygon(const ring *r, int k)
{
  return polygon_twice_area(r->at[r->last[k]], r->at[k], r->at[r->next[k]]);
}

/* Is it convex, with a corner at each point, and does it go around once? */
static int is_polygon_convex(const ring *r)
{
  for (int k = 0; k < r->n; ++k) {
    if (!(turn_at_polygon(r, k) > nothing * r->area)) return 0;
    /* the triangles of the fan turn left too */
    if (k > 0 && k + 1 < r->n &&
        !(polygon_twice_area(r->at[0], r->at[k], r->at[k + 1]) > 0.0))
      return 0;
  }
  return 1;
}

static int polygon_equal_points(point a, point b)
{
  return a.x == b.x && a.y == b.y;
}

/* Is no other corner in the triangle of corner k, its border included?  Copies of its own
 * corners are not in it: a bridge to a hole has some. */
static int is_polygon_ear(const ring *r, int k)
{
  const point a = r->at[r->last[k]], b = r->at[k], c = r->at[r->next[k]];
  if (!(turn_at_polygon(r, k) > nothing * r->area)) return 0;
  for (int q = r->next[r->next[k]]; q != r->last[k]; q = r->next[q]) {
    const point p = r->at[q];
    if (polygon_equal_points(p, a) || polygon_equal_points(p, b) ||
        polygon_equal_points(p, c))
      continue;
    if (polygon_twice_area(a, b, p) >= 0.0 &&
        polygon_twice_area(b, c, p) >= 0.0 &&
        polygon_twice_area(c, a, p) >= 0.0)
      return 0;
  }
  return 1;
}

static void cut_off_polygon(ring *r, int k, int triangle[3])
{
  triangle[0] = r->last[k];
  triangle[1] = k;
  triangle[2] = r->next[k];
  r->next[r->last[k]] = r->next[k];
  r->last[r->next[k]] = r->last[k];
}

/* The corner to cut off: the first ear from `at` on; without one, that with the smallest
 * triangle. */
static int find_polygon_ear(const ring *r, int at, int left)
{
  int least = at;
  for (int k = at, tried = 0; tried < left; k = r->next[k], ++tried) {
    if (is_polygon_ear(r, k)) return k;
    if (fabs(turn_at_polygon(r, k)) < fabs(turn_at_polygon(r, least)))
      least = k;
  }
  return least;
}

static void split_polygon_ring(ring *r, int (*triangle)[3], int *simple)
{
  double sum = 0.0;
  if (is_polygon_convex(r)) {
    for (int k = 0; k + 2 < r->n; ++k) {
      const int fan[3] = {0, k + 1, k + 2};
      for (int c = 0; c < 3; ++c)
        triangle[k][c] = fan[c];
    }
  } else {
    for (int k = 0, at = 0; k + 2 < r->n; ++k) {
      at = find_polygon_ear(r, at, r->n - k);
      cut_off_polygon(r, at, triangle[k]);
      at = r->next[at];
    }
  }
  for (int k = 0; k + 2 < r->n; ++k)
    sum += fabs(polygon_twice_area(r->at[triangle[k][0]], r->at[triangle[k][1]],
                                   r->at[triangle[k][2]]));
  *simple = fabs(sum - r->area) <= alike * r->area;
}

static int polygon_corners_have_area(const gm_vec3 *x, const int t[3])
{
  const gm_vec3 a = x[t[0]];
  return gm_norm2(gm_cross(gm_sub(x[t[1]], a), gm_sub(x[t[2]], a))) > 0.0;
}

gm_status gm_polygon_split(const gm_vec3 *x, int n, int (*triangle)[3],
                           int *simple)
{
  ring r = {.n = n};
  gm_status status = GM_RESIZE(r.at, 0, n);
  if (status == GM_OK) status = GM_RESIZE(r.next, 0, n);
  if (status == GM_OK) status = GM_RESIZE(r.last, 0, n);
  if (status == GM_OK) {
    lay_polygon_flat(x, n, &r);
    split_polygon_ring(&r, triangle, simple);
    /* Without vector area it is a line, or parts of it cancel. */
    for (int k = 0; k + 2 < n && !(r.area > 0.0); ++k)
      if (polygon_corners_have_area(x, triangle[k])) *simple = 0;
  }
  GM_FREE(r.at);
  GM_FREE(r.next);
  GM_FREE(r.last);
  return status;
}
