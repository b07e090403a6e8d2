/* Elastic impact of spheres under the Hertz law: how deep, how hard, how long.
 *
 *   k = (4/3) E sqrt(R),  d_max = (5 m v^2 / (4 k))^(2/5),  F_max = k d_max^(3/2),
 *   t_c = 2.94328 d_max / v
 *
 * with E, R, m effective and v the relative speed.  Tests 1 and 2 of Y. C. Chung and
 * J. Y. Ooi, Granular Matter 13 (2011) 643-656: two equal spheres of 10 mm at 10 m/s each,
 * and a sphere of 0.1 m on a rigid plane at 0.2 m/s; with both tangential forms, which have
 * nothing to do.
 *
 * Expected: a leapfrog of second order and 1000 steps a contact leave an error near 1e-6;
 * the largest sample misses the largest value by at most (1/2) (pi / 2000)^2 ~ 1e-6.  The
 * list of numbers is rounded to 5 digits.  Asked here: 1e-5 of the closed form, 2e-4 of
 * the numbers.
 */
#include "check.h"
#include "pair.h"

typedef struct impact {
  const char *name;
  double youngs_modulus, poisson_ratio, density; /* Pa, 1, kg/m3 */
  int wall; /* 0: a pair; 1: rigid; 2: a thousand times as stiff */
  double depth, force, time; /* m, N, s  as published */
} impact;

static const impact impacts[] = {
    {"glass, pair", 48.0e9, 0.20, 2800.0, 0, 274.11e-6, 10.697e3, 40.338e-6},
    {"limestone, pair", 20.0e9, 0.25, 2500.0, 0, 368.30e-6, 7.1082e3,
     54.200e-6},
    {"aluminium, wall", 70.0e9, 0.30, 2699.0, 1, 49.717e-6, 11.370e3,
     731.64e-6},
    {"magnesium, wall", 40.0e9, 0.35, 1800.0, 1, 52.123e-6, 7.2327e3,
     767.05e-6},
    {"aluminium, 1000 E", 70.0e9, 0.30, 2699.0, 2, 49.737e-6, 11.365e3,
     731.93e-6},
    {"magnesium, 1000 E", 40.0e9, 0.35, 1800.0, 2, 52.144e-6, 7.2298e3,
     767.35e-6},
};

static void check_impact(const impact *k, int form)
{
  const double r = k->wall ? 0.1 : 0.01, speed = k->wall ? 0.2 : 10.0;
  const double mass = k->density * 4.0 / 3.0 * GM_PI * r * r * r;
  const double plane_modulus =
      k->youngs_modulus / (1.0 - k->poisson_ratio * k->poisson_ratio);
  /* A wall of infinite modulus, or a thousand times as stiff. */
  const double stiff = k->wall == 2 ? 1000.0 : INFINITY;
  const double e =
      k->wall ? plane_modulus / (1.0 + 1.0 / stiff) : 0.5 * plane_modulus;
  const double radius = k->wall ? r : 0.5 * r, m = k->wall ? mass : 0.5 * mass;
  const double v = k->wall ? speed : 2.0 * speed;
  const double kh = 4.0 / 3.0 * e * sqrt(radius);
  const double depth = pow(1.25 * m * v * v / kh, 0.4);
  const double force = kh * pow(depth, 1.5), time = 2.94328 * depth / v;

  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config.contacts.tangential = form;
  const gm_index a =
      pair_material(&p, k->density, k->youngs_modulus, k->poisson_ratio);
  const gm_index b = pair_material(&p, 1.0, stiff * k->youngs_modulus,
                                   k->wall == 2 ? k->poisson_ratio : 0.0);
  pair_between(&p, a, a, 1.0, 0.35, 0.0);
  pair_between(&p, a, b, 1.0, 0.35, 0.0);
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  const double start = 1.0e-3 * depth; /* above touch, so that entry is seen */
  if (k->wall) {
    pair_structure(&p, gm_shape_plane(none, z), b);
    pair_grain(&p, gm_vec(0.3, -0.2, r + start), r, gm_scale(-speed, z), none,
               a);
  } else {
    pair_grain(&p, gm_vec(0.0, 0.0, -r - 0.5 * start), r, gm_scale(speed, z),
               none, a);
    pair_grain(&p, gm_vec(0.0, 0.0, r + 0.5 * start), r, gm_scale(-speed, z),
               none, a);
  }
  pair_start(&p, time / 1000.0, 1);
  double deepest = 0.0, hardest = 0.0, left = 0.0;
  for (int n = 0; n < 1100; ++n) {
    pair_advance(&p, 1);
    pair_look(&p);
    if (p.contacts.n) {
      deepest = fmax(deepest, p.contacts.overlap[0]);
      hardest = fmax(hardest, gm_norm(p.contacts.force[0]));
    } else if (deepest > 0.0 && left == 0.0) {
      const double gap =
          k->wall ? pair_position(&p, 0).z - r
                  : pair_position(&p, 1).z - pair_position(&p, 0).z - 2.0 * r;
      left = p.scene.time - gap / v - start / v;
    }
  }
  printf("%-17s %9.3f %9.4f %9.3f  %8.1e %8.1e %8.1e\n", k->name,
         1.0e6 * deepest, 1.0e-3 * hardest, 1.0e6 * left, deepest / depth - 1.0,
         hardest / force - 1.0, left / time - 1.0);
  CHECK_NEAR(deepest / depth, 1.0, 1.0e-5);
  CHECK_NEAR(hardest / force, 1.0, 1.0e-5);
  CHECK_NEAR(left / time, 1.0, 1.0e-5);
  CHECK_NEAR(deepest / k->depth, 1.0, 2.0e-4);
  CHECK_NEAR(hardest / k->force, 1.0, 2.0e-4);
  CHECK_NEAR(left / k->time, 1.0, 2.0e-4);
  pair_clear(&p);
}

int main(void)
{
  printf(
      "                  d_max um  F_max kN    t_c us   against closed form\n");
  for (int form = 0; form < 2; ++form) {
    printf(form ? "total (a)\n" : "incremental (b)\n");
    for (int k = 0; k < 6; ++k)
      check_impact(&impacts[k], form);
  }
  return CHECK_REPORT();
}
