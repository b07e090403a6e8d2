/* tests/unit/hard_collide.c -- the impulse of a pair against what it must do: exact
 * velocities after, momentum, angular momentum, energy, Coulomb's limit. */
#include "hard/collide.h"

#include "check.h"
#include "random.h"

typedef struct body {
  gm_vec3 v, w; /* m/s, rad/s */
  double m, i, r;
} body;

static gm_vec3 random_vector(void)
{
  const double x = random_between(-1.0, 1.0);
  const double y = random_between(-1.0, 1.0);
  return gm_vec(x, y, random_between(-1.0, 1.0));
}

static body random_body(void)
{
  body b = {random_vector(), random_vector(), 0.0, 0.0, 0.0};
  b.m = random_between(0.1, 3.0);
  b.r = random_between(0.1, 2.0);
  b.i = random_between(0.3, 0.6) * b.m * b.r * b.r;
  return b;
}

/* Velocity of a's surface relative to b's; n points from b to a. */
static gm_vec3 slip(const body *a, const body *b, gm_vec3 n)
{
  const gm_vec3 spin = gm_madd(gm_scale(a->r, a->w), b->r, b->w);
  return gm_sub(gm_sub(a->v, b->v), gm_cross(spin, n));
}

static double energy(const body *b)
{
  return 0.5 * b->m * gm_norm2(b->v) + 0.5 * b->i * gm_norm2(b->w);
}

static void push(body *b, gm_vec3 j, gm_vec3 arm)
{
  b->v = gm_madd(b->v, 1.0 / b->m, j);
  b->w = gm_madd(b->w, 1.0 / b->i, gm_cross(arm, j));
}

static double apart(gm_vec3 a, gm_vec3 b)
{
  return gm_norm(gm_sub(a, b));
}

/* Collides two bodies; the largest error of momentum, spin about the centre of a, loss
 * and the laws for u'. */
static double collide(body a, body b, gm_vec3 n, const gm_collide_law *law)
{
  const gm_collide_pair p = {n, slip(&a, &b, n), 1.0 / a.m + 1.0 / b.m,
                             1.0 / a.m + 1.0 / b.m + a.r * a.r / a.i +
                                 b.r * b.r / b.i};
  const gm_collide_impulse o = gm_collide(law, &p);
  const body a0 = a, b0 = b;
  push(&a, o.j, gm_scale(-a.r, n));
  push(&b, gm_scale(-1.0, o.j), gm_scale(b.r, n));
  const gm_vec3 u = p.u, v = slip(&a, &b, n);
  double worst =
      fabs(gm_dot(v, n) +
           gm_collide_restitution(law, fabs(gm_dot(u, n))) * gm_dot(u, n));
  const gm_vec3 ut = gm_madd(u, -gm_dot(u, n), n);
  const gm_vec3 vt = gm_madd(v, -gm_dot(v, n), n);
  const double jn = fabs(gm_dot(o.j, n));
  const double jt = gm_norm(gm_madd(o.j, -gm_dot(o.j, n), n));
  if (jt < law->friction * jn * (1.0 - 1.0e-12))
    worst = fmax(worst, apart(vt, gm_scale(law->tangential, ut)));
  else
    worst = fmax(worst, fabs(jt - law->friction * jn));
  const gm_vec3 p0 = gm_add(gm_scale(a0.m, a0.v), gm_scale(b0.m, b0.v));
  const gm_vec3 p1 = gm_add(gm_scale(a.m, a.v), gm_scale(b.m, b.v));
  worst = fmax(worst, apart(p0, p1));
  const gm_vec3 arm = gm_scale(-(a.r + b.r), n);
  const gm_vec3 l0 = gm_add(gm_add(gm_scale(a0.i, a0.w), gm_scale(b0.i, b0.w)),
                            gm_scale(b0.m, gm_cross(arm, b0.v)));
  const gm_vec3 l1 = gm_add(gm_add(gm_scale(a.i, a.w), gm_scale(b.i, b.w)),
                            gm_scale(b.m, gm_cross(arm, b.v)));
  worst = fmax(worst, apart(l0, l1));
  const double lost = energy(&a0) + energy(&b0) - energy(&a) - energy(&b);
  return fmax(worst, fabs(lost - o.lost));
}

static void test_random_pairs(void)
{
  static const gm_collide_law law[] = {
      {1.0, 1.0, INFINITY, 0.0, 0.0}, {0.1, 1.0, INFINITY, 0.0, 0.0},
      {0.7, 0.0, INFINITY, 0.0, 0.0}, {0.9, -1.0, INFINITY, 0.0, 0.0},
      {0.9, -0.4, 0.3, 0.0, 0.0},     {0.5, 0.2, 0.1, 2.0, 0.2}};
  random_begin();
  double worst = 0.0;
  for (size_t k = 0; k < sizeof law / sizeof law[0]; ++k) {
    for (int t = 0; t < 500; ++t) {
      const body a = random_body(), b = random_body();
      const gm_vec3 n = gm_unit(random_vector());
      worst = fmax(worst, collide(a, b, n, &law[k]));
    }
  }
  printf("largest error of 3000 collisions %.2g\n", worst);
  CHECK(worst < 4.0e-14);
}

/* The published formula of smooth spheres: loss m* (1 - e^2) u_n^2 / 2. */
static void test_loss(void)
{
  const gm_collide_law law = {0.1, 1.0, INFINITY, 0.0, 0.0};
  const double reduced = 2.0 * 3.0 / 5.0;
  const gm_collide_pair p = {
      {1.0, 0.0, 0.0}, {-2.0, 0.7, 0.0}, 1.0 / reduced, 3.5 / reduced};
  const gm_collide_impulse o = gm_collide(&law, &p);
  CHECK_NEAR(o.j.x, 1.1 * reduced * 2.0, 1.0e-14);
  CHECK(o.j.y == 0.0 && o.rubbed == 0.0);
  CHECK_NEAR(o.lost, 0.5 * reduced * (1.0 - 0.01) * 4.0, 1.0e-14);
}

/* Perfectly rough and perfectly elastic bodies keep their energy. */
static void test_rough(void)
{
  const gm_collide_law law = {1.0, -1.0, INFINITY, 0.0, 0.0};
  const gm_collide_pair p = {{0.0, 1.0, 0.0}, {3.0, -1.0, 2.0}, 0.8, 2.8};
  const gm_collide_impulse o = gm_collide(&law, &p);
  CHECK_NEAR(o.lost, 0.0, 1.0e-15);
  CHECK(gm_norm(o.j) > 1.0);
}

static void test_speed(void)
{
  const gm_collide_law law = {0.6, 1.0, 0.0, 0.5, 0.2};
  CHECK(gm_collide_restitution(&law, 0.7) == 0.6);
  CHECK_NEAR(gm_collide_restitution(&law, 0.25), 1.0 - 0.4 * pow(0.5, 0.2),
             1.0e-15);
  CHECK(gm_collide_restitution(&law, 0.0) == 1.0);
}

int main(void)
{
  test_random_pairs();
  test_loss();
  test_rough();
  test_speed();
  return CHECK_REPORT();
}
