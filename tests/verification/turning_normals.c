/* Contacts with rotating normals conserve energy, and a turntable carries grains on
 * circles.
 *
 * Without a dashpot, and with friction that sticks, a rolling grain keeps its energy
 * (Mindlin's rescaling is part of the balance), also while it spins about the normal,
 * for 3 turns.  Two grains roll around one another, held together by adhesion; a grain
 * rolls around the inside of a sphere.  In 20 turns a scheme that uses the spin of half
 * a step ago in the current contact plane gains 1.9e-3 and 2.4e-4 of the kinetic energy.
 * The test requires 1e-5: the two grains oscillate by 3e-6, the grain in the sphere by
 * 4e-10.
 *
 * A grain with rolling resistance lies on a turntable whose axis is not at its origin
 * and must stay on its circle.  With the wall velocity at the current contact point it
 * would creep inwards at Omega^2 rho dt / 2, 6e-4 of its radius in 0.2 s; the test
 * requires 1e-5.
 */
#include "check.h"
#include "pair.h"

static const gm_vec3 none = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
static const double turns = 3.0, rate = 20.0;

/* Runs all turns; what the balance is off by, of the kinetic energy at the start. */
static double drift(pair_scene *p, double dt)
{
  pair_start(p, dt, 1);
  const double kinetic = p->measure->kinetic;
  pair_advance(p, (int)(turns * 2.0 * GM_PI / rate / dt));
  pair_look(p);
  const double off =
      gm_measure_error(&p->step->capture, p->scene, p->measure) / kinetic;
  CHECK(p->contacts->n == 1);
  pair_clear(p);
  return off;
}

static double round_one_another(double spin)
{
  const double r = 1.0e-3, v = rate * r;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config->contacts.cohesion = GM_COHESION_JKR;
  p.config->contacts.no_tension = false;
  const gm_index m = pair_material(&p, 2500.0, 5.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 1.0e6, 0.0);
  pair_sticks(&p, m, m, 0.05, 0.0);
  for (int k = 0; k < 2; ++k) {
    const double side = k ? -1.0 : 1.0;
    pair_grain(&p, gm_vec(side * (r - 2.0e-7), 0.0, 0.0), r,
               gm_vec(0.0, side * v, 0.0), gm_vec(spin, 0.0, rate), m);
  }
  return drift(&p, 2.0e-6);
}

static double round_inside(enum gm_choice_law law, double spin)
{
  const double R = 5.0e-3, r = 1.0e-3, v = rate * (R - r);
  pair_scene p;
  pair_init(&p, law);
  p.config->contacts.tangential_ratio = 0.8235;
  const gm_index m = pair_material(&p, 2500.0, 5.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 1.0e6, 1.0e4);
  pair_structure(&p, gm_shape_sphere(none, R), m);
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const double press = mass * v * v / (R - r);
  const double kh = 4.0 / 3.0 * 0.5 * 5.0e7 / 0.9375 * sqrt(r);
  const double sink =
      law == GM_LAW_HOOKE ? press / 1.0e4 : pow(press / kh, 2.0 / 3.0);
  pair_grain(&p, gm_vec(R - r + sink, 0.0, 0.0), r, gm_vec(0.0, v, 0.0),
             gm_vec(spin, 0.0, -v / r), m);
  return drift(&p, 2.0e-6);
}

static void check_energies(void)
{
  for (int k = 0; k < 2; ++k) {
    const double spin = 40.0 * k;
    const double pair = round_one_another(spin);
    const double hooke = round_inside(GM_LAW_HOOKE, spin);
    const double hertz = round_inside(GM_LAW_HERTZ, spin);
    printf("spin %2.0f rad/s, %g turns, balance off: two grains %+.1e, "
           "in a sphere %+.1e linear, %+.1e Hertz\n",
           spin, turns, pair, hooke, hertz);
    CHECK_NEAR(pair, 0.0, 1.0e-5);
    CHECK_NEAR(hooke, 0.0, 1.0e-5);
    CHECK_NEAR(hertz, 0.0, 1.0e-5);
  }
}

static void check_turntable(void)
{
  const double r = 1.0e-3, rho = 0.05, omega = 6.0, k = 1.0e4, g = 9.81;
  const gm_vec3 hub = {0.3, -0.2, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->contacts.rolling = GM_ROLLING_SPRING;
  p.config->contacts.torsion = GM_TORSION_SPRING;
  p.scene->gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, 5.0e7, 0.25);
  pair_between(&p, m, m, 0.5, 0.8, k);
  pair_resists(&p, m, m, 1.0, 0.3, 0.5);
  pair_motion(pair_structure(&p, gm_shape_plane(none, z), m),
              (gm_motion){.kind = GM_MOTION_ROTATE,
                          .to = INFINITY,
                          .vector = z,
                          .through = hub,
                          .rate = omega});
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  pair_grain(&p, gm_add(hub, gm_vec(rho, 0.0, r - mass * g / k)), r,
             gm_vec(0.0, omega * rho, 0.0), gm_scale(omega, z), m);
  pair_start(&p, 4.0e-6, 1);
  pair_advance(&p, 25000); /* its springs are loaded then */
  const gm_vec3 a = gm_sub(pair_position(&p, 0), hub);
  pair_advance(&p, 50000);
  const gm_vec3 b = gm_sub(pair_position(&p, 0), hub);
  const double creep = (hypot(b.x, b.y) - hypot(a.x, a.y)) / r;
  printf("turntable: creeps by %+.1e of its radius\n", creep);
  CHECK_NEAR(creep, 0.0, 1.0e-5);
  pair_clear(&p);
}

int main(void)
{
  check_energies();
  check_turntable();
  return CHECK_REPORT();
}
