/* sdf/interpolate: a block of points gives the same bits as single points, in every
 * clone.
 *
 * The single-point version is compiled with this test, for the baseline processor; the
 * block version is in the library, where the loader selects the widest clone.  Equal
 * bits show that neither vectorisation nor instruction set changes a result.  The
 * gradient is the derivative of the distance: it agrees with central differences of h =
 * 1e-4 D to second order in h (third derivatives of the cubic of a cell are of order
 * curvature / D) and to the rounding of the distance over h. */
#include "check.h"
#include "random.h"
#include "sdf/interpolate.h"
#include "sdf/lattice_build.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* A torus: curved in both directions. */
enum { BIG = 40, SMALL = 13 };
static gm_query_result ring(const void *of, gm_vec3 y)
{
  (void)of;
  const double q = hypot(y.x, y.y), c = q - BIG, l = hypot(c, y.z);
  const gm_vec3 n = {c / l * y.x / q, c / l * y.y / q, y.z / l};
  return (gm_query_result){l - SMALL, n, 0, 0, 0};
}

static gm_lattice ring_sites(void)
{
  const double e = BIG + SMALL;
  const gm_field f = {
      .query = ring, .min = gm_vec(-e, -e, -SMALL), .max = gm_vec(e, e, SMALL)};
  gm_lattice l;
  CHECK(gm_lattice_build(&l, &f, 0.9, gm_vec(0, 0, 0), -0.9, 2.9) == GM_OK);
  return l;
}

static void check_block(const gm_lattice *l)
{
  static gm_interpolate_block b;
  long asked = 0, different = 0, kinds[4] = {0};
  for (int round = 0; round < 500; ++round) {
    const int n = 1 + round % GM_INTERPOLATE_BLOCK;
    for (int p = 0; p < n; ++p) {
      const double f = random_between(0.0, 2.0 * GM_PI),
                   g = random_between(0.0, 2.0 * GM_PI);
      const double s = SMALL + (p % 5 == 0 ? random_between(-9.0, 200.0)
                                           : random_between(-0.5, 2.5));
      b.x[p] = (BIG + s * cos(g)) * cos(f);
      b.y[p] = (BIG + s * cos(g)) * sin(f);
      b.z[p] = s * sin(g);
      if (round % 50 == 0 && p == 0) b.y[p] = NAN;
    }
    gm_interpolate_points(l, &b, n);
    for (int p = 0; p < n; ++p) {
      const gm_interpolated a =
          gm_interpolate_half_taylor(l, gm_vec(b.x[p], b.y[p], b.z[p]));
      const double one[4] = {a.distance, a.gradient.x, a.gradient.y,
                             a.gradient.z};
      const double got[4] = {b.distance[p], b.gx[p], b.gy[p], b.gz[p]};
      different += memcmp(one, got, sizeof one) != 0 ||
                   a.corners != b.corners[p] || a.under != b.under[p];
      ++kinds[gm_interpolate_state(a.corners, a.under)];
      ++asked;
    }
  }
  printf("%ld points: %ld complete, %ld partial, %ld over, %ld under; %ld "
         "differ\n",
         asked, kinds[0], kinds[1], kinds[2], kinds[3], different);
  CHECK(different == 0);
  for (int k = 0; k < 4; ++k)
    CHECK(kinds[k] > 50);
}

static void check_derivative(const gm_lattice *l, int half)
{
  const double h = 1.0e-4 * l->spacing;
  double worst = 0.0;
  long asked = 0;
  for (int k = 0; k < 20000; ++k) {
    const double f = random_between(0.0, 2.0 * GM_PI),
                 g = random_between(0.0, 2.0 * GM_PI);
    const double s = SMALL + random_between(0.8, 1.2);
    const gm_vec3 y = {(BIG + s * cos(g)) * cos(f), (BIG + s * cos(g)) * sin(f),
                       s * sin(g)};
    gm_interpolated a[7];
    for (int m = 0; m < 7; ++m) {
      const double off = m == 0 ? 0.0 : m & 1 ? h : -h;
      const int axis = (m + 1) / 2;
      const gm_vec3 x = {y.x + (axis == 1 ? off : 0.0),
                         y.y + (axis == 2 ? off : 0.0),
                         y.z + (axis == 3 ? off : 0.0)};
      a[m] = half ? gm_interpolate_half_taylor(l, x)
                  : gm_interpolate_trilinear(l, x);
    }
    /* only where all of them lie in one cell */
    const double u[3] = {(y.x - l->origin.x) / l->spacing,
                         (y.y - l->origin.y) / l->spacing,
                         (y.z - l->origin.z) / l->spacing};
    int inside = a[0].corners == 8;
    for (int m = 0; m < 3; ++m) {
      const double place = u[m] - floor(u[m]);
      inside &= place > 2.0e-4 && place < 1.0 - 2.0e-4;
    }
    if (!inside) continue;
    ++asked;
    const gm_vec3 slope = {(a[1].distance - a[2].distance) / (2.0 * h),
                           (a[3].distance - a[4].distance) / (2.0 * h),
                           (a[5].distance - a[6].distance) / (2.0 * h)};
    worst = fmax(worst, gm_norm(gm_sub(slope, a[0].gradient)));
  }
  printf("%s: gradient and differences, %ld points: off by %.1e\n",
         half ? "half-Taylor" : "trilinear", asked, worst);
  CHECK(asked > 19000);
  CHECK_NEAR(worst, 0.0, 1.0e-9);
}

/* For information: time per query, with points in order along the torus. */
static void show_speed(const gm_lattice *l)
{
  enum { N = 20000 };
  gm_vec3 *y = malloc(N * sizeof *y);
  for (int k = 0; k < N; ++k) {
    const double f = 2.0 * GM_PI * k / N, g = random_between(0.0, 2.0 * GM_PI);
    const double s = SMALL + random_between(0.7, 1.3);
    y[k] = gm_vec((BIG + s * cos(g)) * cos(f), (BIG + s * cos(g)) * sin(f),
                  s * sin(g));
  }
  static gm_interpolate_block b;
  double one = INFINITY, block = INFINITY, sum = 0.0;
  for (int round = 0; round < 9; ++round) {
    double start = omp_get_wtime();
    for (int k = 0; k < N; ++k)
      sum += gm_interpolate_half_taylor(l, y[k]).distance;
    one = fmin(one, omp_get_wtime() - start);
    start = omp_get_wtime();
    for (int k = 0; k < N; k += GM_INTERPOLATE_BLOCK) {
      const int n = N - k < GM_INTERPOLATE_BLOCK ? N - k : GM_INTERPOLATE_BLOCK;
      for (int p = 0; p < n; ++p) {
        b.x[p] = y[k + p].x;
        b.y[p] = y[k + p].y;
        b.z[p] = y[k + p].z;
      }
      gm_interpolate_points(l, &b, n);
      for (int p = 0; p < n; ++p)
        sum -= b.distance[p];
    }
    block = fmin(block, omp_get_wtime() - start);
  }
  printf("%zu sites, %.2f bytes a site; ns a question: %.0f one by one, %.0f "
         "in blocks\n",
         l->n_sites, (double)gm_lattice_bytes(l) / (double)l->n_sites,
         one / N * 1e9, block / N * 1e9);
  CHECK_NEAR(sum, 0.0, 1.0e-6);
  free(y);
}

int main(void)
{
  gm_lattice l = ring_sites();
  check_block(&l);
  check_derivative(&l, 1);
  check_derivative(&l, 0);
  show_speed(&l);
  gm_lattice_clear(&l);
  return CHECK_REPORT();
}
