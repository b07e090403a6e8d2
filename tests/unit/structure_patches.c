/* A surface is cut into the pieces that make contacts of their own.
 *
 * Areas are sums of the same products in another order: 1e-14 of the sum, a few hundred
 * roundings.
 */
#include "structure/patches.h"

#include "base/memory.h"
#include "check.h"
#include "shapes.h"
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

int main(void)
{
  printf("shape          triangles   cut pieces slits fillets merged patches  "
         "expected twice tight\n");
  for (int k = 0; k < shapes_count; ++k)
    check_shape(&shapes[k]);
  return CHECK_REPORT();
}
