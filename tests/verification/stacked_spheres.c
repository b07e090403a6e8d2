/* Two spheres stacked on a floor have the overlaps that balance their weight.
 *
 * Linear: m g / k between them, 2 m g / k at the floor.  Hertz: (F / k_H)^(2/3) with
 * k_H = (4/3) E sqrt(R), where R is half a radius between the spheres and one radius at
 * the floor.
 *
 * At damped rest forces balance exactly, whatever the time step; the motion left after
 * 2 s is below 1e-12 of the overlap.  The overlap is a difference of lengths 1e4 times
 * greater, so that round-off allows 1e-11; the test requires 1e-10.
 */
#include "by_id.h"
#include <string.h>

static void check_stack(const char *law, double dt)
{
  const double r = 0.01, g = 9.81, k = 1.0e4, e = 2.0e7, nu = 0.3;
  const double none[] = {0.0, 0.0, 0.0}, up[] = {0.0, 0.0, 1.0};
  const double x[] = {0.0, 0.0, r, 0.0, 0.0, 3.0 * r}, radii[] = {r, r};
  const int hooke = !strcmp(law, "hooke");
  gm_sim *sim = gm_sim_create();
  by_id_require(sim, gm_sim_threads(sim, 1));
  by_id_require(sim, gm_sim_material(sim, "glass", 2500.0, e, nu));
  by_id_require(sim, gm_sim_pair(sim, "glass", "glass", 0.2, 0.5));
  by_id_require(sim, gm_sim_set(sim, "contacts.law", law));
  if (hooke)
    by_id_require(sim, gm_sim_set(sim, "contacts.pairs[glass,glass].stiffness",
                                  "1e4 N/m"));
  by_id_require(sim, gm_sim_plane(sim, "floor", "glass", none, up));
  by_id_require(sim, gm_sim_add_grains(sim, 2, x, radii, NULL, "glass"));
  by_id_require(sim, gm_sim_time_step(sim, dt));
  by_id_require(sim, gm_sim_step(sim, (int64_t)(2.0 / dt)));

  gm_sim_view structure, overlap, force;
  by_id_require(
      sim, gm_sim_column(sim, GM_SIM_CONTACTS, "structure_id", &structure));
  by_id_require(sim, gm_sim_column(sim, GM_SIM_CONTACTS, "overlap", &overlap));
  by_id_require(sim, gm_sim_column(sim, GM_SIM_CONTACTS, "force", &force));
  if (!CHECK(overlap.n == 2)) return;
  const double weight = *by_id(sim, "mass", 0) * g;
  const double modulus = 0.5 * e / (1.0 - nu * nu);
  for (int c = 0; c < 2; ++c) {
    const int floor = ((const int32_t *)structure.data)[c] >= 0;
    const double depth = ((const double *)overlap.data)[c];
    const double *f = (const double *)force.data + 3 * c;
    const double load = floor ? 2.0 * weight : weight;
    const double kh = 4.0 / 3.0 * modulus * sqrt(floor ? r : 0.5 * r);
    const double exact = hooke ? load / k : pow(load / kh, 2.0 / 3.0);
    printf("%-6s %-8s %7.0f %12.6f %12.6f %10.1e\n", law,
           floor ? "floor" : "between", 1.0e6 * dt, 1.0e6 * exact,
           1.0e6 * depth, depth / exact - 1.0);
    CHECK_NEAR(depth / exact, 1.0, 1.0e-10);
    CHECK_NEAR(sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]) / load, 1.0,
               1.0e-10);
  }
  gm_sim_free(sim);
}

int main(void)
{
  printf("law    contact   dt us     exact um  overlap um      error\n");
  static const char *const laws[] = {"hertz", "hooke"};
  for (int k = 0; k < 2; ++k) {
    check_stack(laws[k], 20.0e-6);
    check_stack(laws[k], 50.0e-6);
  }
  return CHECK_REPORT();
}
