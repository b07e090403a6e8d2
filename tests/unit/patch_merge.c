/* patch/merge.c: a second contact with the same patch is missed, and its place
 * is found.
 *
 * For a step taken as one patch, a grain of radius r in its corner misses the wall or
 * the floor; the centre of each place found lies 0.99 r from both, to the 1e-3 r at
 * which the search stops.  If the step is cut at its sharp edges, nothing is missed. */
#include "patch/merge.h"

#include "base/memory.h"
#include "check.h"
#include "patch/patches.h"
#include "shapes.h"

static const double r = 0.16, eta = 0.06;

int main(void)
{
  gm_surface s;
  gm_exact_contacts m;
  gm_patches p;
  gm_sampled_sets sights = {0};
  shapes_surface(shapes_find("step"), &s);
  gm_exact_contacts_init(&m);
  gm_patches_init(&p);
  gm_patches_options options = gm_patches_defaults(r, r);
  options.report = true;
  CHECK(gm_exact_contacts_build(&m, &s, false) == GM_OK);
  CHECK(gm_patches_build(&s, &options, &p) == GM_OK);
  CHECK(gm_merge_sets_add(&sights, &m, p.of, r, eta) == GM_OK);
  CHECK(sights.n_crowded > 20 && sights.n > 0);

  gm_index *one = NULL, n = 0, none = 0;
  gm_vec3 *place = NULL;
  CHECK(GM_RESIZE(one, 0, s.n) == GM_OK);
  CHECK(gm_merge_missed(&m, one, sights.crowded, sights.n_crowded, r, eta,
                        options.turn, &place, &n) == GM_OK);
  double worst = 0.0;
  int within = 0;
  for (gm_index k = 0; k < n; ++k) { /* floor z = 0.5, wall x = 1 */
    CHECK(fabs(place[k].y) < 0.75 + r);
    if (fabs(place[k].y) > 0.75) continue; /* past the end of the step */
    worst = fmax(worst, fabs(place[k].z - 0.5 - 0.99 * r));
    worst = fmax(worst, fabs(place[k].x - 1.0 - 0.99 * r));
    ++within;
  }
  CHECK(gm_merge_missed(&m, p.of, sights.crowded, sights.n_crowded, r, eta,
                        options.turn, &place, &none) == GM_OK);
  printf(
      "step: %d sites see two, %d places miss one if it is one patch, off the "
      "corner by %.1e r; %d if it is %d\n",
      sights.n_crowded, n, worst / r, none, p.n);
  CHECK(within > 20 && worst <= 1.0e-3 * r);
  CHECK(none == 0 && p.n_twice == 0);
  GM_FREE(one);
  GM_FREE(place);
  gm_merge_sets_clear(&sights);
  gm_patches_clear(&p);
  gm_exact_contacts_clear(&m);
  gm_surface_clear(&s);
  CHECK(gm_memory_bytes() == 0);
  return CHECK_REPORT();
}
