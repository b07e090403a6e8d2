/* A surface is cut into the pieces that make contacts of their own.
 *
 * Areas are sums of the same products in another order: 1e-14 of the sum, a few hundred
 * roundings.
 */
#include "structure/patches.h"

#include "base/memory.h"
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

/* Are a's patches, triangle for triangle, those of b's triangles from[]? */
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

/* Triangles in another order, points numbered otherwise, on other numbers of threads, and, with
 * grains on both sides, turned over: the same sets of triangles, areas and places. */
static void check_same(const shape *which)
{
  gm_surface s, other;
  gm_patches p, q;
  shapes_surface(which, &s);
  gm_index *from = malloc((size_t)s.n * sizeof *from);
  gm_patches_options options = gm_patches_defaults(which->r, 1.5 * which->r);
  options.two_sided = which->two_sided;
  gm_patches_init(&p);
  omp_set_num_threads(1);
  CHECK(gm_patches_build(&s, &options, &p) == GM_OK);
  for (unsigned seed = 0; seed < 3; ++seed) {
    omp_set_num_threads((int)seed + 1);
    shapes_shuffle(&s, seed, which->two_sided && seed == 2, &other, from);
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

/* Each allocation fails in turn: an error, and nothing is left behind. */
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
  omp_set_num_threads(1); /* every failure in its turn */
  check_memory("filleted L, large");
  check_memory("rib fading out");
  return CHECK_REPORT();
}
