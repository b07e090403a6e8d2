/* Ten grains in a row: at rest in a column, and one after the other in a cradle.
 *
 * Column: the contact below grain n from the top carries n m g; overlaps n m g / k_n, or
 * (n m g / k_H)^(2/3) with k_H = (4/3) E sqrt(R).  Asked 1e-6, what is left of the motion.
 *
 * Cradle: equal elastic grains, apart by a tenth of a radius, so that they collide two at a
 * time: the last takes all the speed of the first.  Asked 1e-4 of it: nine impacts of a
 * leapfrog, some 1e-6 each at 200 steps a contact.
 */
#include "check.h"
#include "pair.h"

enum { N = 10 };

static const double r = 5.0e-3, g = 9.81, young = 1.0e8, nu = 0.25, kn = 1.0e5;

static gm_index build(pair_scene *p, enum gm_config_law law, double e)
{
  pair_init(p, law);
  const gm_index m = pair_material(p, 2500.0, young, nu);
  pair_between(p, m, m, e, 0.5, kn);
  return m;
}

static double overlap(enum gm_config_law law, double force, bool floor)
{
  if (law == GM_LAW_HOOKE) return force / kn;
  const double e = 0.5 * young / (1.0 - nu * nu);
  return pow(force / (4.0 / 3.0 * e * sqrt(floor ? r : 0.5 * r)), 2.0 / 3.0);
}

static void check_column(enum gm_config_law law)
{
  const gm_vec3 none = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
  pair_scene p;
  const gm_index m = build(&p, law, 0.2);
  p.scene.gravity = gm_vec(0.0, 0.0, -g);
  pair_structure(&p, gm_shape_plane(none, z), m);
  for (int k = 0; k < N; ++k)
    pair_grain(&p, gm_vec(0.0, 0.0, (2 * k + 1) * r), r, none, none, m);
  const double weight = gm_grains_mass(&p.scene.grains, 0) * g;
  pair_start(&p, 4.0e-6, 1);
  pair_advance(&p, 100000);
  double worst = 0.0, below = 0.0;
  for (int k = 0; k < N; ++k) {
    const double d = below + (k ? 2.0 * r : r) - pair_position(&p, k).z;
    const double expected = overlap(law, (N - k) * weight, k == 0);
    worst = fmax(worst, fabs(d / expected - 1.0));
    below = pair_position(&p, k).z;
  }
  printf("%s: overlaps of the column off by %.1e at most\n",
         law ? "hooke" : "hertz", worst);
  CHECK_NEAR(worst, 0.0, 1.0e-6);
  pair_clear(&p);
}

static void check_cradle(enum gm_config_law law)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const double v = 0.5;
  pair_scene p;
  const gm_index m = build(&p, law, 1.0);
  for (int k = 0; k < N; ++k)
    pair_grain(&p, gm_vec(2.1 * r * k, 0.0, 0.0), r,
               k ? none : gm_vec(v, 0.0, 0.0), none, m);
  pair_start(&p, 5.0e-7, 1);
  pair_advance(&p, 30000);
  pair_look(&p);
  double rest = 0.0;
  for (int k = 0; k < N - 1; ++k)
    rest = fmax(rest, gm_norm(p.grains.velocity[k]) / v);
  const double last = p.grains.velocity[N - 1].x / v;
  printf("%s: the last leaves at %.7f v, the others at %.1e\n",
         law ? "hooke" : "hertz", last, rest);
  CHECK(p.measure.contacts_grain == 0);
  CHECK_NEAR(last, 1.0, 1.0e-4);
  CHECK_NEAR(rest, 0.0, 1.0e-4);
  pair_clear(&p);
}

int main(void)
{
  for (int law = 0; law < 2; ++law) {
    check_column((enum gm_config_law)law);
    check_cradle((enum gm_config_law)law);
  }
  return CHECK_REPORT();
}
