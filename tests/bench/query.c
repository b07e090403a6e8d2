/* tests/bench/query.c -- what a distance costs: virtual particles beside exact triangles.
 *
 *   bench_query [SITES]...          default 1e5 1e6
 *
 * A torus (radii 2 : 1) in 1,000 to 1,000,000 triangles, its sites about as many as
 * asked.  20,000 grains as large as the spacing allows stand around its surface where
 * they could touch, in the order of their places.  Both answer all of them, in turn,
 * seven times; the medians are printed in ns, and their ratio.  Then the sites built per
 * second beside bare nearest points of the same number, asked at the same places.  For
 * one thread (OMP_NUM_THREADS=1).
 */
#include "base/memory.h"
#include "import/assemble.h"
#include "query/distance.h"
#include "sdf/interpolate.h"
#include "sdf/lattice_build.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GRAINS = 20000, ROUNDS = 7 };

static const double ring = 0.04, tube = 0.02; /* m */

/* Time of this thread on a core, in s: others on the machine do not count. */
static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1.0e-9 * (double)t.tv_nsec;
}

static gm_vec3 torus(double u, double v, double r)
{
  const double a = ring + r * cos(v);
  return gm_vec(a * cos(u), a * sin(u), r * sin(v));
}

/* About n triangles. */
static gm_status make_torus(gm_index n, gm_surface *surface)
{
  const int v = (int)lrint(sqrt(n / 4.0)), u = 2 * v;
  gm_vec3 *corner = NULL;
  GM_TRY(GM_RESIZE(corner, 0, 6 * (size_t)u * (size_t)v));
  gm_index k = 0;
  for (int i = 0; i < u; ++i) {
    for (int j = 0; j < v; ++j) {
      const double a = 2.0 * GM_PI * i / u, b = 2.0 * GM_PI * j / v;
      const double c = 2.0 * GM_PI * ((i + 1) % u) / u;
      const double d = 2.0 * GM_PI * ((j + 1) % v) / v;
      corner[k++] = torus(a, b, tube);
      corner[k++] = torus(c, b, tube);
      corner[k++] = torus(c, d, tube);
      corner[k++] = torus(a, b, tube);
      corner[k++] = torus(c, d, tube);
      corner[k++] = torus(a, d, tube);
    }
  }
  const gm_status status = gm_assemble_corners(surface, corner, k / 3, "torus");
  GM_FREE(corner);
  return status;
}

/* Place number k of a sequence that fills the unit interval evenly. */
static double even(int k, double ratio)
{
  const double x = 0.5 + k * ratio;
  return x - floor(x);
}

/* Centres in reach of a touch, along the ring: neighbours in memory are neighbours. */
static void place_grains(double radius, gm_vec3 *y)
{
  for (int k = 0; k < GRAINS; ++k) {
    const double u = 2.0 * GM_PI * (k + 0.5) / GRAINS;
    const double v = 2.0 * GM_PI * even(k, 0.61803398874989485);
    const double d = radius * (0.95 + 0.4 * even(k, 0.75487766624669276));
    y[k] = torus(u, v, tube + d);
  }
}

static double run_sites(const gm_lattice *l, const gm_vec3 *y, double *sum)
{
  gm_interpolate_block b;
  const double start = now();
  for (int k = 0; k < GRAINS; k += GM_INTERPOLATE_BLOCK) {
    const int n =
        GRAINS - k < GM_INTERPOLATE_BLOCK ? GRAINS - k : GM_INTERPOLATE_BLOCK;
    for (int q = 0; q < n; ++q) {
      b.x[q] = y[k + q].x;
      b.y[q] = y[k + q].y;
      b.z[q] = y[k + q].z;
    }
    gm_interpolate_points(l, &b, n);
    for (int q = 0; q < n; ++q)
      *sum += b.distance[q];
  }
  return (now() - start) / GRAINS;
}

static double run_exact(const gm_distance *d, const gm_vec3 *y, double *sum)
{
  const double start = now();
  for (int k = 0; k < GRAINS; ++k)
    *sum += gm_distance_nearest(d, y[k]).distance;
  return (now() - start) / GRAINS;
}

static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *t)
{
  qsort(t, ROUNDS, sizeof *t, rising);
  return t[ROUNDS / 2];
}

/* Nearest points alone at the places of the sites, s for each. */
static double time_bare(const gm_lattice *l, const gm_distance *d)
{
  double sum = 0.0;
  size_t n = 0;
  const double start = now();
  for (gm_index i = 0; i < 8 * l->size[0]; ++i) {
    for (gm_index j = 0; j < 8 * l->size[1]; ++j) {
      for (gm_index k = 0; k < 8 * l->size[2]; ++k) {
        const gm_vec3 y = gm_lattice_place(l, i, j, k);
        const double a = sqrt(y.x * y.x + y.y * y.y) - ring;
        const double off = sqrt(a * a + y.z * y.z) - tube;
        if (off < l->low || off > l->high) continue;
        sum += gm_distance_nearest(d, y).distance;
        ++n;
      }
    }
  }
  const double seconds = now() - start;
  return n && isfinite(sum) ? seconds / (double)n : NAN;
}

/* A torus ready to be asked both ways; seconds receives the time of building sites. */
static gm_status make_both(const gm_surface *surface, double spacing,
                           double radius, gm_lattice *l, gm_distance **exact,
                           double *seconds)
{
  GM_TRY(gm_distance_create(surface, NULL, exact));
  const gm_field field = {.query = gm_distance_query,
                          .of = *exact,
                          .min = surface->min,
                          .max = surface->max};
  const double start = now();
  GM_TRY(gm_lattice_build(l, &field, spacing, surface->centroid,
                          0.5 * radius - sqrt(3.0) * spacing,
                          2.0 * radius + sqrt(3.0) * spacing));
  *seconds = now() - start;
  return GM_OK;
}

static void print_row(const gm_lattice *l, const gm_distance *exact,
                      gm_index triangles, const gm_vec3 *y, double seconds)
{
  double sites_time[ROUNDS], exact_time[ROUNDS], a = 0.0, b = 0.0;
  for (int k = 0; k < ROUNDS; ++k) {
    sites_time[k] = run_sites(l, y, &a);
    exact_time[k] = run_exact(exact, y, &b);
  }
  const double t = median(sites_time), e = median(exact_time);
  const double build = seconds / (double)l->n_sites, bare = time_bare(l, exact);
  printf("%9.2e %9d %9.1f %9.1f %7.1f %10.1e %9.0f %8.0f %10.2f\n",
         (double)l->n_sites, triangles, 1e9 * t, 1e9 * e, e / t,
         fabs(a - b) / (ROUNDS * GRAINS) / l->spacing, 1e9 * build, 1e9 * bare,
         bare / build);
  fflush(stdout);
}

/* Grains are as large, and the band as wide, as for a mesh in a scene with that
 * spacing. */
static gm_status measure(gm_index triangles, double sites, gm_vec3 *y)
{
  const double area = 4.0 * GM_PI * GM_PI * ring * tube;
  const double radius_per_spacing = sqrt(3.0) / 0.93;
  const double band_per_spacing = 1.5 * radius_per_spacing + 2.0 * sqrt(3.0);
  const double spacing = sqrt(area * band_per_spacing / sites);
  const double radius = spacing * radius_per_spacing;
  gm_surface surface;
  gm_surface_init(&surface);
  gm_lattice l;
  gm_lattice_init(&l);
  gm_distance *exact = NULL;
  double seconds = 0.0;
  gm_status status = make_torus(triangles, &surface);
  if (status == GM_OK)
    status = make_both(&surface, spacing, radius, &l, &exact, &seconds);
  if (status == GM_OK) {
    place_grains(radius, y);
    print_row(&l, exact, surface.n, y, seconds);
  }
  gm_lattice_clear(&l);
  gm_distance_free(&exact);
  gm_surface_clear(&surface);
  return status;
}

int main(int argc, char **argv)
{
  static gm_vec3 y[GRAINS];
  printf("%9s %9s %9s %9s %7s %10s %9s %8s %10s\n", "sites", "triangles",
         "sites_ns", "exact_ns", "ratio", "diff/D", "build_ns", "bare_ns",
         "bare/build");
  for (int k = 1; k < (argc > 1 ? argc : 3); ++k) {
    const double sites = argc > 1 ? atof(argv[k]) : k == 1 ? 1e5 : 1e6;
    for (gm_index n = 1000; n <= 1000000; n *= 10) {
      if (measure(n, sites, y) == GM_OK) continue;
      fprintf(stderr, "bench_query: %s\n", gm_status_message());
      return 1;
    }
  }
  return 0;
}
