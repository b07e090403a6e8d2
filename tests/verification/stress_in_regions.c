/* Stress sensors return the exact contact and kinetic stress of a region.
 *
 * A stack of ten spheres at rest: at every height z between the floor and the top
 * centre it carries the weight of the grains whose centres are above z.  A slab must
 * return the mean of that over its heights, wherever its faces cut the branch vectors;
 * the branch to the floor begins at the floor.  The motion left after 4 s is below
 * 1e-11 of the weight.
 *
 * A pair pressed together: a ball around the contact point clips the branch to its
 * diameter, whatever the direction of the pair.
 *
 * A gas without contacts, half of it with velocity u and half with -u in addition to a
 * common velocity: the kinetic stress is n m u u^T / V, whatever the common velocity.
 *
 * Finally a bed of 3000 grains on 1, 2 and 3 threads: the same bits, in regions and
 * through planes.
 */
#include "check.h"
#include "pair.h"
#include "parallel/bed.h"
#include <string.h>

static const gm_vec3 none = {0.0, 0.0, 0.0};

static gm_region slab(double side, double low, double high)
{
  return (gm_region){.kind = GM_REGION_BOX,
                     .min = {-0.5 * side, -0.5 * side, low},
                     .max = {0.5 * side, 0.5 * side, high}};
}

/* Integral of the carried weight from the floor to z. */
static double carried_to(const pair_scene *p, double z)
{
  double sum = 0.0;
  for (gm_index i = 0; i < p->scene->grains.n; ++i) {
    const double weight = gm_grains_mass(&p->scene->grains, i) * 9.81;
    sum += weight * fmax(0.0, fmin(z, p->scene->grains.g[i].x[2]));
  }
  return sum;
}

static void check_stack(void)
{
  enum { N = 10 };
  static const double faces[] = {0.0,   0.0031, 0.011, 0.02,  0.0377,
                                 0.051, 0.1,    0.123, 0.177, 0.25};
  const double r = 0.01, side = 0.05;
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.1, 0.5, 1.0e4);
  pair_structure(&p, gm_shape_plane(none, gm_vec(0.0, 0.0, 1.0)), m);
  for (int k = 0; k < N; ++k)
    pair_grain(&p, gm_vec(0.0, 0.0, (2.0 * k + 1.0) * r), r, none, none, m);
  for (int k = 0; k < 9; ++k)
    pair_stress(&p, slab(side, faces[k], faces[k + 1]));
  pair_stress(&p, slab(side, 0.0, 0.25));
  pair_start(&p, 5.0e-5, 1);
  pair_advance(&p, 80000);
  pair_look(&p);
  printf("stack      from mm   to mm      exact Pa         error\n");
  for (int k = 0; k < 10; ++k) {
    const double low = k == 9 ? 0.0 : faces[k];
    const double high = k == 9 ? 0.25 : faces[k + 1];
    const gm_stress *s = &p.scene->sensors.row[k].stress;
    const double exact = (carried_to(&p, high) - carried_to(&p, low)) /
                         (high - low) / side / side;
    const double scale = exact > 0.0 ? exact : 1.0;
    printf("          %8.1f %7.1f %13.6f %13.1e\n", 1.0e3 * low, 1.0e3 * high,
           exact, s->contact[2][2] / scale - exact / scale);
    CHECK_NEAR(s->contact[2][2] / scale, exact / scale, 1.0e-10);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (i != 2 || j != 2) CHECK_NEAR(s->contact[i][j], 0.0, 1.0e-12);
        CHECK_NEAR(s->kinetic[i][j], 0.0, 1.0e-12);
      }
    }
  }
  const double solid = N * 4.0 / 3.0 * GM_PI * r * r * r / (side * side * 0.25);
  CHECK_NEAR(p.scene->sensors.row[9].stress.solid / solid, 1.0, 1.0e-14);
  pair_clear(&p);
}

/* Two grains pressed together by hand: overlap 0.1 mm, no velocity. */
static void check_clipped_pair(gm_vec3 direction)
{
  const double r = 0.01, overlap = 1.0e-4, stiffness = 1.0e4, small = 0.003;
  const gm_vec3 n = gm_unit(direction);
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 0.5, stiffness);
  pair_grain(&p, gm_scale(r - 0.5 * overlap, n), r, none, none, m);
  pair_grain(&p, gm_scale(0.5 * overlap - r, n), r, none, none, m);
  pair_stress(&p, (gm_region){.kind = GM_REGION_SPHERE, .radius = small});
  pair_start(&p, 1.0e-6, 1);
  pair_look(&p);
  const gm_stress *s = &p.scene->sensors.row[0].stress;
  const double f = stiffness * overlap, u[3] = {n.x, n.y, n.z};
  const double volume = 4.0 / 3.0 * GM_PI * small * small * small;
  double worst = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double exact = f * 2.0 * small * u[i] * u[j] / volume;
      worst = fmax(worst, fabs(s->contact[i][j] - exact) * volume / f / small);
    }
  }
  printf("pair along (%5.2f %5.2f %5.2f) in a ball: error %.1e\n", n.x, n.y,
         n.z, worst);
  /* An overlap is the difference of lengths 200 times greater. */
  CHECK(worst < 1.0e-12);
  CHECK(s->solid == 0.0);
  pair_clear(&p);
}

/* The same pair across an edge of a periodic box: what leaves at one side comes in at the
 * other, so that slabs of the box share the branch. */
static void check_periodic_pair(void)
{
  const double r = 0.01, overlap = 1.0e-4, stiffness = 1.0e4, side = 0.1;
  const gm_vec3 n = gm_unit(gm_vec(3.0, -2.0, 1.0));
  const gm_vec3 edge = {0.1, 0.0, 0.05}, from = gm_madd(edge, 0.004, n);
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 0.5, stiffness);
  p.scene->domain.min = none;
  p.scene->domain.max = gm_vec(side, side, side);
  gm_domain_repeat(&p.scene->domain, 7);
  pair_grain(&p, from, r, none, none, m);
  pair_grain(&p, gm_madd(from, overlap - 2.0 * r, n), r, none, none, m);
  gm_domain_settle(&p.scene->domain, &p.scene->grains);
  for (int k = 0; k < 10; ++k) {
    pair_stress(&p, (gm_region){.kind = GM_REGION_BOX,
                                .min = {0.01 * k, 0.0, 0.0},
                                .max = {0.01 * (k + 1), side, side}});
  }
  pair_start(&p, 1.0e-6, 1);
  pair_look(&p);
  const double all = stiffness * overlap * (2.0 * r - overlap) * n.x * n.x;
  double sum = 0.0, worst = 0.0;
  for (int k = 0; k < 10; ++k) {
    /* The branch reaches over [a, b] in x, a beyond 0.1 being seen from 0 on. */
    const double b = from.x - side, a = b - (2.0 * r - overlap) * n.x;
    double part = 0.0;
    for (int image = 0; image < 2; ++image) {
      const double low = fmax(0.01 * k, a + image * side);
      const double high = fmin(0.01 * (k + 1), b + image * side);
      part += fmax(0.0, high - low) / (b - a);
    }
    const double shown =
        p.scene->sensors.row[k].stress.contact[0][0] * 0.01 * side * side;
    worst = fmax(worst, fabs(shown / all - part));
    sum += shown / all;
  }
  printf("pair across an edge: slabs off by %.1e, their sum by %.1e\n", worst,
         sum - 1.0);
  CHECK(p.contacts->n == 1);
  CHECK(worst < 1.0e-11);
  CHECK_NEAR(sum, 1.0, 1.0e-11);
  pair_clear(&p);
}

static void check_gas(gm_vec3 common)
{
  enum { N = 64 };
  const gm_vec3 u = {0.3, -0.2, 0.5};
  const double r = 0.001;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.9, 0.3, 1.0e4);
  for (int k = 0; k < N; ++k) {
    const gm_vec3 x = {0.01 * (k % 4), 0.01 * (k / 4 % 4), 0.01 * (k / 16)};
    pair_grain(&p, x, r, gm_madd(common, k % 2 ? 1.0 : -1.0, u), none, m);
  }
  /* The layers at 10 and 20 mm, with a face through no centre. */
  pair_stress(&p, (gm_region){.kind = GM_REGION_BOX,
                              .min = {-0.05, -0.05, 0.005},
                              .max = {0.05, 0.05, 0.025}});
  pair_start(&p, 1.0e-6, 1);
  pair_look(&p);
  const gm_stress *s = &p.scene->sensors.row[0].stress;
  const double volume = 0.1 * 0.1 * 0.02, v[3] = {u.x, u.y, u.z};
  const double mass = gm_grains_mass(&p.scene->grains, 0);
  double worst = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double exact = 0.5 * N * mass * v[i] * v[j] / volume;
      worst = fmax(worst, fabs(s->kinetic[i][j] / exact - 1.0));
      CHECK(s->contact[i][j] == 0.0);
    }
  }
  printf("gas with a common velocity of %5.1f m/s: error %.1e\n",
         gm_norm(common), worst);
  /* The square of the common velocity is subtracted again. */
  CHECK(worst < 1.0e-14 * (1.0 + 10.0 * gm_norm2(common)));
  const double solid = 0.5 * N * 4.0 / 3.0 * GM_PI * r * r * r / volume;
  CHECK_NEAR(s->solid / solid, 1.0, 1.0e-14);
  pair_clear(&p);
}

enum { GAUGES = 5 };

static void stir(int threads, double skin, gm_sensor out[GAUGES])
{
  pair_scene p;
  bed_start(&p, &pair_laws[0], GM_SCHEME_LEAPFROG, threads, skin);
  pair_stress(&p, slab(1.0, 0.0, 0.004));
  pair_stress(&p, (gm_region){.kind = GM_REGION_SPHERE,
                              .centre = {0.01, 0.01, 0.005},
                              .radius = 0.006});
  pair_flux(&p, gm_vec(0.0, 0.0, 0.03), gm_vec(0.0, 0.0, 1.0), INFINITY);
  pair_flux(&p, gm_vec(0.028, 0.0, 0.0), gm_vec(1.0, 0.0, 0.0), INFINITY);
  pair_flux(&p, gm_vec(0.028, 0.028, 0.03), gm_vec(0.0, 0.0, 1.0), 0.02);
  pair_advance(&p, 2300);
  pair_look(&p);
  memcpy(out, p.scene->sensors.row, GAUGES * sizeof *out);
  pair_clear(&p);
}

static void check_threads(void)
{
  gm_sensor one[GAUGES], many[GAUGES];
  stir(1, 0.0, one);
  for (int k = 0; k < GAUGES; ++k) {
    printf("bed: zz %.6g Pa by contacts, %.6g Pa by motion; %lld forward, %lld "
           "backward\n",
           one[k].stress.contact[2][2], one[k].stress.kinetic[2][2],
           (long long)one[k].flux.forward, (long long)one[k].flux.backward);
    if (one[k].kind == GM_MEASURE_FLUX)
      CHECK(one[k].flux.forward + one[k].flux.backward > 0);
    else
      CHECK(one[k].stress.contact[2][2] > 0.0);
  }
  stir(2, 0.0, many);
  CHECK(memcmp(one, many, sizeof one) == 0);
  stir(3, 1.0e-3, many);
  CHECK(memcmp(one, many, sizeof one) == 0);
}

int main(void)
{
  check_stack();
  check_clipped_pair(gm_vec(0.0, 0.0, 1.0));
  check_clipped_pair(gm_vec(1.0, 2.0, -2.0));
  check_clipped_pair(gm_vec(-3.0, 1.0, 0.5));
  check_periodic_pair();
  check_gas(none);
  check_gas(gm_vec(10.0, -20.0, 5.0));
  check_threads();
  return CHECK_REPORT();
}
