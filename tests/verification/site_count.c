/* A sphere has as many virtual particles as there are grid points in its narrow band.
 *
 * Sphere of radius R, sites D apart, band [-1.25 D, 2.25 D]: the count of the points with
 * -1.25 D <= |x| - R <= 2.25 D, centred on the middle of a cell or on a site.  For
 * R = 43.35 D in the middle of a cell it is 85,336, the count of the original description
 * of the method (JP 6671064 B2), whose memory table follows from it:
 *
 *   sites       85,336 * 4 * 8 bytes               2,730,752
 *   full grid   160 * 200 * 100 * 4 * 8          102,400,000
 *   advected    ... + 7 * 8 a point              281,600,000
 *   time series ... + 1 * 8 a point              128,000,000
 *
 * Counts are exact: the bounds in R between which they hold are far wider than rounding.
 * Bytes are those of the allocator: a column costs its rows, rounded up to whole pages of
 * 2 MiB if it is that long, and a header.
 */
#include "base/memory.h"
#include "check.h"
#include "sdf/lattice.h"
#include "sdf/lattice_build.h"
#include <omp.h>
#include <string.h>

static gm_query_result sphere(const void *of, gm_vec3 y)
{
  const double r = *(const double *)of, l = gm_norm(y);
  return (gm_query_result){l - r, gm_scale(1.0 / l, y), 0, 0, 0};
}

static gm_field field_of(const double *radius)
{
  const double r = *radius;
  return (gm_field){.query = sphere,
                    .of = radius,
                    .min = gm_vec(-r, -r, -r),
                    .max = gm_vec(r, r, r)};
}

/* Every lattice point of the bounds, asked one by one. */
static size_t count_plainly(double r, double shift)
{
  const int m = (int)r + 4;
  size_t n = 0;
#pragma omp parallel for reduction(+ : n)
  for (int i = -m; i <= m; ++i) {
    for (int j = -m; j <= m; ++j) {
      for (int k = -m; k <= m; ++k) {
        const gm_vec3 x = {i + shift, j + shift, k + shift};
        const double d = gm_norm(x) - r;
        n += d >= -1.25 && d <= 2.25;
      }
    }
  }
  return n;
}

static void check_sphere(double r, double shift, size_t listed)
{
  const gm_field f = field_of(&r);
  gm_lattice l;
  const gm_vec3 phase = {shift, shift, shift};
  if (!CHECK(gm_lattice_build(&l, &f, 1.0, phase, -1.25, 2.25) == GM_OK)) {
    printf("%s\n", gm_status_message());
    return;
  }
  const size_t plain = count_plainly(r, shift);
  printf("%8.3f  %-5s %8zu %8zu %8zu\n", r, shift > 0.0 ? "cell" : "site",
         l.n_sites, plain, listed);
  CHECK(l.n_sites == plain);
  CHECK(l.n_sites == listed);
  gm_lattice_clear(&l);
}

static void check_bytes(void)
{
  const double r = 43.35;
  const gm_field f = field_of(&r);
  const gm_vec3 phase = {0.5, 0.5, 0.5};
  const size_t held = gm_memory_bytes();
  gm_lattice l;
  if (!CHECK(gm_lattice_build(&l, &f, 1.0, phase, -1.25, 2.25) == GM_OK)) {
    return;
  }
  const size_t allocated = gm_memory_bytes() - held;
  const double n = (double)l.n_sites;
  printf("\nsites %zu, with doubled faces %zu, bricks %d, table %d x %d x %d\n"
         "bytes a site: payload %.3f, sites and doubled faces %.3f, all %.3f, "
         "allocated %.3f\n",
         l.n_sites, l.n_stored, l.n_bricks, l.size[0], l.size[1], l.size[2],
         (double)gm_lattice_payload(&l) / n,
         (double)(l.n_stored * sizeof *l.site) / n,
         (double)gm_lattice_bytes(&l) / n, (double)allocated / n);
  CHECK(sizeof(gm_site) == 16 && sizeof(gm_brick) == 328);
  CHECK(gm_lattice_payload(&l) == 16 * l.n_sites);
  CHECK((double)gm_lattice_bytes(&l) <= 26.0 * n);
  CHECK(l.key == NULL); /* so the columns are table, bricks and sites */
  const size_t page = (size_t)2 << 20;
  const size_t columns =
      gm_lattice_bytes(&l) + 3 * 64; /* a header of 64 bytes each */
  CHECK(allocated >= columns && allocated < columns + 3 * page);

  const gm_lattice_schemes s =
      gm_lattice_compare(l.n_sites, (size_t)160 * 200 * 100);
  printf("bytes: sites %zu, full grid %zu, advected %zu, time series %zu\n",
         s.sites, s.grid, s.advected, s.series);
  CHECK(s.sites == 2730752);
  CHECK(s.grid == 102400000);
  CHECK(s.advected == 281600000);
  CHECK(s.series == 128000000);
  gm_lattice_clear(&l);
  CHECK(gm_memory_bytes() == held);
}

/* As many sites as a fine structure has. */
static void check_large(void)
{
  const double r = 130.0;
  const gm_field f = field_of(&r);
  const gm_vec3 phase = {0.5, 0.5, 0.5};
  const size_t held = gm_memory_bytes();
  gm_lattice l;
  const double start = omp_get_wtime();
  CHECK(gm_lattice_build(&l, &f, 1.0, phase, -1.25, 2.25) == GM_OK);
  const double took = omp_get_wtime() - start;
  const double n = (double)l.n_sites;
  const double allocated = (double)(gm_memory_bytes() - held) / n;
  printf("R = 130 D: %zu sites in %.2f s, bytes a site: all %.3f, allocated "
         "%.3f\n",
         l.n_sites, took, (double)gm_lattice_bytes(&l) / n, allocated);
  CHECK((double)gm_lattice_bytes(&l) <= 26.0 * n);
  CHECK(l.n_sites == count_plainly(r, 0.5));
  gm_lattice_clear(&l);
}

int main(void)
{
  printf("     R/D  centre   sites    plain   listed\n");
  check_sphere(43.35, 0.5, 85336);
  check_sphere(43.3434, 0.5, 85336);
  check_sphere(43.3540, 0.5, 85336);
  check_sphere(43.25, 0.5, 84016);
  check_sphere(43.5, 0.5, 84904);
  check_sphere(44.0, 0.5, 87184);
  check_sphere(43.25, 0.0, 85324);
  check_sphere(43.5, 0.0, 85102);
  check_bytes();
  check_large();
  return CHECK_REPORT();
}
