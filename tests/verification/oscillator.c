/* Kick-drift-kick keeps the energy of a spring, and of an elastic impact, to second
 * order.
 *
 * A grain rests on a linear floor under gravity, so deep that it never leaves: released a
 * distance A above rest it swings with w^2 = k/m.  The scheme moves it exactly as
 * x = A cos(n q), sin(q / 2) = w dt / 2, and its energy, with v in step with x, is
 *
 *   E_n / E_0 = 1 - (w dt / 2)^2 sin^2(n q)
 *
 * so the error stays below (w dt / 2)^2 for ever.  E. Hairer, C. Lubich and G. Wanner,
 * Acta Numerica 12 (2003) 399-450.  Expected: this to round-off, 1e-10 for some 2000
 * steps of energies that are differences of larger ones.  The listed numbers are rounded
 * to three.
 *
 * Without damping the speed after an impact differs from that before by the energy error
 * at the moment of leaving, where the force law has its kink: third order linear, about
 * 2.6 Hertz.  Listed: the worst |e - 1| over 20 entry phases; two digits, hence 3 %.
 */
#include "bounce.h"

static void check_spring(int steps, double end_listed, double worst_listed)
{
  const double r = 0.01, k = 1.0e4, g = 10.0;
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.scene->gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 0.0, k);
  pair_structure(&p, gm_shape_plane(none, z), m);
  pair_grain(&p, none, r, none, none, m);
  const double mass = gm_grains_mass(&p.scene->grains, 0);
  const double rest = r - mass * g / k, a = 0.5 * mass * g / k;
  p.scene->grains.g[0].x[2] = rest + a;
  const double w = sqrt(k / mass), dt = 2.0 * GM_PI / w / steps;
  const double q = 2.0 * asin(0.5 * w * dt), h2 = 0.25 * w * w * dt * dt;
  pair_start(&p, dt, 1);
  double off = 0.0, worst = 0.0, end = 0.0;
  for (int n = 1; n <= 10 * steps; ++n) {
    pair_advance(&p, 1);
    pair_look(&p);
    const double x = pair_position(&p, 0).z - rest;
    const double v = p.grains->velocity[0].z;
    end = (x * x + v * v / (w * w)) / (a * a);
    const double s = sin(n * q);
    off = fmax(off, fabs(end - (1.0 - h2 * s * s)));
    worst = fmax(worst, fabs(end - 1.0));
  }
  printf("%7d %10.6f %10.2e %12.1e\n", steps, end, worst, off);
  CHECK_NEAR(off, 0.0, 1.0e-10);
  CHECK_NEAR(1.0 - end, 1.0 - end_listed, 5.0e-6); /* its last digit */
  if (worst_listed > 0.0) CHECK_NEAR(worst, worst_listed, 0.02 * worst_listed);
  pair_clear(&p);
}

static void check_impacts(enum gm_choice_law law, const double *listed)
{
  static const int steps[] = {10, 20, 50, 100, 200};
  const bounce b = {.law = law, .restitution = 1.0, .no_tension = true};
  double previous = 0.0;
  for (int k = 0; k < 5; ++k) {
    double worst = 0.0;
    for (int phase = 0; phase < 20; ++phase) {
      const double e = bounce_restitution(&b, steps[k], 0.05 * (phase + 0.5));
      worst = fmax(worst, fabs(e - 1.0));
    }
    const double order =
        k ? log(previous / worst) / log((double)steps[k] / steps[k - 1]) : NAN;
    printf("%-6s %5d %10.2e %10.1e %6.2f\n",
           law == GM_LAW_HERTZ ? "hertz" : "hooke", steps[k], worst, listed[k],
           order);
    CHECK_NEAR(worst, listed[k], 0.03 * listed[k]);
    if (k) CHECK(order > (law == GM_LAW_HERTZ ? 2.5 : 2.9));
    previous = worst;
  }
}

int main(void)
{
  printf("steps a period, 10 periods\n"
         "  steps      E/E_0  max |dE|/E  off closed form\n");
  check_spring(20, 0.99835, 0.0);
  check_spring(50, 0.999993, 0.0);
  check_spring(100, 1.0, 9.9e-4);
  check_spring(200, 1.0, 0.0);
  printf("steps a contact\nlaw    steps max |e - 1|   listed  order\n");
  check_impacts(GM_LAW_HOOKE,
                (const double[]){1.9e-3, 2.5e-4, 1.6e-5, 1.9e-6, 2.4e-7});
  check_impacts(GM_LAW_HERTZ,
                (const double[]){2.6e-3, 4.3e-4, 4.1e-5, 7.1e-6, 1.2e-6});
  return CHECK_REPORT();
}
