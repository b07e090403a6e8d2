/* body/shape and body/primitive: exact distances and their gradients.
 *
 * The distance is compared with the nearest of many points placed on the surface by its
 * definition.  The nearest of these is at most h from the true nearest point, so its
 * distance D satisfies d <= D <= sqrt(d^2 + 2 h^2 (1 + d / R)) with the smallest radius
 * of curvature R; here h is at most 0.7 mm of 0.1 m, and the bound is taken with 3
 * h^2.  The gradient is compared with central differences over 1e-6 m, whose error is
 * about 1e-16 / 1e-6 + (1e-6)^2 / d^2: 1e-7 with a margin. */
#include "base/random.h"
#include "body/query_batch.h"
#include "body/shape.h"
#include "check.h"

enum { FINE = 500 };

static gm_vec3 random_point(int k, double size)
{
  double u[4];
  gm_random_uniform(11, (uint64_t)k, 0, u);
  return gm_vec(size * (u[0] - 0.5), size * (u[1] - 0.5), size * (u[2] - 0.5));
}

/* Point (s, t) in [0, 1]^2 of a patch, by its definition. */
typedef gm_vec3 lay(const void *patch, double s, double t);

typedef struct swept {
  gm_vec3 base, u, e, f; /* axis and two directions across it */
  double rho0, z0, rho1, z1;
} swept;

static gm_vec3 lay_swept(const void *patch, double s, double t)
{
  const swept *k = patch;
  const double rho = k->rho0 + s * (k->rho1 - k->rho0);
  const double z = k->z0 + s * (k->z1 - k->z0), a = 2.0 * GM_PI * t;
  const gm_vec3 x = gm_madd(k->base, z, k->u);
  return gm_madd(gm_madd(x, rho * cos(a), k->e), rho * sin(a), k->f);
}

typedef struct side {
  gm_vec3 origin, a, b;
} side;

static gm_vec3 lay_side(const void *patch, double s, double t)
{
  const side *k = patch;
  return gm_madd(gm_madd(k->origin, s, k->a), t, k->b);
}

typedef struct ball {
  gm_vec3 centre;
  double radius;
} ball;

static gm_vec3 lay_ball(const void *patch, double s, double t)
{
  const ball *k = patch;
  const double a = GM_PI * s, b = 2.0 * GM_PI * t;
  return gm_madd(k->centre, k->radius,
                 gm_vec(sin(a) * cos(b), sin(a) * sin(b), cos(a)));
}

/* Squared distances from query points to the nearest of the placed points. */
static void check_distance(const char *name, const gm_patch *p, lay *at,
                           const void *of, double size)
{
  enum { ASKED = 60 };
  gm_vec3 y[ASKED];
  double d2[ASKED], h = 0.0;
  for (int k = 0; k < ASKED; ++k) {
    y[k] = random_point(k, size);
    d2[k] = INFINITY;
  }
  for (int i = 0; i <= FINE; ++i) {
    for (int j = 0; j <= FINE; ++j) {
      const gm_vec3 x = at(of, (double)i / FINE, (double)j / FINE);
      /* half the diagonal of a cell bounds the distance to the true nearest point */
      if (i && j) {
        const gm_vec3 back =
            at(of, (double)(i - 1) / FINE, (double)(j - 1) / FINE);
        h = fmax(h, gm_norm(gm_sub(x, back)));
      }
      for (int k = 0; k < ASKED; ++k) {
        d2[k] = fmin(d2[k], gm_norm2(gm_sub(y[k], x)));
      }
    }
  }
  double low = 0.0, high = 0.0;
  for (int k = 0; k < ASKED; ++k) {
    const double d = gm_query_batch_single(p, y[k], INFINITY).distance;
    low = fmax(low, d - sqrt(d2[k]));
    high = fmax(high, (d2[k] - d * d) / (3.0 * h * h));
  }
  printf("%-22s h %.1e m: above by %8.1e m, below by %.2f of the bound\n", name,
         h, low, high);
  CHECK(low < 1.0e-15);
  CHECK(high < 1.0);
}

static void check_gradient(const gm_patch *p, double size)
{
  const double h = 1.0e-6;
  double worst = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const gm_vec3 y = random_point(1000 + k, size);
    const gm_query_result q = gm_query_batch_single(p, y, INFINITY);
    /* the gradient turns noticeably within h */
    if (q.distance < 2.0e-3) continue;
    gm_vec3 g;
    double *c = &g.x;
    const gm_vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int a = 0; a < 3; ++a) {
      c[a] =
          (gm_query_batch_single(p, gm_madd(y, h, axes[a]), INFINITY).distance -
           gm_query_batch_single(p, gm_madd(y, -h, axes[a]), INFINITY)
               .distance) /
          (2.0 * h);
    }
    if (gm_norm(g) < 1.0 - 1.0e-6) continue; /* across a kink */
    worst = fmax(worst, gm_norm(gm_sub(g, q.gradient)));
    CHECK_NEAR(gm_norm(q.gradient), 1.0, 1.0e-14);
  }
  CHECK_NEAR(worst, 0.0, 1.0e-7);
}

static void check_round(const char *name, gm_shape s, gm_vec3 base,
                        gm_vec3 axis, double r0, double r1, int ends)
{
  const double height = gm_norm(axis);
  const gm_vec3 u = gm_scale(1.0 / height, axis);
  const gm_vec3 e = gm_perpendicular(u);
  const swept parts[] = {
      {base, u, e, gm_cross(u, e), r0, 0.0, r1, height},
      {base, u, e, gm_cross(u, e), 0.0, 0.0, r0, 0.0},
      {base, u, e, gm_cross(u, e), 0.0, height, r1, height},
  };
  int n = 0;
  for (int k = 0; k < 3; ++k) {
    if (!(ends >> k & 1)) continue;
    if (!CHECK(n < s.n)) return;
    check_distance(name, &s.side[n], lay_swept, &parts[k], 0.25);
    check_gradient(&s.side[n++], 0.25);
  }
  CHECK(s.n == n);
}

/* A disc with a hole, also from points in the hole, where its inner edge is nearest. */
static void check_ring(gm_vec3 centre, gm_vec3 up)
{
  const double hole = 0.03;
  const gm_vec3 e = gm_perpendicular(up);
  const gm_shape s = gm_shape_disc(centre, up, 0.05, hole);
  const swept ring = {centre, up, e, gm_cross(up, e), hole, 0.0, 0.05, 0.0};
  if (!CHECK(s.n == 1)) return;
  check_distance("disc with a hole", &s.side[0], lay_swept, &ring, 0.25);
  check_gradient(&s.side[0], 0.25);

  const gm_vec3 y = gm_madd(gm_madd(centre, hole - 3.0e-3, e), 4.0e-3, up);
  const gm_query_result p = gm_query_batch_single(&s.side[0], y, INFINITY);
  const gm_vec3 out = gm_madd(gm_scale(-0.6, e), 0.8, up);
  CHECK_NEAR(p.distance, 5.0e-3, 1.0e-16);
  CHECK_NEAR(gm_norm(gm_sub(p.gradient, out)), 0.0, 1.0e-13);
}

/* On the axis of a cone a ring of points is nearest: the gradient is the mean of their
 * directions, the rate of change along the axis; across the axis it is nearly zero. */
static void check_axis(gm_vec3 base, gm_vec3 up)
{
  const gm_vec3 axis = gm_scale(0.04, up);
  const gm_shape cone = gm_shape_cone(base, axis, 0.0, 0.03, 2u);
  const gm_shape tube = gm_shape_cone(base, axis, 0.01, 0.01, 3u);
  const gm_vec3 y = gm_madd(base, 0.02, up);
  const gm_query_result in = gm_query_batch_single(&cone.side[0], y, INFINITY);
  CHECK_NEAR(in.distance, 0.012, 1.0e-16);
  CHECK_NEAR(gm_norm(gm_sub(in.gradient, gm_scale(0.6, up))), 0.0, 1.0e-14);
  const gm_query_result tip =
      gm_query_batch_single(&cone.side[0], gm_madd(base, -0.01, up), INFINITY);
  CHECK_NEAR(gm_norm(gm_add(tip.gradient, up)), 0.0, 1.0e-13);
  const gm_query_result within =
      gm_query_batch_single(&tube.side[0], y, INFINITY);
  CHECK_NEAR(within.distance, 0.01, 1.0e-16);
  CHECK(gm_norm(within.gradient) > 0.0 && gm_norm(within.gradient) < 1.0e-8);
}

static void check_box(void)
{
  const gm_vec3 low = {-0.05, -0.03, -0.02}, high = {0.04, 0.05, 0.03};
  const gm_shape s = gm_shape_box(low, high, 4u | 32u); /* ymin, zmax open */
  const double x = high.x - low.x, y = high.y - low.y, z = high.z - low.z;
  const side sides[] = {
      {low, {0, y, 0}, {0, 0, z}},
      {{high.x, low.y, low.z}, {0, y, 0}, {0, 0, z}},
      {{low.x, high.y, low.z}, {x, 0, 0}, {0, 0, z}},
      {low, {x, 0, 0}, {0, y, 0}},
  };
  if (!CHECK(s.n == 4)) return;
  for (int k = 0; k < 4; ++k) {
    check_distance("side of a box", &s.side[k], lay_side, &sides[k], 0.2);
    check_gradient(&s.side[k], 0.2);
  }
}

/* Distance to a segment by its definition: the least over 4001 points of it is at
 * most h^2 / 8 d above that of the segment, with h the spacing; less the radius. */
static void check_segment(void)
{
  enum { N = 4000 };
  const gm_vec3 a = {0.01, -0.02, 0.0}, b = {0.05, 0.01, 0.0};
  const double radius = 0.004, h = 0.05 / N;
  const gm_shape s = gm_shape_segment(a, b, radius);
  if (!CHECK(s.n == 1)) return;
  for (int k = 0; k < 400; ++k) {
    gm_vec3 y = gm_add(random_point(k, 0.2), gm_vec(0.03, 0.0, 0.0));
    y.z = 0.0;
    const gm_query_result p = gm_query_batch_single(&s.side[0], y, INFINITY);
    double least = INFINITY;
    for (int i = 0; i <= N; ++i) {
      const gm_vec3 x = gm_madd(a, (double)i / N, gm_sub(b, a));
      least = fmin(least, gm_norm(gm_sub(y, x)));
    }
    const double raw = p.distance + radius;
    CHECK(raw <= least + 1.0e-16 && least <= sqrt(raw * raw + h * h / 4.0));
    const gm_vec3 foot = gm_madd(y, -raw, p.gradient);
    CHECK_NEAR(gm_norm(p.gradient), 1.0, 1.0e-14);
    CHECK(p.gradient.z == 0.0);
    CHECK_NEAR(gm_norm(gm_sub(foot, a)) + gm_norm(gm_sub(foot, b)), 0.05,
               2.0e-16 * 100.0);
  }
}

/* A line by the convention la = sin, lb = -cos: q = la x + lb y; both sides; ends. */
static void check_line(void)
{
  const double angle = GM_PI / 6.0, radius = 0.01;
  const gm_vec3 at = {0.2, 0.1, 0.0};
  const gm_vec3 along = {cos(angle), sin(angle), 0.0};
  const gm_vec3 normal = {sin(angle), -cos(angle), 0.0};
  const gm_shape s = gm_shape_line(at, angle, radius);
  for (int hand = -1; hand < 2; hand += 2) {
    for (int k = -1; k < 2; ++k) {
      const gm_vec3 y =
          gm_madd(gm_madd(at, 100.0 * k, along), hand * 0.03, normal);
      const gm_query_result p = gm_query_batch_single(&s.side[0], y, INFINITY);
      CHECK_NEAR(p.distance, 0.02, 1.0e-13);
      CHECK_NEAR(gm_norm(gm_sub(p.gradient, gm_scale(hand, normal))), 0.0, 0.0);
    }
  }
  const gm_query_result on = gm_query_batch_single(&s.side[0], at, INFINITY);
  CHECK_NEAR(on.distance, -radius, 0.0);
  CHECK_NEAR(gm_norm(gm_sub(on.gradient, normal)), 0.0, 0.0);

  const gm_shape thin =
      gm_shape_segment(gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.04, 0.0), 0.0);
  const gm_query_result end =
      gm_query_batch_single(&thin.side[0], gm_vec(0.003, 0.044, 0.0), INFINITY);
  CHECK_NEAR(end.distance, 0.005, 1.0e-17);
  CHECK_NEAR(gm_norm(gm_sub(end.gradient, gm_vec(0.6, 0.8, 0.0))), 0.0,
             1.0e-14);
  const gm_query_result right =
      gm_query_batch_single(&thin.side[0], gm_vec(0.003, 0.04, 0.0), INFINITY);
  CHECK_NEAR(right.distance, 0.003, 1.0e-18);
  CHECK_NEAR(gm_norm(gm_sub(right.gradient, gm_vec(1.0, 0.0, 0.0))), 0.0, 0.0);
}

int main(void)
{
  const gm_vec3 base = {0.01, -0.02, -0.03}, axis = {0.03, 0.04, 0.05};
  check_round("cylinder, open top", gm_shape_cone(base, axis, 0.04, 0.04, 2u),
              base, axis, 0.04, 0.04, 3);
  check_round("cone", gm_shape_cone(base, axis, 0.05, 0.02, 0u), base, axis,
              0.05, 0.02, 7);
  check_round("cone to a tip, open", gm_shape_cone(base, axis, 0.05, 0.0, 3u),
              base, axis, 0.05, 0.0, 1);
  const gm_vec3 up = gm_unit(axis);
  check_round("disc", gm_shape_disc(base, up, 0.05, 0.0), base, up, 0.05, 0.0,
              2);
  check_axis(base, up);
  check_ring(base, up);
  check_box();
  check_line();
  check_segment();

  const ball b = {{0.01, 0.02, -0.01}, 0.04};
  const gm_shape sphere = gm_shape_sphere(b.centre, b.radius);
  check_distance("sphere", &sphere.side[0], lay_ball, &b, 0.2);
  check_gradient(&sphere.side[0], 0.2);

  /* Solid behind a plane: the distance changes sign. */
  const gm_shape plane = gm_shape_plane(base, up);
  CHECK_NEAR(
      gm_query_batch_single(&plane.side[0], gm_madd(base, -0.02, up), INFINITY)
          .distance,
      -0.02, 1.0e-16);
  check_gradient(&plane.side[0], 0.2);
  return CHECK_REPORT();
}
