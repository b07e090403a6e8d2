/* patch/patches: a surface is divided into patches that make separate contacts.
 *
 * Areas are sums of the same products in a different order: a few hundred roundings,
 * 1e-14 of the sum. */
#include "patch/patches.h"

#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "shapes.h"
#include <omp.h>
#include <stdlib.h>

static void check_shape(const shape *which)
{
  gm_surface s;
  gm_patches p;
  shapes_surface(which, &s);
  gm_patches_init(&p);
  gm_patches_options options = gm_patches_defaults(which->r, which->r);
  options.two_sided = which->two_sided;
  options.report = true;
  if (!CHECK(gm_patches_build(&s, &options, &p) == GM_OK)) return;
  double area = 0.0;
  for (gm_index k = 0; k < p.n; ++k) {
    area += p.area[k];
    CHECK(k == 0 || p.area[k] <= p.area[k - 1]);
  }
  printf("%-18s %5d %5d %6d %5d %7d %6d %7d  %d-%d %5d %5d\n", which->name, s.n,
         p.n_cut, p.n_pieces, p.n_slits, p.n_fillets, p.n_merged, p.n,
         which->least, which->most, p.n_twice, p.n_tight);
  CHECK_NEAR(area, s.area, 1.0e-14 * s.area);
  CHECK(p.n_unparted == 0);
  CHECK(p.n >= which->least && p.n <= which->most);
  gm_patches_clear(&p);
  gm_surface_clear(&s);
}

/* Are the patches of a, triangle by triangle, those of the triangles from[] of b? */
static int same_sets(const gm_patches *a, const gm_patches *b,
                     const gm_index *from, gm_index triangles)
{
  gm_index *partner = malloc((size_t)b->n * sizeof *partner);
  int same = a->n == b->n;
  for (gm_index k = 0; k < b->n; ++k)
    partner[k] = -1;
  for (gm_index t = 0; same && t < triangles; ++t) {
    gm_index *own = &partner[b->of[from[t]]];
    if (*own < 0) *own = a->of[t];
    same = *own == a->of[t] && a->area[a->of[t]] == b->area[b->of[from[t]]];
  }
  free(partner);
  return same;
}

/* With triangles in another order, points renumbered, other numbers of threads and, for
 * two-sided surfaces, reversed triangles: the same sets of triangles, areas and places.
 */
static void check_same(const shape *which)
{
  gm_surface s, other;
  gm_patches p, q;
  shapes_surface(which, &s);
  gm_index *from = malloc((size_t)s.n * sizeof *from);
  gm_patches_options options = gm_patches_defaults(which->r, 1.5 * which->r);
  options.two_sided = which->two_sided;
  options.report = true;
  gm_patches_init(&p);
  omp_set_num_threads(1);
  CHECK(gm_patches_build(&s, &options, &p) == GM_OK);
  for (unsigned seed = 0; seed < 3; ++seed) {
    omp_set_num_threads((int)seed + 1);
    weld_shuffle(&s, seed, which->two_sided && seed == 2, &other, from);
    gm_patches_init(&q);
    CHECK(gm_patches_build(&other, &options, &q) == GM_OK);
    if (!CHECK(same_sets(&q, &p, from, s.n)))
      printf("%s: not the same patches\n", which->name);
    CHECK(p.n_twice == q.n_twice && p.n_tight == q.n_tight);
    for (gm_index k = 0; k < p.n_twice && k < q.n_twice; ++k)
      CHECK(gm_norm(gm_sub(p.twice[k], q.twice[k])) == 0.0);
    gm_patches_clear(&q);
    gm_surface_clear(&other);
  }
  free(from);
  gm_patches_clear(&p);
  gm_surface_clear(&s);
}

static bool is_collapsed(const gm_vec3 *c)
{
  return gm_norm2(gm_sub(c[0], c[1])) == 0.0 ||
         gm_norm2(gm_sub(c[1], c[2])) == 0.0 ||
         gm_norm2(gm_sub(c[2], c[0])) == 0.0;
}

/* Triangles between the points of a small grid: edges of one to many triangles, folded,
 * repeated, intersecting and without area. */
static solid soup(unsigned seed)
{
  const gm_index n = 1 + (gm_index)seed % 24;
  solid s = {n, malloc(3 * (size_t)n * sizeof *s.corner)};
  for (gm_index t = 0; t < n; ++t) { /* three different points */
    gm_vec3 *c = &s.corner[3 * t];
    for (uint32_t draw = 0; draw == 0 || is_collapsed(c); ++draw) {
      for (uint32_t m = 0; m < 3; ++m) {
        double u[4];
        gm_random_uniform(seed, (uint64_t)t, 3 * draw + m, u);
        c[m] = gm_vec(floor(3.0 * u[0]), floor(3.0 * u[1]), floor(2.0 * u[2]));
      }
    }
  }
  return s;
}

/* A square of hills of random height: convex and concave cuts that begin and end
 * anywhere. */
static solid hills(unsigned seed)
{
  enum { N = 8 };
  gm_vec3 x[N + 1][N + 1];
  solid s = {0, malloc(6 * N * N * sizeof *s.corner)};
  for (int i = 0; i <= N; ++i) {
    for (int j = 0; j <= N; ++j) {
      double u[4];
      gm_random_uniform(seed, (uint64_t)(i * (N + 1) + j), 0, u);
      x[i][j] = gm_vec(i, j, 0.05 * (1 + seed % 12) * u[0]);
    }
  }
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j, s.n += 2) {
      gm_vec3 *c = &s.corner[3 * s.n];
      c[0] = c[3] = x[i][j];
      c[1] = x[i + 1][j];
      c[2] = c[4] = x[i + 1][j + 1];
      c[5] = x[i][j + 1];
    }
  }
  return s;
}

/* Every triangle has a patch, every cut separates, areas add up. */
static void check_random(const char *name, solid (*make)(unsigned))
{
  gm_index patches = 0, cuts = 0, slits = 0, fillets = 0, merged = 0;
  int wrong = 0;
  for (unsigned k = 0; k < 300; ++k) {
    gm_surface s;
    gm_patches p;
    weld_solid(make(k), &s);
    gm_patches_options options = gm_patches_defaults(0.4, k % 3 ? 0.4 : 1.5);
    options.two_sided = k % 2;
    options.report = true;
    gm_patches_init(&p);
    wrong += gm_patches_build(&s, &options, &p) != GM_OK;
    wrong += p.n < 1 || p.n > s.n || p.n_unparted != 0;
    double area = 0.0;
    for (gm_index i = 0; i < p.n; ++i)
      area += p.area[i];
    wrong += !(fabs(area - s.area) <= 1.0e-13 * s.area);
    for (gm_index t = 0; t < s.n; ++t)
      wrong += p.of[t] < 0 || p.of[t] >= p.n;
    patches += p.n;
    cuts += p.n_cut;
    slits += p.n_slits;
    fillets += p.n_fillets;
    merged += p.n_merged;
    gm_patches_clear(&p);
    gm_surface_clear(&s);
  }
  printf("300 %s: %d patches, %d cuts, %d pieces won at slits, %d at fillets, "
         "%d joined, %d wrong\n",
         name, patches, cuts, slits, fillets, merged, wrong);
  CHECK(wrong == 0);
}

/* Each allocation fails in turn: the result is an error, and nothing leaks. */
static void check_memory(const char *name)
{
  gm_surface s;
  shapes_surface(shapes_find(name), &s);
  const gm_patches_options options = gm_patches_defaults(0.16, 0.16);
  const size_t held = gm_memory_bytes();
  int failures = 0;
  gm_status status = GM_ERR_MEMORY;
  for (size_t n = 1; n < 200 && status != GM_OK; ++n) {
    gm_patches p;
    gm_patches_init(&p);
    gm_memory_fail_at(n);
    status = gm_patches_build(&s, &options, &p);
    gm_memory_fail_at(0);
    if (status != GM_OK) {
      ++failures;
      CHECK(status == GM_ERR_MEMORY && p.of == NULL);
    }
    gm_patches_clear(&p);
    CHECK(gm_memory_bytes() == held);
  }
  printf("%s: %d allocations failed in turn\n", name, failures);
  CHECK(status == GM_OK && failures > 30);
  gm_surface_clear(&s);
}

int main(void)
{
  printf("shape          triangles   cut pieces slits fillets merged patches  "
         "expected twice tight\n");
  for (int k = 0; k < shapes_count; ++k)
    check_shape(&shapes[k]);
  for (int k = 0; k < shapes_count; ++k)
    check_same(&shapes[k]);
  check_random("soups", soup);
  check_random("hills", hills);
  /* one thread, so that the order of allocations is fixed */
  omp_set_num_threads(1);
  check_memory("filleted L, large");
  check_memory("rib fading out");
  return CHECK_REPORT();
}
