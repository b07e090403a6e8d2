/* Two spheres stacked on a floor sink in as far as their weight asks.
 *
 * Linear: m g / k between them, 2 m g / k at the floor.  Hertz: (F / k_H)^(2/3) with
 * k_H = (4/3) E sqrt(R), R half a radius between them and a whole one at the floor.
 *
 * Expected: the damped rest is the exact balance of forces, whatever the step; what is left
 * of the motion after 2 s is below 1e-12 of the overlap.  An overlap is the difference of
 * lengths 1e4 times greater, so round-off allows 1e-11; asked 1e-10.
 */
#include "check.h"
#include "pair.h"

static void check_stack(enum gm_config_law law, double dt)
{
  const double r = 0.01, g = 9.81, k = 1.0e4, e = 2.0e7, nu = 0.3;
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, law);
  p.scene.gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, e, nu);
  pair_between(&p, m, m, 0.2, 0.5, k);
  pair_structure(&p, gm_shape_plane(none, z), m);
  pair_grain(&p, gm_vec(0.0, 0.0, r), r, none, none, m);
  pair_grain(&p, gm_vec(0.0, 0.0, 3.0 * r), r, none, none, m);
  pair_start(&p, dt, 1);
  pair_advance(&p, (int)(2.0 / dt));
  pair_look(&p);
  if (!CHECK(p.contacts.n == 2)) return;

  const double weight = gm_grains_mass(&p.scene.grains, 0) * g;
  const double modulus = 0.5 * e / (1.0 - nu * nu);
  for (int c = 0; c < 2; ++c) {
    const int floor = p.contacts.structure[c] >= 0;
    const double load = floor ? 2.0 * weight : weight;
    const double kh = 4.0 / 3.0 * modulus * sqrt(floor ? r : 0.5 * r);
    const double exact =
        law == GM_LAW_HOOKE ? load / k : pow(load / kh, 2.0 / 3.0);
    printf("%-6s %-8s %7.0f %12.6f %12.6f %10.1e\n",
           law == GM_LAW_HERTZ ? "hertz" : "hooke", floor ? "floor" : "between",
           1.0e6 * dt, 1.0e6 * exact, 1.0e6 * p.contacts.overlap[c],
           p.contacts.overlap[c] / exact - 1.0);
    CHECK_NEAR(p.contacts.overlap[c] / exact, 1.0, 1.0e-10);
    CHECK_NEAR(gm_norm(p.contacts.force[c]) / load, 1.0, 1.0e-10);
  }
  pair_clear(&p);
}

int main(void)
{
  printf("law    contact   dt us     exact um  overlap um      error\n");
  for (int law = 0; law < 2; ++law) {
    check_stack((enum gm_config_law)law, 20.0e-6);
    check_stack((enum gm_config_law)law, 50.0e-6);
  }
  return CHECK_REPORT();
}
