/* A grain over an edge touches it once; a grain in a corner touches each wall.
 *
 * Every side of a box makes its own contact, and sides share edges: of two that a grain
 * reaches, the one in or behind the other's tangent plane is dropped.  A grain led around
 * an edge from face to face at a distance d = 0.99 r, over a corner, or over the rim of
 * an open cylinder has exactly one contact at every place, at the exact distance and with
 * the exact normal; its foot moves no farther than the grain.  Inside, in a corner, it
 * has the contacts and the forces of the planes that meet there.
 *
 * Bodies stand turned and shifted, so lengths carry a few round-offs of coordinates 100
 * times greater than the grain: required 1e-12 of the radius in distance, 1e-12 in
 * directions, and 1e-9 of the force, which is the overlap's (0.01 r) error.
 */
#include "base/random.h"
#include "check.h"
#include "pair.h"

static const double r = 0.01;
static const gm_vec3 none = {0.0, 0.0, 0.0};

static void begin(pair_scene *p, gm_shape shape)
{
  pair_init(p, GM_LAW_HOOKE);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.3);
  pair_between(p, m, m, 0.5, 0.5, 1.0e5);
  gm_structure *s = pair_structure(p, shape, m);
  s->pose.position = gm_vec(0.3, -0.2, 0.1);
  s->pose.orientation = gm_quat_rotation(gm_vec(0.4, -1.1, 0.7));
  pair_grain(p, gm_vec(9.0, 9.0, 9.0), r, none, none, m);
  pair_start(p, 1.0e-6, 1);
}

/* Exactly one contact, with foot f (body frame) and distance d. */
static bool check_one(pair_scene *p, gm_vec3 y, gm_vec3 f, double *worst)
{
  pair_put(p, y);
  if (!CHECK(p->contacts->n == 1)) return false;
  const gm_pose *pose = &p->scene->structures.row[0].pose;
  const double d = gm_norm(gm_sub(y, f));
  const gm_vec3 n =
      gm_quat_rotate(pose->orientation, gm_scale(1.0 / d, gm_sub(y, f)));
  const double off = fabs(r - p->contacts->overlap[0] - d) / r;
  *worst = fmax(*worst, fmax(off, gm_norm(gm_sub(p->contacts->normal[0], n))));
  CHECK_NEAR(off, 0.0, 1.0e-12);
  CHECK_NEAR(gm_norm(gm_sub(p->contacts->normal[0], n)), 0.0, 1.0e-12);
  return true;
}

/* Around an edge of a box, from its top to its side. */
static void around_edge(double d)
{
  pair_scene p;
  begin(&p,
        gm_shape_box(gm_vec(-0.1, -0.08, -0.05), gm_vec(0.1, 0.08, 0.05), 0));
  double worst = 0.0, apart = 0.0;
  gm_vec3 last = none;
  const int n = 3600;
  const double arc = 0.5 * GM_PI * d, straight = 2.5 * d;
  const double pace = (arc + 2.0 * straight) / n;
  for (int k = 0; k < n; ++k) {
    const double s = (k + 0.5) * pace - straight; /* from the edge on */
    const double turn = fmin(fmax(s / d, 0.0), 0.5 * GM_PI);
    const double back = fmin(s, 0.0), down = fmax(s - arc, 0.0);
    const gm_vec3 f = {0.1 + back, 0.013, 0.05 - down};
    const gm_vec3 y = gm_madd(f, d, gm_vec(sin(turn), 0.0, cos(turn)));
    if (!check_one(&p, y, f, &worst)) break;
    if (k) apart = fmax(apart, gm_norm(gm_sub(p.contacts->to[0], last)) / pace);
    last = p.contacts->to[0];
  }
  printf("edge of a box, d = %.2f r: %d places, off %.1e; the foot moves %.3f "
         "of the way\n",
         d / r, n, worst, apart);
  CHECK(apart < 1.0 + 1.0e-9);
  pair_clear(&p);
}

/* Over the corner of a box, anywhere outside. */
static void over_corner(void)
{
  pair_scene p;
  const gm_vec3 h = {0.1, 0.08, 0.05};
  begin(&p, gm_shape_box(gm_scale(-1.0, h), h, 0));
  double worst = 0.0;
  for (int k = 0; k < 2000; ++k) {
    double u[4];
    gm_random_uniform(5, (uint64_t)k, 0, u);
    const gm_vec3 f = {h.x, h.y, h.z};
    const gm_vec3 e = gm_unit(gm_vec(u[0], u[1], u[2]));
    if (!check_one(&p, gm_madd(f, (0.9 + 0.0999 * u[3]) * r, e), f, &worst)) {
      break;
    }
  }
  printf("corner of a box: 2000 places, off %.1e\n", worst);
  pair_clear(&p);
}

/* From inside an open cylinder over its rim to the outside. */
static void over_rim(void)
{
  pair_scene p;
  const double d = 0.99 * r, radius = 0.05, height = 0.1;
  begin(&p, gm_shape_cone(none, gm_vec(0.0, 0.0, height), radius, radius, 2u));
  double worst = 0.0;
  for (int k = 0; k < 3600; ++k) {
    const double s = (k + 0.5) / 3600.0 * (GM_PI + 4.0) - 2.0;
    const double turn = fmin(fmax(s, 0.0), GM_PI), around = 0.001 * k;
    const double z = height + fmin(s, 0.0) * d - fmax(s - GM_PI, 0.0) * d;
    const gm_vec3 e = {cos(around), sin(around), 0.0};
    const gm_vec3 f = gm_madd(gm_scale(radius, e), z, gm_vec(0.0, 0.0, 1.0));
    const gm_vec3 out =
        gm_madd(gm_scale(-cos(turn), e), sin(turn), gm_vec(0.0, 0.0, 1.0));
    if (!check_one(&p, gm_madd(f, d, out), f, &worst)) break;
  }
  printf("rim of an open cylinder: 3600 places, off %.1e\n", worst);
  pair_clear(&p);
}

/* Inside: contacts and force of the three planes that meet in the corner. */
static void in_corner(void)
{
  pair_scene p, q;
  const gm_vec3 h = {0.1, 0.08, 0.05};
  begin(&p, gm_shape_box(gm_scale(-1.0, h), h, 0));
  pair_init(&q, GM_LAW_HOOKE);
  const gm_index m = pair_material(&q, 2500.0, 1.0e7, 0.3);
  pair_between(&q, m, m, 0.5, 0.5, 1.0e5);
  const gm_pose pose = p.scene->structures.row[0].pose;
  const gm_vec3 walls[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int k = 0; k < 3; ++k) {
    pair_structure(&q, gm_shape_plane(gm_vec(-h.x, -h.y, -h.z), walls[k]), m)
        ->pose = pose;
  }
  pair_grain(&q, none, r, none, none, m);
  pair_start(&q, 1.0e-6, 1);
  const gm_vec3 v = {0.3, -0.2, 0.4};
  p.scene->grains.g[0].v = gm_row(v, p.scene->grains.g[0].v[3]);
  q.scene->grains.g[0].v = p.scene->grains.g[0].v;
  double worst = 0.0;
  for (int k = 0; k < 500; ++k) {
    double u[4];
    gm_random_uniform(6, (uint64_t)k, 0, u);
    const int near = k % 3 + 1; /* walls in reach */
    const gm_vec3 y = {
        -h.x + (0.95 + 0.04 * u[0]) * r,
        -h.y + (near > 1 ? 0.95 + 0.04 * u[1] : 2.0) * r,
        -h.z + (near > 2 ? 0.95 + 0.04 * u[2] : 2.0) * r,
    };
    pair_put(&p, y);
    q.scene->grains.g[0].x = p.scene->grains.g[0].x;
    gm_step_edited(q.step);
    pair_look(&q);
    if (!CHECK(p.contacts->n == near) || !CHECK(q.contacts->n == near)) break;
    const gm_vec3 a = gm_row_vec(p.scene->grains.load[0].f);
    const gm_vec3 b = gm_row_vec(q.scene->grains.load[0].f);
    const double off = gm_norm(gm_sub(a, b)) / gm_norm(b);
    worst = fmax(worst, off);
    CHECK_NEAR(off, 0.0, 1.0e-9);
  }
  printf("inside a box, 1 to 3 walls: force off three planes' by %.1e\n",
         worst);
  pair_clear(&p);
  pair_clear(&q);
}

int main(void)
{
  around_edge(0.99 * r);
  around_edge(0.93 * r);
  over_corner();
  over_rim();
  in_corner();
  return CHECK_REPORT();
}
