/* unit/scene_ball_union: clusters whose integrals are known, and the same cluster turned.
 *
 * Turning a cluster changes every slice and every height where slices change, and must
 * change neither its volume nor its principal moments; a missing height shows as an error
 * of 1e-4 to 1e-8.  Round-off allows 1e-12.
 */
#include "check.h"
#include "random.h"
#include "scene/clumps.h"

static const double tolerance = 1.0e-12;

/* Volume of a union of two equal balls at the distance d. */
static double two(double r, double d)
{
  const double h = r - 0.5 * d;
  return 8.0 / 3.0 * GM_PI * r * r * r - 2.0 * GM_PI * h * h * (r - h / 3.0);
}

static gm_mass mass_of(const gm_ball *ball, gm_index n)
{
  gm_mass m = {0};
  double error = 1.0;
  CHECK(gm_ball_union_mass(ball, n, &m, &error) == GM_OK);
  CHECK(error < 1.0e-9);
  return m;
}

static void closed_forms(void)
{
  const gm_ball pair[] = {{{0.1, 0.2, 0.3}, 1.0}, {{0.1, 0.2, 1.5}, 1.0}};
  CHECK_NEAR(mass_of(pair, 2).mass / two(1.0, 1.2), 1.0, tolerance);
  CHECK_NEAR(mass_of(pair, 2).centre.z, 0.9, tolerance);
  /* inside another, equal to another, and touching from inside */
  const gm_ball hidden[] = {{{0.0, 0.0, 0.0}, 1.0},
                            {{0.2, 0.1, 0.0}, 0.5},
                            {{0.0, 0.0, 0.0}, 1.0},
                            {{0.5, 0.0, 0.0}, 0.5}};
  const gm_mass ball = mass_of(hidden, 4);
  CHECK_NEAR(ball.mass / (4.0 / 3.0 * GM_PI), 1.0, tolerance);
  CHECK_NEAR(ball.inertia[0] / (0.4 * ball.mass), 1.0, tolerance);
}

/* A slice of three discs in a common triangle against a sum over a grid. */
static void discs(void)
{
  const gm_ball disc[] = {
      {{0.0, 0.0, 0.0}, 1.0}, {{1.0, 0.2, 0.0}, 0.8}, {{0.3, 0.9, 0.0}, 0.7}};
  enum { N = 2000 };
  double area = 0.0;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) {
      const gm_vec3 x = {-1.0 + 3.0 * (i + 0.5) / N, -1.0 + 3.0 * (j + 0.5) / N,
                         0.0};
      int in = 0;
      for (int k = 0; k < 3; ++k)
        in |= gm_norm2(gm_sub(x, disc[k].x)) < disc[k].r * disc[k].r;
      area += in * 9.0 / N / N;
    }
  }
  gm_mass m;
  CHECK(gm_ball_union_plane(disc, 3, 1.0, &m) == GM_OK);
  CHECK_NEAR(m.mass / area, 1.0, 1.0e-4); /* of the grid */
}

static void turned(void)
{
  random_begin();
  double worst = 0.0;
  for (int round = 0; round < 20; ++round) {
    enum { N = 7 };
    gm_ball ball[N], other[N];
    for (int k = 0; k < N; ++k) {
      const double x = random_between(0.0, 1.0), y = random_between(0.0, 1.0);
      ball[k] =
          (gm_ball){{x, y, random_between(0.0, 1.0)}, random_between(0.3, 0.7)};
    }
    const gm_vec3 turn = gm_scale(2.0, random_direction());
    const gm_quat q = gm_quat_rotation(turn);
    for (int k = 0; k < N; ++k)
      other[k] = (gm_ball){gm_quat_rotate(q, ball[k].x), ball[k].r};
    const gm_mass a = mass_of(ball, N), b = mass_of(other, N);
    const gm_vec3 i = gm_mass_principal(&a).moments;
    const gm_vec3 j = gm_mass_principal(&b).moments;
    worst = fmax(worst, fabs(a.mass / b.mass - 1.0));
    worst = fmax(worst, fabs(i.x / j.x - 1.0));
    worst = fmax(worst, fabs(i.z / j.z - 1.0));
    const gm_vec3 c = gm_sub(gm_quat_rotate(q, a.centre), b.centre);
    worst = fmax(worst, gm_norm(c));
  }
  printf("clusters of seven balls, turned: off by %.1e\n", worst);
  CHECK(worst < tolerance);
}

int main(void)
{
  closed_forms();
  discs();
  turned();
  return CHECK_REPORT();
}
