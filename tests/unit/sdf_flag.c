/* sdf/flag: cells with too large errors are flagged; elsewhere the tolerance holds.
 *
 * Grains of one radius or of two, on shapes with convex and concave edges and with
 * coarse and fine tessellations, at POSITIONS random positions (measure/coverage.h), half
 * of them at edges: no distance of a touching grain has an error above the tolerance.
 * For small grains all cells except flat parts are flagged; large grains leave cells
 * whose error is near the limit, and cells of which only a sliver matters. */
#include "carried.h"
#include "check.h"
#include "measure/coverage.h"

enum { POSITIONS = 40000 };

static const struct {
  /* of solid_sample; the blade is twisted, so that its edges cross cells in every
   * direction */
  const char *name;
  double smallest, largest; /* m  radii of the grains */
  double tolerance;
} rows[] = {
    {"box", 0.1, 0.1, 0.02},
    {"box", 0.05, 0.1, 0.02},
    {"box", 0.1, 0.1, 1.0},
    {"blade", 0.002, 0.002, 0.02},
    {"bracket", 0.07, 0.07, 0.02},
    {"bracket", 0.07, 0.1, 0.2},
    {"coarse sphere", 0.03, 0.04, 0.02},
    {"coarse sphere", 0.03, 0.04, 0.5},
    {"fine sphere", 0.03, 0.03, 0.4},
    {"fine sphere", 0.03, 0.06, 1.0},
    {"torus", 0.07, 0.08, 1.0},
};

static void check_row(int k)
{
  const carried_options o = {.r_min = rows[k].smallest,
                             .r_max = rows[k].largest,
                             .tolerance = rows[k].tolerance,
                             .facing = GM_FACING_OUTSIDE};
  pair_scene p;
  gm_coverage found;
  gm_coverage_init(&found);
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index steel = pair_material(&p, 7800.0, 1.0e7, 0.25);
  const gm_structure *s =
      carried_structure(&p, solid_sample(rows[k].name), &o, steel);
  if (CHECK(s->collider &&
            gm_coverage_find(s, POSITIONS, 0, &found) == GM_OK)) {
    const gm_coverage_row *all = &found.all;
    const double error = gm_coverage_force(all->error, o.r_min);
    printf("%-14s %5.3f %5.3f %9.2f %8u %10.1f %12.3g\n", rows[k].name, o.r_min,
           o.r_max, o.tolerance, all->queries,
           100.0 * all->exact / all->queries, error / o.tolerance);
    CHECK(error <= o.tolerance);
    CHECK(all->exact < all->queries && all->missing == 0);
  }
  gm_coverage_clear(&found);
  pair_clear(&p);
}

int main(void)
{
  puts("shape          grains (m)  tolerance answers triangles % error / "
       "tolerance");
  for (int k = 0; k < (int)(sizeof rows / sizeof *rows); ++k)
    check_row(k);
  return CHECK_REPORT();
}
