/* Lines are clipped at the faces of a box, cylinder or ball, exactly.
 *
 * Chords whose length follows from Pythagoras; slabs that share a face and cut a line
 * into parts whose sum is the whole; random lines against counting points of them that
 * are inside. Round-off leaves 1e-14 of the chords (square roots of numbers near 1) and
 * 1e-15 a slab.
 */
#include "base/random.h"
#include "check.h"
#include "scene/region.h"

static const gm_region box = {
    .kind = GM_REGION_BOX, .min = {-1.0, -2.0, 0.0}, .max = {1.0, 2.0, 4.0}};
static const gm_region ball = {
    .kind = GM_REGION_SPHERE, .centre = {1.0, 2.0, 3.0}, .radius = 2.0};

/* About the axis (2, 1, 2) / 3 from (1, 0, 0) on. */
static gm_region cylinder(void)
{
  return (gm_region){.kind = GM_REGION_CYLINDER,
                     .centre = {1.0, 0.0, 0.0},
                     .axis = {2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0},
                     .height = 6.0,
                     .radius = 1.5};
}

static void check_chords(void)
{
  /* A line at a distance h from a centre: 2 sqrt(r^2 - h^2) of it are inside. */
  for (int k = 0; k < 5; ++k) {
    const double h = 0.5 * k, chord = 2.0 * sqrt(4.0 - h * h);
    const gm_vec3 a = {-9.0, 2.0 + h, 3.0}, b = {11.0, 2.0 + h, 3.0};
    CHECK_NEAR(gm_region_share(&ball, a, b), chord / 20.0, 1.0e-14);
    CHECK_NEAR(gm_region_share(&ball, b, a), chord / 20.0, 1.0e-14);
  }
  /* From the centre half a radius out, and twice a radius out. */
  const gm_vec3 c = ball.centre;
  CHECK_NEAR(gm_region_share(&ball, c, gm_vec(1.0, 3.0, 3.0)), 1.0, 0.0);
  CHECK_NEAR(gm_region_share(&ball, c, gm_vec(1.0, 2.0, 7.0)), 0.5, 1.0e-15);

  CHECK_NEAR(
      gm_region_share(&box, gm_vec(0.0, 0.0, -4.0), gm_vec(0.0, 0.0, 12.0)),
      0.25, 1.0e-15);
  /* Corner to corner through the middle, and past a corner. */
  CHECK_NEAR(
      gm_region_share(&box, gm_vec(-2.0, -4.0, -2.0), gm_vec(2.0, 4.0, 6.0)),
      0.5, 1.0e-15);
  CHECK(gm_region_share(&box, gm_vec(1.5, 0.0, 1.0), gm_vec(1.5, 0.0, 2.0)) ==
        0.0);
  CHECK(gm_region_share(&box, gm_vec(0.9, 3.0, 1.0), gm_vec(3.0, 1.9, 1.0)) ==
        0.0);

  /* Along the axis, across it, and along it outside. */
  const gm_region r = cylinder();
  const gm_vec3 across = {1.0 / sqrt(2.0), 0.0, -1.0 / sqrt(2.0)};
  const gm_vec3 middle = gm_madd(r.centre, 3.0, r.axis);
  CHECK_NEAR(gm_region_share(&r, gm_madd(middle, -6.0, r.axis),
                             gm_madd(middle, 6.0, r.axis)),
             0.5, 1.0e-14);
  CHECK_NEAR(gm_region_share(&r, gm_madd(middle, -3.0, across),
                             gm_madd(middle, 3.0, across)),
             0.5, 1.0e-14);
  const gm_vec3 beside = gm_madd(middle, 1.6, across);
  CHECK(gm_region_share(&r, beside, gm_madd(beside, 1.0, r.axis)) == 0.0);
}

static gm_vec3 random_point(uint64_t k, uint32_t end)
{
  double u[4];
  gm_random_uniform(7, k, end, u);
  return gm_vec(10.0 * u[0] - 5.0, 10.0 * u[1] - 5.0, 10.0 * u[2] - 3.0);
}

/* Slabs from -4 to 8 take every line apart. */
static void check_slabs(void)
{
  double worst = 0.0;
  for (uint64_t k = 0; k < 1000; ++k) {
    const gm_vec3 a = random_point(k, 0), b = random_point(k, 1);
    double sum = 0.0;
    int held_groups = 0;
    for (int layer = 0; layer < 12; ++layer) {
      const gm_region slab = {.kind = GM_REGION_BOX,
                              .min = {-6.0, -6.0, layer - 4.0},
                              .max = {6.0, 6.0, layer - 3.0}};
      sum += gm_region_share(&slab, a, b);
      held_groups += gm_region_holds(&slab, a);
    }
    CHECK(held_groups == 1);
    worst = fmax(worst, fabs(sum - 1.0));
  }
  printf("slabs: the parts of a line sum to 1 but for %.1e\n", worst);
  CHECK(worst < 2.0e-14);
}

/* The share is the part of many points of the line that are inside. */
static void check_points(const char *name, const gm_region *r)
{
  enum { POINTS = 4000 };
  double worst = 0.0, most = 0.0;
  for (uint64_t k = 0; k < 300; ++k) {
    const gm_vec3 a = random_point(k, 0), b = random_point(k, 1);
    int in = 0;
    for (int q = 0; q < POINTS; ++q) {
      in += gm_region_holds(r, gm_madd(a, (q + 0.5) / POINTS, gm_sub(b, a)));
    }
    const double share = gm_region_share(r, a, b);
    most = fmax(most, share);
    worst = fmax(worst, fabs(share - (double)in / POINTS));
  }
  printf("%-8s shares up to %.3f, off by %.1e of points\n", name, most, worst);
  CHECK(most > 0.3);
  CHECK(worst < 1.01 / POINTS); /* an end of the part may fall between two */
}

/* Random points: 0 where the region holds them; beyond, a walk of that length, and none
 * much shorter, leads to it (sampled in 4000 directions). */
static void check_distances(void)
{
  const gm_region all[] = {box, ball, cylinder()};
  for (int k = 0; k < 300; ++k) {
    double u[4];
    gm_random_uniform(3, (uint64_t)k, 0, u);
    const gm_region *r = &all[k % 3];
    const gm_vec3 x = {12.0 * u[0] - 6.0, 12.0 * u[1] - 6.0, 12.0 * u[2] - 5.0};
    const double d = gm_region_distance(r, x);
    CHECK((d == 0.0) == gm_region_holds(r, x));
    int shorter = 0, as_long = 0;
    for (int q = 0; q < 4000; ++q) {
      gm_random_uniform(4, (uint64_t)q, 1, u);
      const double z = 2.0 * u[0] - 1.0, a = 2.0 * GM_PI * u[1];
      const double rho = sqrt(1.0 - z * z);
      const gm_vec3 way = {rho * cos(a), rho * sin(a), z};
      shorter += gm_region_holds(r, gm_madd(x, 0.999 * d, way));
      as_long += gm_region_holds(r, gm_madd(x, 1.2 * d + 0.02, way));
    }
    CHECK(d == 0.0 || shorter == 0);
    CHECK(as_long > 0);
  }
}

int main(void)
{
  const gm_region r = cylinder();
  check_chords();
  check_slabs();
  check_points("box", &box);
  check_points("cylinder", &r);
  check_points("ball", &ball);
  check_distances();
  CHECK_NEAR(gm_region_volume(&box), 32.0, 0.0);
  CHECK_NEAR(gm_region_volume(&ball), 32.0 / 3.0 * GM_PI, 1.0e-14);
  CHECK_NEAR(gm_region_volume(&r), 13.5 * GM_PI, 1.0e-14);
  return CHECK_REPORT();
}
