/* Contacts keep momentum and angular momentum, spins included.
 *
 * A cluster of rough, damped grains of two materials and several sizes, nothing else,
 * flies together and apart.  Both grains of a contact read one force, and its arms r_a L
 * and r_b L add up to the distance of the centres, so nothing is lost but round-off:
 * required 1e-12 of the sum of |m v| and of the sum of the angular momenta's sizes after
 * 10,000 steps.
 */
#include "base/random.h"
#include "check.h"
#include "pair.h"

static void sum_sizes(const pair_scene *p, double *linear, double *angular)
{
  const gm_grains *g = &p->scene->grains;
  *linear = *angular = 0.0;
  for (gm_index k = 0; k < p->grains->n; ++k) {
    const gm_index i = p->grains->row[k];
    const double m = gm_grains_mass(g, i);
    const double v = gm_norm(p->grains->velocity[k]);
    *linear += m * v;
    *angular +=
        m * v * gm_norm(gm_row_vec(g->g[i].x)) +
        gm_grains_inertia(g, i) * gm_norm(p->grains->angular_velocity[k]);
  }
}

static void check_cluster(const pair_law *law)
{
  pair_scene p;
  pair_init_law(&p, law);
  const gm_index a = pair_material(&p, 2500.0, 2.0e7, 0.3);
  const gm_index b = pair_material(&p, 7800.0, 8.0e7, 0.25);
  pair_between(&p, a, a, 0.9, 0.5, 2.0e4);
  pair_between(&p, a, b, 0.8, 0.3, 3.0e4);
  pair_between(&p, b, b, 0.7, 0.1, 5.0e4);
  for (gm_index q = a; q <= b; ++q) {
    for (gm_index s = q; s <= b; ++s) {
      pair_sticks(&p, q, s, 0.5, 2.0e5);
      pair_resists(&p, q, s, 0.1, 0.3, 0.05);
    }
  }
  for (int i = 0; i < 64; ++i) {
    double u[4], s[4];
    gm_random_uniform(3, (uint64_t)i, 0, u);
    gm_random_uniform(3, (uint64_t)i, 1, s);
    const gm_vec3 x = {0.01 * (i % 4 - 1.5 + 0.1 * u[0]),
                       0.01 * (i / 4 % 4 - 1.5 + 0.1 * u[1]),
                       0.01 * (i / 16 - 1.5 + 0.1 * u[2])};
    /* Towards the middle, with a swirl and a drift. */
    const gm_vec3 v = {-60.0 * x.x - 20.0 * x.y + 0.1,
                       -60.0 * x.y + 20.0 * x.x + 0.2 * s[3],
                       -60.0 * x.z - 0.1};
    const gm_vec3 w = {200.0 * (s[0] - 0.5), 200.0 * (s[1] - 0.5),
                       200.0 * (s[2] - 0.3)};
    pair_grain(&p, x, 0.0030 + 0.0014 * u[3], v, w, i % 3 ? a : b);
  }
  pair_start(&p, 2.0e-6, 1);
  const gm_vec3 p0 = p.measure->momentum, l0 = pair_angular_momentum(&p);
  double linear, angular;
  sum_sizes(&p, &linear, &angular);
  gm_id most = 0;
  for (int n = 0; n < 100; ++n) {
    pair_advance(&p, 100);
    pair_look(&p);
    const double dp = gm_norm(gm_sub(p.measure->momentum, p0)) / linear;
    const double dl = gm_norm(gm_sub(pair_angular_momentum(&p), l0)) / angular;
    if (p.measure->contacts_grain > most) most = p.measure->contacts_grain;
    if (n % 20 == 9) {
      printf("%-9s %6d %8lld %10.1e %10.1e\n", law->name, 100 * (n + 1),
             (long long)p.measure->contacts_grain, dp, dl);
    }
    CHECK_NEAR(dp, 0.0, 1.0e-12);
    CHECK_NEAR(dl, 0.0, 1.0e-12);
  }
  CHECK(most > 20); /* they did meet */
  CHECK(p.scene->balance.dissipated > 0.1 * p.scene->balance.initial);
  pair_clear(&p);
}

int main(void)
{
  printf("law        steps contacts  momentum   angular\n");
  for (int k = 0; k < pair_law_count; ++k)
    check_cluster(&pair_laws[k]);
  return CHECK_REPORT();
}
