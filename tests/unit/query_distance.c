/* query/distance: the nearest of all triangles, with the correct sign.
 *
 * Compared with a plain loop over all triangles that minimises |a + s ab + t ac - y|
 * differently: in coordinates of the plane of the triangle, then along each edge.
 * Points are random ones near and far, on corners, edges and faces, and displaced from
 * them along the normals.  Results agree to 1e-12 of the size, since both methods
 * perform about thirty operations on numbers of that size.  The sign is that of the
 * winding number, summed over all triangles, for every point farther from the surface
 * than 1e-9 of the size. */
#include "check.h"
#include "import/assemble.h"
#include "import/import.h"
#include "query/distance.h"
#include "random.h"
#include "solids.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* --- the plain way ----------------------------------------------------------- */

static double to_side(gm_vec3 y, gm_vec3 a, gm_vec3 b)
{
  const gm_vec3 ab = gm_sub(b, a);
  double t = gm_dot(gm_sub(y, a), ab) / gm_dot(ab, ab);
  t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
  return gm_norm(gm_sub(y, gm_madd(a, t, ab)));
}

static double to_triangle(gm_vec3 y, gm_vec3 a, gm_vec3 b, gm_vec3 c)
{
  const gm_vec3 e = gm_unit(gm_sub(b, a));
  const gm_vec3 ac = gm_sub(c, a);
  const gm_vec3 f = gm_unit(gm_madd(ac, -gm_dot(ac, e), e));
  const gm_vec3 ay = gm_sub(y, a);
  const double x = gm_dot(ay, e), z = gm_dot(ay, f);
  const double bx = gm_dot(gm_sub(b, a), e), cx = gm_dot(ac, e),
               cz = gm_dot(ac, f);
  const int in =
      z > 0.0 && cx * z - cz * x < 0.0 && (cx - bx) * z - cz * (x - bx) > 0.0;
  if (in) return fabs(gm_dot(ay, gm_cross(e, f)));
  return fmin(to_side(y, a, b), fmin(to_side(y, b, c), to_side(y, c, a)));
}

typedef struct plain {
  double distance; /* without sign */
  double winding;
} plain;

static plain ask_plainly(const gm_surface *s, gm_vec3 y)
{
  plain r = {INFINITY, 0.0};
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 p = s->point[s->corner[t][0]], q = s->point[s->corner[t][1]],
                  o = s->point[s->corner[t][2]];
    r.distance = fmin(r.distance, to_triangle(y, p, q, o));
    const gm_vec3 a = gm_sub(p, y), b = gm_sub(q, y), c = gm_sub(o, y);
    const double la = gm_norm(a), lb = gm_norm(b), lc = gm_norm(c);
    r.winding += atan2(gm_dot(a, gm_cross(b, c)),
                       la * lb * lc + gm_dot(a, b) * lc + gm_dot(b, c) * la +
                           gm_dot(c, a) * lb) /
                 (2.0 * GM_PI);
  }
  return r;
}

/* --- the points --------------------------------------------------------------- */

static gm_vec3 anywhere(gm_vec3 a, gm_vec3 b, double beyond)
{
  const gm_vec3 e = gm_scale(beyond, gm_sub(b, a));
  return gm_vec(random_between(a.x - e.x, b.x + e.x),
                random_between(a.y - e.y, b.y + e.y),
                random_between(a.z - e.z, b.z + e.z));
}

/* The k-th query point: far, near, on corners, edges and faces, and next to them. */
static gm_vec3 point(const gm_surface *s, int k)
{
  const gm_index t = (gm_index)random_between(0.0, s->n);
  const gm_vec3 a = s->point[s->corner[t][0]], b = s->point[s->corner[t][1]],
                c = s->point[s->corner[t][2]];
  const double size = gm_norm(gm_sub(s->max, s->min));
  gm_vec3 x = a;
  if (k % 8 == 0) return anywhere(s->min, s->max, 10.0);
  if (k % 8 <= 3) return anywhere(s->min, s->max, 0.2);
  if (k % 8 == 5) x = gm_madd(a, random_between(0.0, 1.0), gm_sub(b, a));
  if (k % 8 >= 6) {
    const double u = random_between(0.0, 1.0), v = random_between(0.0, 1.0 - u);
    x = gm_madd(gm_madd(a, u, gm_sub(b, a)), v, gm_sub(c, a));
  }
  if (k % 16 < 8) return x;
  const gm_vec3 off =
      gm_vec(random_between(-1.0, 1.0), random_between(-1.0, 1.0),
             random_between(-1.0, 1.0));
  return gm_madd(x, pow(10.0, random_between(-9.0, -1.0)) * size, off);
}

static void compare(const char *name, const gm_surface *s, int n)
{
  gm_distance *d = NULL;
  if (!CHECK(gm_distance_create(s, NULL, &d) == GM_OK)) return;
  const double size = gm_norm(gm_sub(s->max, s->min));
  double worst = 0.0, foot = 0.0, length = 0.0, slope = 0.0;
  long signs = 0, asked = 0, features[3] = {0, 0, 0};
  for (int k = 0; k < n; ++k) {
    const gm_vec3 y = point(s, k);
    const plain p = ask_plainly(s, y);
    const gm_nearest r = gm_distance_nearest(d, y);
    /* far points: the rounding of their own coordinates dominates */
    const double scale = fmax(size, p.distance);
    worst = fmax(worst, fabs(fabs(r.distance) - p.distance) / scale);
    foot = fmax(foot, fabs(gm_norm(gm_sub(y, r.foot)) - p.distance) / scale);
    length = fmax(length, fabs(gm_norm(r.gradient) - 1.0));
    if (p.distance > 1.0e-9 * size) {
      ++asked;
      signs += (r.distance < 0.0) != (p.winding > 0.5);
    }
    if (p.distance > 1.0e-4 * size) { /* y - d g is the nearest point */
      const gm_vec3 to = gm_madd(y, -r.distance, r.gradient);
      slope = fmax(slope, gm_norm(gm_sub(to, r.foot)) / scale);
    }
    ++features[r.feature];
  }
  printf("%-10s %6d %6d  %8.1e %8.1e %8.1e   %ld of %ld  %5ld %5ld %5ld\n",
         name, s->n, n, worst, foot, slope, signs, asked, features[0],
         features[1], features[2]);
  CHECK_NEAR(worst, 0.0, 1.0e-12);
  CHECK_NEAR(foot, 0.0, 1.0e-12);
  CHECK_NEAR(length, 0.0, 1.0e-14);
  CHECK_NEAR(slope, 0.0, 1.0e-12);
  CHECK(signs == 0 && asked > n / 2);
  CHECK(features[0] > 0 && features[1] > 0 && features[2] > 0);
  gm_distance_free(&d);
  CHECK(d == NULL);
}

static gm_status make(gm_surface *s, solid k)
{
  gm_surface_init(s);
  const gm_status status = gm_assemble_corners(s, k.corner, k.n, "made");
  free(k.corner);
  if (!CHECK(status == GM_OK)) printf("%s\n", gm_status_message());
  return status;
}

/* A box, by hand: feature, nearest point and direction; and ties. */
static void check_box(void)
{
  gm_surface s;
  if (make(&s, solid_box(gm_vec(0.0, 0.0, 0.0), gm_vec(1.0, 1.0, 1.0)))) return;
  gm_distance *d = NULL;
  CHECK(gm_distance_create(&s, NULL, &d) == GM_OK);

  gm_nearest r = gm_distance_nearest(d, gm_vec(0.6, 0.3, 1.25));
  CHECK(r.feature == GM_FEATURE_FACE && r.distance == 0.25);
  CHECK(r.gradient.x == 0.0 && r.gradient.y == 0.0 && r.gradient.z == 1.0);
  r = gm_distance_nearest(d, gm_vec(0.6, 0.3, 0.9));
  CHECK_NEAR(r.distance, -0.1, 1.0e-15);
  CHECK_NEAR(r.gradient.z, 1.0, 1.0e-15);
  r = gm_distance_nearest(d, gm_vec(1.3, 1.4, 0.3));
  CHECK(r.feature == GM_FEATURE_SIDE);
  CHECK_NEAR(r.distance, 0.5, 1.0e-15);
  CHECK_NEAR(r.gradient.x, 0.6, 1.0e-15);
  CHECK_NEAR(r.gradient.y, 0.8, 1.0e-15);
  r = gm_distance_nearest(d, gm_vec(-2.0, -2.0, -1.0));
  CHECK(r.feature == GM_FEATURE_POINT);
  CHECK_NEAR(r.distance, 3.0, 1.0e-15);
  CHECK_NEAR(r.gradient.z, -1.0 / 3.0, 1.0e-15);
  /* at the corner itself: the mean of the three faces, however they are divided */
  r = gm_distance_nearest(d, gm_vec(1.0, 0.0, 1.0));
  const double third = 1.0 / sqrt(3.0);
  CHECK(r.feature == GM_FEATURE_POINT && r.distance == 0.0);
  CHECK_NEAR(r.gradient.x, third, 1.0e-15);
  CHECK_NEAR(r.gradient.y, -third, 1.0e-15);
  CHECK_NEAR(r.gradient.z, third, 1.0e-15);
  /* the centre is 0.5 from six faces, each time on a diagonal: the lowest triangle is
   * returned */
  r = gm_distance_nearest(d, gm_vec(0.5, 0.5, 0.5));
  CHECK(r.triangle == 0 && r.distance == -0.5);
  gm_distance_free(&d);
  gm_surface_clear(&s);
}

/* A body 50 m long, 1 km from the origin: as exact as at the origin. */
static void check_far_from_origin(void)
{
  gm_surface s;
  if (make(&s, solid_sphere(gm_vec(1000.0, -300.0, 50.0), 25.0, 3))) return;
  compare("far body", &s, 2000);
  gm_surface_clear(&s);
}

static void check_threads(void)
{
  enum { N = 20000 };
  gm_surface s;
  if (make(&s, solid_torus(3.0, 1.0, 60, 30))) return;
  gm_distance *d = NULL;
  CHECK(gm_distance_create(&s, NULL, &d) == GM_OK);
  gm_vec3 *y = malloc(N * sizeof *y);
  gm_query_result *one = malloc(N * sizeof *one),
                  *more = malloc(N * sizeof *more);
  for (int k = 0; k < N; ++k)
    y[k] = point(&s, k);
  for (int k = 0; k < N; ++k)
    one[k] = gm_distance_query(d, y[k]);
#pragma omp parallel for num_threads(3) schedule(dynamic, 7)
  for (int k = 0; k < N; ++k)
    more[k] = gm_distance_query(d, y[k]);
  int other = 0;
  for (int k = 0; k < N; ++k)
    other += memcmp(&one[k].distance, &more[k].distance, sizeof(double)) ||
             memcmp(&one[k].gradient, &more[k].gradient, sizeof(gm_vec3));
  CHECK(other == 0);
  const double start = omp_get_wtime();
  double sum = 0.0;
  for (int k = 0; k < N; ++k)
    sum += gm_distance_query(d, y[k]).distance;
  printf("%d triangles: %.0f ns a question\n", s.n,
         (omp_get_wtime() - start) / N * 1e9);
  CHECK(isfinite(sum));
  free(y);
  free(one);
  free(more);
  gm_distance_free(&d);
  gm_surface_clear(&s);
}

int main(void)
{
  printf("surface    triang points  distance     foot    slope   wrong signs"
         "   faces sides points\n");
  gm_surface s;
  if (make(&s, solid_box(gm_vec(0, 0, 0), gm_vec(0.3, 0.1, 0.2))) == GM_OK) {
    compare("box", &s, 20000);
    gm_surface_clear(&s);
  }
  if (make(&s, solid_bracket(0.1, 0.02)) == GM_OK) {
    compare("bracket", &s, 20000);
    gm_surface_clear(&s);
  }
  if (make(&s, solid_torus(3.0, 1.0, 40, 20)) == GM_OK) {
    compare("torus", &s, 6000);
    gm_surface_clear(&s);
  }
  if (make(&s, solid_torus(3.0, 0.2, 400, 3)) == GM_OK) { /* sharp and thin */
    compare("thin ring", &s, 6000);
    gm_surface_clear(&s);
  }
  solid hollow = solid_sphere(gm_vec(0, 0, 0), 0.5, 2);
  solid_turn(&hollow);
  hollow = solid_both(solid_sphere(gm_vec(0, 0, 0), 1.0, 2), hollow);
  if (make(&s, hollow) == GM_OK) {
    compare("hollow", &s, 6000);
    gm_surface_clear(&s);
  }
  check_far_from_origin();
  check_box();
  check_threads();
  return CHECK_REPORT();
}
