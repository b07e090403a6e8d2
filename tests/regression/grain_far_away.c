/* A grain at 1e300 m is placed without integer overflow.
 *
 * The cell index of such a position exceeds every integer type.  This program is
 * compiled so that an overflow ends it at once.  Whatever the cell, the result must be
 * that of the distances.
 */
#include "check.h"
#include "insert/occupancy.h"

#include <stdio.h>

int main(void)
{
  static const double far[] = {0.0,  1.0e3,  1.0e9,   1.0e12,
                               1e19, 1.0e25, 1.0e300, -1.0e300};
  enum { N = sizeof far / sizeof far[0] };
  const double r = 1.0e-3;
  gm_grains g = {0};
  gm_occupancy p;
  CHECK(gm_grains_reserve(&g, N, 0) == GM_OK);
  CHECK(gm_occupancy_init(&p, N, r) == GM_OK);
  const gm_vec3 rest = {0.0, 0.0, 0.0};
  for (int k = 0; k < N; ++k) {
    const gm_vec3 x = {far[k], 0.0, -far[k]};
    CHECK(gm_occupancy_overlap(&p, &g, x, r, 0.0) == -1);
    gm_grains_append(&g, k, x, r, 2500.0, rest, rest, 0, 0);
    gm_occupancy_add(&p, &g);
    CHECK(gm_occupancy_overlap(&p, &g, x, r, 0.0) == k);
    printf("%8g m: overlaps itself and no other\n", far[k]);
  }
  gm_occupancy_clear(&p);
  gm_grains_clear(&g);
  return CHECK_REPORT();
}
