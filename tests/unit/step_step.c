/* step/step keeps its promises: a settled step allocates nothing, a look changes nothing.
 *
 * A heap of 216 grains in a box is stepped until it has built its lists; then steps
 * without a new list must make no request for memory, nor must most steps with one, as
 * columns keep room to grow; and looking at an instant makes requests the first time
 * only.
 */
#include "base/memory.h"
#include "check.h"
#include "pair.h"
#include <string.h>

static void heap(pair_scene *p)
{
  pair_heap(p, 6, 6);
  pair_start(p, 1.0e-5, 2);
}

static void check_memory(void)
{
  pair_scene p;
  heap(&p);
  pair_advance(&p, 500);
  size_t quiet = 0, quiet_calls = 0, builds = 0, build_calls = 0;
  for (int n = 500; n < 1900; ++n) {
    const size_t calls = gm_memory_calls();
    const int64_t built = p.step->lists.builds;
    pair_advance(&p, 1);
    const size_t more = gm_memory_calls() - calls;
    if (p.step->lists.builds == built) {
      ++quiet;
      quiet_calls += more;
    } else {
      ++builds;
      build_calls += more;
    }
  }
  printf("%zu steps without a new list asked for memory %zu times, %zu with "
         "one %zu times\n",
         quiet, quiet_calls, builds, build_calls);
  CHECK(quiet > 1000 && builds > 3);
  CHECK(quiet_calls == 0);
  CHECK(build_calls <=
        10); /* twice or so its list grows, some columns each time */

  pair_look(&p);
  size_t looks = 0, look_calls = 0;
  for (int n = 0; n < 50; ++n) {
    const int64_t built = p.step->lists.builds;
    const size_t calls = gm_memory_calls();
    CHECK(gm_step_advance(p.step, p.scene) == GM_OK);
    pair_look(&p);
    if (p.step->lists.builds != built) continue;
    ++looks;
    look_calls += gm_memory_calls() - calls;
  }
  CHECK(looks > 30 && look_calls == 0);
  pair_clear(&p);
}

/* What was looked at is what the plain step computes, row by row. */
static void check_looks(void)
{
  pair_scene p, q;
  heap(&p);
  heap(&q);
  pair_advance(&p, 301);
  for (int n = 0; n < 301; ++n) {
    pair_advance(&q, 1);
    pair_look(&q);
    CHECK(gm_step_loads(q.step, q.scene) == GM_OK); /* twice is once */
  }
  pair_look(&p);
  const gm_grains *a = &p.scene->grains, *b = &q.scene->grains;
  const size_t n = (size_t)a->n;
  CHECK(!memcmp(a->g, b->g, n * sizeof *a->g));
  CHECK(!memcmp(a->w, b->w, n * sizeof *a->w));
  CHECK(p.scene->balance.dissipated == q.scene->balance.dissipated);
  CHECK(p.measure->kinetic == q.measure->kinetic &&
        p.measure->elastic == q.measure->elastic);
  pair_clear(&p);
  pair_clear(&q);
}

int main(void)
{
  check_memory();
  check_looks();
  return CHECK_REPORT();
}
