/* Impacts are counted once each, with the energy they arrive with.
 *
 * A grain falls from h and bounces with restitution e: impact n has the energy m g h
 * e^(2n), and each leaves e^2 of it, so that the normal parts of N contacts dissipate m g
 * h (1 - e^(2N)) and nothing rubs.  Required: 1e-3 of m g h of each: the step, and weight
 * over contact force.  Decades and quarters of decades of the spectra hold what these
 * energies and speeds say.
 *
 * Two grains that meet head-on at v count once, by pair of materials, at (1/2) m* v^2:
 * exact to round-off.
 */
#include "check.h"
#include "pair.h"

static void bounce(void)
{
  enum { IMPACTS = 6 };
  const double r = 0.001, h = 0.02, e = 0.7, g = 9.81, dt = 5.0e-7;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.scene->gravity = gm_vec(0.0, 0.0, -g);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, e, 0.3, 0.0);
  pair_structure(&p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0.0, 0.0, 1.0)), m);
  pair_grain(&p, gm_vec(0.0, 0.0, r + h), r, gm_vec(0, 0, 0), gm_vec(0, 0, 0),
             m);
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  CHECK(gm_collisions_init(&p.scene->collisions, &p.scene->materials) == GM_OK);
  pair_start(&p, dt, 1);
  const double mass = 1.0 / p.scene->grains.g[0].v[3], all = mass * g * h;
  double last = 0.0, energy = all;
  int64_t decades[GM_CONTACT_SUMS_DECADES] = {0};
  gm_surface_sum s[pair_most_structures];
  printf("impact  energy J     exact        of m g h\n");
  for (int n = 1, steps = 0; n <= IMPACTS && steps < 4000000; ++steps) {
    pair_advance(&p, 1);
    gm_measure_structure_sums(&p.scene->structures, &p.scene->contacts, s);
    if (s[0].tally.hits[0] < n) continue;
    const double found = s[0].tally.hits[1] - last;
    printf("%6d  %.5e  %.5e  %9.1e\n", n, found, energy,
           (found - energy) / all);
    CHECK(s[0].tally.hits[0] == n);
    CHECK_NEAR(found, energy, 1.0e-3 * all);
    ++decades[(int)floor(log10(energy)) + 15];
    last = s[0].tally.hits[1];
    energy *= e * e;
    ++n;
  }
  pair_advance(&p, 2000); /* the last contact is over */
  gm_measure_structure_sums(&p.scene->structures, &p.scene->contacts, s);
  CHECK_NEAR(s[0].tally.work[0], all - energy, 1.0e-3 * all);
  CHECK_NEAR(s[0].tally.work[0], p.scene->balance.dissipated, 1.0e-12 * all);
  CHECK(s[0].tally.work[1] == 0.0);
  gm_id counted = 0, slow = 0;
  for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q) {
    CHECK(s[0].spectrum[q] == decades[q]);
    for (int k = 4 * q; k < 4 * q + 4; ++k)
      counted += p.scene->collisions.structures[0].energy[k];
    CHECK(counted == decades[q]);
    counted = 0;
  }
  /* Speeds: sqrt(2 g h) = 0.626 m/s, then times e; 10^(-1/4) = 0.562, 10^(-1/2) =
   * 0.316. */
  const gm_id *speed = p.scene->collisions.structures[0].speed;
  CHECK(speed[23] == 1 && speed[22] == 1); /* 0.626; 0.438 */
  CHECK(speed[21] == 2);                   /* 0.307, 0.215 > 0.178 */
  for (int q = 0; q < GM_COLLISIONS_SPEEDS; ++q)
    slow += speed[q];
  CHECK(slow == IMPACTS);
  pair_clear(&p);
}

static void head_on(void)
{
  const double r = 0.001, v = 2.0;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index a = pair_material(&p, 2500.0, 1.0e8, 0.3);
  const gm_index b = pair_material(&p, 7800.0, 1.0e8, 0.3);
  pair_between(&p, a, a, 0.8, 0.3, 0.0);
  pair_between(&p, a, b, 0.8, 0.3, 0.0);
  pair_between(&p, b, b, 0.8, 0.3, 0.0);
  pair_grain(&p, gm_vec(-1.01 * r, 0, 0), r, gm_vec(v, 0, 0), gm_vec(0, 0, 0),
             b);
  pair_grain(&p, gm_vec(1.01 * r, 0, 0), r, gm_vec(0, 0, 0), gm_vec(0, 0, 0),
             a);
  CHECK(gm_collisions_init(&p.scene->collisions, &p.scene->materials) == GM_OK);
  pair_start(&p, 1.0e-7, 1);
  const gm_grain *g = p.scene->grains.g;
  const double energy = 0.5 * v * v / (g[0].v[3] + g[1].v[3]);
  pair_advance(&p, 2000);
  const gm_collisions *c = &p.scene->collisions;
  CHECK(c->n == 3);
  const int by_energy = (int)floor(4.0 * (log10(energy) + 15.0));
  const int by_speed = (int)floor(4.0 * (log10(v) + 6.0));
  for (gm_index pair = 0; pair < 3; ++pair) {
    const int is = c->between[pair][0] == a && c->between[pair][1] == b;
    CHECK(c->grains[pair].energy[by_energy] == is);
    CHECK(c->grains[pair].speed[by_speed] == is);
    gm_id all = 0;
    for (int q = 0; q < GM_COLLISIONS_ENERGIES; ++q)
      all += c->grains[pair].energy[q] + c->structures[pair].energy[q];
    CHECK(all == is);
  }
  pair_clear(&p);
}

int main(void)
{
  bounce();
  head_on();
  return CHECK_REPORT();
}
