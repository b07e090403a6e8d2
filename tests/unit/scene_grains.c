/* scene/grains keeps its promises: rows stay whole when they grow, move and leave, and a
 * refused allocation changes nothing.
 */
#include "base/memory.h"
#include "check.h"
#include "scene/grains.h"

enum { N = 50 };

static void fill(gm_grains *g, int n)
{
  for (int i = g->n; i < n; ++i) {
    gm_grains_append(g, 100 + i, gm_vec(i, 2.0 * i, 3.0 * i), 0.1 + i, 1000.0,
                     gm_vec(i, 0, 0), gm_vec(0, i, 0), i % 7, i % 3);
  }
}

/* Row `row` is grain number i, in every column. */
static bool is_grain(const gm_grains *g, gm_index row, int i)
{
  const double r = 0.1 + i;
  const double mass = 1000.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const gm_row4 x = g->g[row].x, v = g->g[row].v, w = g->w[row];
  return g->id[row] == 100 + i && x[0] == i && x[1] == 2.0 * i &&
         x[2] == 3.0 * i && x[3] == r && v[0] == i && v[1] == 0.0 &&
         w[1] == i && w[3] == r && g->material[row] == i % 7 &&
         g->label[row] == i % 3 && g->orientation[row].w == 1.0 &&
         fabs(gm_grains_mass(g, row) / mass - 1.0) < 1.0e-15 &&
         fabs(gm_grains_inertia(g, row) / (0.4 * mass * r * r) - 1.0) < 1.0e-15;
}

static int wrong_rows(const gm_grains *g, int n)
{
  int wrong = g->n != n;
  for (int i = 0; i < n; ++i)
    wrong += !is_grain(g, i, i);
  return wrong;
}

int main(void)
{
  const size_t before = gm_memory_bytes();
  gm_grains g = {0};
  CHECK(gm_grains_reserve(&g, N, 1) == GM_OK);
  fill(&g, N);
  CHECK(wrong_rows(&g, N) == 0);

  /* Loads: no room, then room, which grows with the others. */
  gm_memory_fail_at(1);
  CHECK(gm_grains_keep_loads(&g) == GM_ERR_MEMORY && !g.load);
  gm_memory_fail_at(0);
  CHECK(gm_grains_keep_loads(&g) == GM_OK && g.load);

  /* Growing: refused in each of its requests, then granted. */
  for (size_t n = 1; n <= 7; ++n) {
    gm_memory_fail_at(n);
    CHECK(gm_grains_reserve(&g, 2 * N, 1) == GM_ERR_MEMORY);
    CHECK(g.capacity == N && wrong_rows(&g, N) == 0);
  }
  gm_memory_fail_at(0);
  CHECK(gm_grains_reserve(&g, 2 * N, 1) == GM_OK);
  fill(&g, 2 * N);
  CHECK(wrong_rows(&g, 2 * N) == 0);

  /* Rearranging: likewise; every third grain stays, the last first. */
  gm_index from[2 * N], kept = 0;
  for (gm_index i = 2 * N - 1; i >= 0; i -= 3)
    from[kept++] = i;
  gm_memory_fail_at(1);
  CHECK(gm_grains_permute(&g, from, kept) == GM_ERR_MEMORY);
  CHECK(wrong_rows(&g, 2 * N) == 0);
  gm_memory_fail_at(0);
  CHECK(gm_grains_permute(&g, from, kept) == GM_OK);
  CHECK(g.n == kept);
  for (gm_index k = 0; k < kept; ++k)
    CHECK(is_grain(&g, k, from[k]));

  gm_grains_clear(&g);
  gm_grains_clear(&g);
  CHECK(g.n == 0 && !g.g && gm_memory_bytes() == before);
  return CHECK_REPORT();
}
