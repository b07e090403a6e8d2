/* Wear by sliding follows Archard's law, wear by impacts Finnie's law.
 *
 * Sliding: V = k N s / H.  A grain without friction slides on at v under its weight: s
 * = v t, exact to round-off where it rests at its overlap from the start, whether it
 * moves or the floor under it.  With friction mu it slides until it rolls: its contact
 * slips by s = v^2 / (7 mu g), and loses m v^2 / 7 to friction.  Required: 1e-3 and
 * 1e-3: the spring at the end, and a step.  One that rolls down a slope slides nowhere:
 * exactly 0.
 *
 * Impacts at angle a to the surface:
 *
 *   V = m v^2 / (p psi K) (sin 2a - (6 / K) sin^2 a),  tan a <= K / 6;
 *   V = m v^2 / (p psi K) (K / 6) cos^2 a  else
 *
 * largest at tan 2a = K / 3.  Nothing acts before first touch, so it is exact to
 * round-off.
 *
 * J. F. Archard, J. Appl. Phys. 24 (1953) 981-988; I. Finnie, Wear 3 (1960) 87-103.
 */
#include "check.h"
#include "pair.h"

static const double k_over_H = 2.0e-12, p_psi_K = 4.0e9; /* 1/Pa, Pa */

enum { GRAIN_MOVES, FLOOR_MOVES };

/* A grain of 2 mm on a floor, at rest but for v along x. */
static void start(pair_scene *p, double mu, double v, int who, double dt)
{
  const double r = 0.001, stiffness = 1.0e3;
  pair_init(p, GM_LAW_HOOKE);
  p->scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.3);
  pair_between(p, m, m, 0.5, mu, stiffness);
  p->scene->materials.pair[m][m].wear_coefficient = k_over_H;
  p->scene->materials.pair[m][m].wear_hardness = 1.0;
  gm_structure *floor = pair_structure(
      p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0.0, 0.0, 1.0)), m);
  if (who == FLOOR_MOVES)
    pair_motion(floor, (gm_motion){.kind = GM_MOTION_TRANSLATE,
                                   .from = -INFINITY,
                                   .to = INFINITY,
                                   .vector = gm_vec(-v, 0.0, 0.0)});
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  pair_grain(p, gm_vec(0.0, 0.0, r - mass * 9.81 / stiffness), r,
             gm_vec(who == GRAIN_MOVES ? v : 0.0, 0.0, 0.0), gm_vec(0, 0, 0),
             m);
  CHECK(gm_structures_start_sums(&p->scene->structures) == GM_OK);
  pair_start(p, dt, 1);
}

static gm_surface_sum sum_of(const pair_scene *p)
{
  gm_surface_sum sum[pair_most_structures];
  gm_measure_structure_sums(&p->scene->structures, &p->scene->contacts, sum);
  return sum[0];
}

static void slide_freely(int who)
{
  enum { STEPS = 1000 };
  const double v = 0.3, dt = 1.0e-5;
  pair_scene p;
  start(&p, 0.0, v, who, dt);
  pair_advance(&p, STEPS);
  const gm_surface_sum s = sum_of(&p);
  const double weight = 9.81 / p.scene->grains.g[0].v[3];
  const double way = v * STEPS * dt, exact = k_over_H * weight * way;
  printf("%-22s %10.3e %10.3e %9.1e\n",
         who == GRAIN_MOVES ? "slides freely" : "on a floor that moves",
         s.tally.hits[3], exact, s.tally.hits[3] / exact - 1.0);
  CHECK_NEAR(s.tally.hits[3], exact, 1.0e-11 * exact);
  CHECK_NEAR(s.tally.work[2], weight * way, 1.0e-11 * weight * way);
  CHECK_NEAR(s.tally.push[3], weight * STEPS * dt, 1.0e-11 * weight);
  CHECK_NEAR(s.tally.work[3], STEPS * dt, 1.0e-12);
  CHECK(s.tally.work[1] == 0.0);
  pair_clear(&p);
}

static void slide_to_rolling(int who)
{
  const double v = 0.3, mu = 0.4, dt = 1.0e-6;
  pair_scene p;
  start(&p, mu, v, who, dt);
  pair_advance(&p, 40000); /* it rolls after 22 ms */
  const gm_surface_sum s = sum_of(&p);
  const double mass = 1.0 / p.scene->grains.g[0].v[3];
  const double way = v * v / (7.0 * mu * 9.81);
  const double exact = k_over_H * mass * 9.81 * way, lost = mass * v * v / 7.0;
  printf("%-22s %10.3e %10.3e %9.1e\n",
         who == GRAIN_MOVES ? "slides until it rolls"
                            : "and as the floor moves",
         s.tally.hits[3], exact, s.tally.hits[3] / exact - 1.0);
  CHECK_NEAR(s.tally.hits[3], exact, 1.0e-3 * exact);
  CHECK_NEAR(s.tally.work[1], lost, 1.0e-3 * lost);
  /* What the law says it took. */
  CHECK_NEAR(s.tally.work[1], p.scene->balance.friction, 1.0e-12 * lost);
  pair_clear(&p);
}

/* A grain that rolls down a slope of 1 in 10: its contact moves in its spring, but
 * never slides. */
static void roll(void)
{
  pair_scene p;
  start(&p, 0.5, 0.0, GRAIN_MOVES, 1.0e-6);
  p.scene->gravity.x = 0.981;
  pair_advance(&p, 20000);
  const gm_surface_sum s = sum_of(&p);
  printf("%-22s %10.3e %10.3e\n", "rolls down a slope", s.tally.hits[3], 0.0);
  CHECK(p.scene->grains.g[0].v[0] > 0.01);
  CHECK(s.tally.work[2] == 0.0);
  CHECK(s.tally.hits[3] == 0.0);
  pair_clear(&p);
}

/* Volume that one impact at `angle` (degrees) cuts. */
static double cut(double angle, double K, double *m, double *v)
{
  const double a = angle * GM_PI / 180.0, r = 0.001, dt = 2.0e-7;
  pair_scene p;
  *v = 5.0;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index g = pair_material(&p, 2500.0, 1.0e9, 0.3);
  pair_between(&p, g, g, 0.8, 0.3, 0.0);
  p.scene->materials.pair[g][g].wear_flow_stress = p_psi_K / K;
  p.scene->materials.pair[g][g].wear_depth_ratio = 1.0;
  p.scene->materials.pair[g][g].wear_force_ratio = K;
  pair_structure(&p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0.0, 0.0, 1.0)), g);
  pair_grain(&p, gm_vec(0.0, 0.0, 1.0001 * r), r,
             gm_vec(*v * cos(a), 0.0, -*v * sin(a)), gm_vec(0, 0, 0), g);
  *m = 1.0 / p.scene->grains.g[0].v[3];
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  pair_start(&p, dt, 1);
  pair_advance(&p, 2000);
  const gm_surface_sum s = sum_of(&p);
  const double normal = 0.5 * *m * pow(*v * sin(a), 2);
  CHECK(s.tally.hits[0] == 1.0);
  CHECK_NEAR(s.tally.hits[1], normal, 1.0e-12 * normal);
  pair_clear(&p);
  return s.tally.hits[2];
}

static double finnie(double angle, double K)
{
  const double a = angle * GM_PI / 180.0, s = sin(a), c = cos(a);
  return tan(a) <= K / 6.0 ? 2.0 * s * c - 6.0 / K * s * s : K / 6.0 * c * c;
}

static void check_angles(double K)
{
  double most = 0.0, at = 0.0, m, v;
  for (int angle = 2; angle < 90; angle += 2) {
    const double volume = cut(angle, K, &m, &v);
    const double exact = m * v * v / p_psi_K * finnie(angle, K);
    if (angle % 10 == 0)
      printf("%5d %4.0f %12.4e %12.4e %9.1e\n", angle, K, volume, exact,
             volume / exact - 1.0);
    CHECK_NEAR(volume, exact, 1.0e-11 * m * v * v / p_psi_K);
    if (volume > most) at = angle;
    most = fmax(most, volume);
  }
  CHECK_NEAR(at, 90.0 / GM_PI * atan(K / 3.0), 1.0); /* 16.8 for K = 2 */
}

int main(void)
{
  printf("                       Archard m3      exact     error\n");
  for (int who = GRAIN_MOVES; who <= FLOOR_MOVES; ++who) {
    slide_freely(who);
    slide_to_rolling(who);
  }
  roll();
  printf("angle    K    Finnie m3        exact     error\n");
  check_angles(2.0);
  check_angles(4.0);
  return CHECK_REPORT();
}
