/* Ten grains in a row: at rest in a column, and one after the other in a cradle.
 *
 * Column: the contact below grain n from the top carries n m g; overlaps n m g / k_n,
 * or (n m g / k_H)^(2/3) with k_H = (4/3) E sqrt(R).  Required: 1e-6, what is left of
 * the motion.
 *
 * Cradle: equal elastic grains, apart by a tenth of a radius, so that they collide two
 * at a time: the last takes all the speed of the first.  Required: 1e-4 of it: nine
 * impacts of a leapfrog, some 1e-6 each at 200 steps for each contact.
 */
#include "by_id.h"
#include <string.h>

enum { N = 10, AXES = 3 };

static const double r = 5.0e-3, g = 9.81, young = 1.0e8, nu = 0.25, kn = 1.0e5;
static const double none[AXES] = {0.0, 0.0, 0.0}, up[AXES] = {0.0, 0.0, 1.0};

static gm_sim *build(const char *law, double e, double dt)
{
  char value[32];
  gm_sim *sim = gm_sim_create();
  by_id_require(sim, gm_sim_threads(sim, 1));
  by_id_require(sim, gm_sim_material(sim, "glass", 2500.0, young, nu));
  by_id_require(sim, gm_sim_pair(sim, "glass", "glass", e, 0.5));
  by_id_require(sim, gm_sim_set(sim, "contacts.law", law));
  snprintf(value, sizeof value, "%.17g", kn);
  if (!strcmp(law, "hooke"))
    by_id_require(
        sim, gm_sim_set(sim, "contacts.pairs[glass,glass].stiffness", value));
  by_id_require(sim, gm_sim_time_step(sim, dt));
  return sim;
}

static double overlap(const char *law, double force, bool floor)
{
  if (!strcmp(law, "hooke")) return force / kn;
  const double e = 0.5 * young / (1.0 - nu * nu);
  return pow(force / (4.0 / 3.0 * e * sqrt(floor ? r : 0.5 * r)), 2.0 / 3.0);
}

static void check_column(const char *law)
{
  double x[AXES * N] = {0.0}, radii[N];
  gm_sim *sim = build(law, 0.2, 4.0e-6);
  by_id_require(sim, gm_sim_plane(sim, "floor", "glass", none, up));
  for (int k = 0; k < N; ++k) {
    x[AXES * k + 2] = (2 * k + 1) * r;
    radii[k] = r;
  }
  by_id_require(sim, gm_sim_add_grains(sim, N, x, radii, NULL, "glass"));
  by_id_require(sim, gm_sim_step(sim, 100000));
  const double weight = *by_id(sim, "mass", 0) * g;
  double worst = 0.0, below = 0.0;
  for (int k = 0; k < N; ++k) {
    const double z = by_id(sim, "position", k)[2];
    const double d = below + (k ? 2.0 * r : r) - z;
    const double expected = overlap(law, (N - k) * weight, k == 0);
    worst = fmax(worst, fabs(d / expected - 1.0));
    below = z;
  }
  printf("%s: overlaps of the column off by %.1e at most\n", law, worst);
  CHECK_NEAR(worst, 0.0, 1.0e-6);
  gm_sim_free(sim);
}

static void check_cradle(const char *law)
{
  const double v = 0.5;
  const double min[AXES] = {-1.0, -1.0, -1.0}, max[AXES] = {1.0, 1.0, 1.0};
  double x[AXES * N] = {0.0}, radii[N], velocity[AXES * N] = {v};
  gm_sim *sim = build(law, 1.0, 5.0e-7);
  by_id_require(sim, gm_sim_gravity(sim, none));
  by_id_require(sim, gm_sim_domain(sim, min, max));
  for (int k = 0; k < N; ++k) {
    x[AXES * k] = 2.1 * r * k;
    radii[k] = r;
  }
  by_id_require(sim, gm_sim_add_grains(sim, N, x, radii, velocity, "glass"));
  by_id_require(sim, gm_sim_step(sim, 30000));
  double rest = 0.0;
  for (int k = 0; k < N - 1; ++k) {
    const double *u = by_id(sim, "velocity", k);
    rest = fmax(rest, sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / v);
  }
  const double last = by_id(sim, "velocity", N - 1)[0] / v;
  printf("%s: the last leaves at %.7f v, the others at %.1e\n", law, last,
         rest);
  gm_sim_totals now;
  by_id_require(sim, gm_sim_measure(sim, &now));
  CHECK(now.contacts_grain == 0);
  CHECK_NEAR(last, 1.0, 1.0e-4);
  CHECK_NEAR(rest, 0.0, 1.0e-4);
  gm_sim_free(sim);
}

int main(void)
{
  static const char *const laws[] = {"hertz", "hooke"};
  for (int k = 0; k < 2; ++k) {
    check_column(laws[k]);
    check_cradle(laws[k]);
  }
  return CHECK_REPORT();
}
