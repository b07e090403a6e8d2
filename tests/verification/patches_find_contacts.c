/* Patches find the contacts that the triangles have.
 *
 * On every shape, for overlaps of 0.1, 1 and 5 % of the radius, 2,000 random grains: one
 * contact for every patch nearer than the radius and not behind the tangent plane of a
 * nearer one are the exact local minima of the triangles, in at least 99.9 % of all
 * positions and 99.5 % of those with several contacts; and in all from which no patch is
 * touched twice.  With one contact for the whole surface every position with several
 * contacts would be wrong.
 */
#include "agreement.h"
#include "check.h"
#include "shapes.h"
#include <stdlib.h>

static const double deltas[] = {0.001, 0.01, 0.05};
enum { POSITIONS = 2000 };

static void check_shape(const shape *which, agreement *sum)
{
  gm_surface s;
  gm_patches p;
  shapes_surface(which, &s);
  gm_patches_init(&p);
  gm_patches_options options = gm_patches_defaults(which->r, which->r);
  options.two_sided = which->two_sided;
  options.report = true;
  if (!CHECK(gm_patches_build(&s, &options, &p) == GM_OK)) return;
  for (unsigned d = 0; d < 3; ++d) {
    agreement a = {0};
    agreement_measure(&s, &p, which->two_sided, which->r, deltas[d], POSITIONS,
                      d + 1, &a);
    printf("%-18s %7d %6d %5.1f %9ld %7.2f %8ld %7.2f %9ld %8ld\n", which->name,
           p.n, p.n_twice, 100.0 * deltas[d], a.all,
           agreement_percent(a.all, a.all_wrong), a.several,
           agreement_percent(a.several, a.several_wrong), a.unflagged_wrong,
           a.doubtful);
    sum->all += a.all;
    sum->all_wrong += a.all_wrong;
    sum->several += a.several;
    sum->several_wrong += a.several_wrong;
    sum->unflagged_wrong += a.unflagged_wrong;
    sum->doubtful += a.doubtful;
    CHECK(a.all > POSITIONS / 2);
    CHECK(agreement_percent(a.all, a.all_wrong) >= 99.9);
    CHECK(agreement_percent(a.several, a.several_wrong) >= 99.5);
    CHECK(a.unflagged_wrong == 0);
  }
  gm_patches_clear(&p);
  gm_surface_clear(&s);
}

int main(void)
{
  agreement sum = {0};
  printf("shape              patches flagged delta %%  all    agree  several   "
         "agree unflagged doubtful\n");
  for (int k = 0; k < shapes_count; ++k)
    check_shape(&shapes[k], &sum);
  printf(
      "together %ld positions: %.3f %%, %ld with several contacts: %.3f %%\n",
      sum.all, agreement_percent(sum.all, sum.all_wrong), sum.several,
      agreement_percent(sum.several, sum.several_wrong));
  return CHECK_REPORT();
}
