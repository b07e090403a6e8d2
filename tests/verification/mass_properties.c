/* Mass, centre of mass and inertia tensor of bodies agree with exact integrals.
 *
 * Meshes: polyhedra are integrated exactly, so boxes, tetrahedra and a body with a
 * cavity agree with closed forms to round-off, also where they are turned and 1000 sizes
 * away from the origin of their frame (there coordinates of 1000 carry 1e-13, and 1e-10
 * is required).  A sphere of facets converges to 2/5 m r^2 with the order 2 of its chord
 * errors.  The printed example of F. Tonon, J. Math. Stat. 1 (2005) 8-11, has
 * coordinates of five decimals, which leave 1e-6.  Primitives agree with closed forms,
 * the frustum with a midpoint sum over 100,000 slices (error 1e-10).
 *
 * Principal axes: random bodies are turned at random; moments return, and turned back
 * they reproduce the tensor to 1e-14 of its trace (a few units in the last place).
 */
#include "assembled.h"
#include "plot.h"
#include "random.h"
#include "rigid/mass.h"
#include <string.h>

enum { XX, YY, ZZ, XY, XZ, YZ };

static const gm_vec3 zero = {0.0, 0.0, 0.0};

static gm_mass measured(solid k, double density)
{
  gm_surface s;
  gm_mass m = {0};
  if (!CHECK(assembled(&s, &k) == GM_OK)) return m;
  m = gm_mass_of_surface(&s, density);
  gm_surface_clear(&s);
  return m;
}

static double trace(const double i[6])
{
  return i[XX] + i[YY] + i[ZZ];
}

/* Largest difference of two tensors, relative to the trace. */
static double differ(const double a[6], const double b[6])
{
  double most = 0.0;
  for (int k = 0; k < 6; ++k)
    most = fmax(most, fabs(a[k] - b[k]));
  return most / trace(b);
}

/* Lengths are about 1: the centre is compared in m. */
static void check_same(const char *what, const gm_mass *m, const gm_mass *exact,
                       double tolerance)
{
  const double mass = fabs(m->mass / exact->mass - 1.0);
  const double centre = gm_norm(gm_sub(m->centre, exact->centre));
  const double inertia = differ(m->inertia, exact->inertia);
  printf("%-28s mass %8.1e  centre %8.1e m  inertia %8.1e\n", what, mass,
         centre, inertia);
  CHECK(mass <= tolerance);
  CHECK(centre <= tolerance * fmax(1.0, gm_norm(exact->centre)));
  CHECK(inertia <= tolerance);
}

/* The tensor with those moments along the axes that q turns the unit vectors to. */
static void turned_tensor(gm_vec3 moments, gm_quat q, double inertia[6])
{
  const gm_vec3 e[3] = {gm_quat_rotate(q, gm_vec(1.0, 0.0, 0.0)),
                        gm_quat_rotate(q, gm_vec(0.0, 1.0, 0.0)),
                        gm_quat_rotate(q, gm_vec(0.0, 0.0, 1.0))};
  const double value[3] = {moments.x, moments.y, moments.z};
  for (int k = 0; k < 6; ++k)
    inertia[k] = 0.0;
  for (int k = 0; k < 3; ++k) {
    inertia[XX] += value[k] * e[k].x * e[k].x;
    inertia[YY] += value[k] * e[k].y * e[k].y;
    inertia[ZZ] += value[k] * e[k].z * e[k].z;
    inertia[XY] += value[k] * e[k].x * e[k].y;
    inertia[XZ] += value[k] * e[k].x * e[k].z;
    inertia[YZ] += value[k] * e[k].y * e[k].z;
  }
}

/* Turned by q, then moved by `shift`. */
static solid placed(solid k, gm_quat q, gm_vec3 shift)
{
  for (gm_index c = 0; c < 3 * k.n; ++c)
    k.corner[c] = gm_add(gm_quat_rotate(q, k.corner[c]), shift);
  return k;
}

/* --- meshes ---------------------------------------------------------------------- */

static void boxes(void)
{
  const gm_vec3 unit = {1.0, 1.0, 1.0}, edge = {0.3, 0.5, 1.1};
  gm_mass m = measured(solid_box(zero, unit), 3.0);
  const gm_mass cube = {3.0, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}};
  check_same("unit cube", &m, &cube, 1.0e-15);
  const double mass = 7.0 * 0.3 * 0.5 * 1.1;
  const gm_vec3 moments = {mass / 12.0 * (0.25 + 1.21),
                           mass / 12.0 * (0.09 + 1.21),
                           mass / 12.0 * (0.09 + 0.25)};
  static const double away[3] = {0.0, 3.0, 1000.0};
  static const double allowed[3] = {1.0e-14, 1.0e-14, 1.0e-10};
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 shift = gm_scale(away[k], gm_vec(1.0, -0.7, 0.4));
    const gm_quat q = gm_quat_rotation(gm_vec(0.4, -1.1, 0.7));
    m = measured(
        placed(solid_box(gm_scale(-0.5, edge), gm_scale(0.5, edge)), q, shift),
        7.0);
    gm_mass exact = {mass, shift, {0.0}};
    turned_tensor(moments, q, exact.inertia);
    char what[64];
    snprintf(what, sizeof what, "turned box %g m away", away[k]);
    check_same(what, &m, &exact, allowed[k]);
  }
}

static solid tetrahedron(gm_vec3 a, gm_vec3 b, gm_vec3 c, gm_vec3 d)
{
  solid k = {0, NULL};
  solid_add(&k, a, c, b);
  solid_add(&k, a, b, d);
  solid_add(&k, b, c, d);
  solid_add(&k, a, d, c);
  return k;
}

static void tetrahedra(void)
{
  gm_mass m =
      measured(tetrahedron(zero, gm_vec(1.0, 0.0, 0.0), gm_vec(0.0, 1.0, 0.0),
                           gm_vec(0.0, 0.0, 1.0)),
               1.0);
  const double a = 1.0 / 80.0, b = 1.0 / 480.0;
  const gm_mass corner = {1.0 / 6.0, {0.25, 0.25, 0.25}, {a, a, a, b, b, b}};
  check_same("tetrahedron at a corner", &m, &corner, 1.0e-15);
  m = measured(tetrahedron(gm_vec(8.33220, -11.86875, 0.93355),
                           gm_vec(0.75523, 5.0, 16.37072),
                           gm_vec(52.61236, 5.0, -5.38580),
                           gm_vec(2.0, 5.0, 3.0)),
               1.0);
  const gm_mass printed = {m.mass,
                           {15.92492, 0.78281, 3.72962},
                           {43520.33257, 194711.28938, 191168.76173,
                            -11996.20119, 46343.16662, -4417.66150}};
  check_same("tetrahedron of Tonon", &m, &printed, 5.0e-6);
}

static void spheres(void)
{
  const gm_vec3 centre = {0.3, -0.2, 0.5};
  const double r = 0.8, density = 2.0;
  const gm_mass exact = gm_mass_sphere(centre, r, density);
  FILE *f = plot_open("mass_properties_sphere", "Moment of inertia of facets",
                      "triangles", "relative error", true);
  double before = 0.0;
  for (int times = 1; times <= 5; ++times) {
    const double n = 20.0 * pow(4.0, times);
    const gm_mass m = measured(solid_sphere(centre, r, times), density);
    const double error = 1.0 - m.inertia[ZZ] / exact.inertia[ZZ];
    const double order = log2(before / error);
    printf("sphere of %6.0f triangles     moment %8.1e  order %.3f\n", n, error,
           times > 1 ? order : NAN);
    if (times > 2) CHECK_NEAR(order, 2.0, 0.05);
    if (times == 5) CHECK(error > 0.0 && error < 2.0e-3);
    CHECK(gm_norm(gm_sub(m.centre, centre)) < 1.0e-14);
    plot_point(f, "facets", n, error);
    before = error;
  }
  plot_close(f);
}

/* A cube of 2 m with a cavity of 1 m that touches no face: the difference of two boxes,
 * moved to their common centre of mass. */
static void hollow(void)
{
  solid inner = solid_box(gm_vec(0.25, 0.5, 0.75), gm_vec(1.25, 1.5, 1.75));
  solid_turn(&inner);
  const gm_mass m =
      measured(solid_both(solid_box(zero, gm_vec(2.0, 2.0, 2.0)), inner), 1.0);
  gm_mass exact = {.mass = 7.0};
  exact.centre = gm_vec((8.0 - 0.75) / 7.0, 1.0, (8.0 - 1.25) / 7.0);
  const gm_vec3 big = gm_sub(gm_vec(1.0, 1.0, 1.0), exact.centre);
  const gm_vec3 small = gm_sub(gm_vec(0.75, 1.0, 1.25), exact.centre);
  const double own = 8.0 * 4.0 / 6.0 - 1.0 / 6.0;
  exact.inertia[XX] = own + 8.0 * big.z * big.z - small.z * small.z;
  exact.inertia[YY] = own + 8.0 * gm_norm2(big) - gm_norm2(small);
  exact.inertia[ZZ] = own + 8.0 * big.x * big.x - small.x * small.x;
  exact.inertia[XZ] = -8.0 * big.x * big.z + small.x * small.z;
  check_same("cube with a cavity", &m, &exact, 1.0e-14);
}

/* Triangles reversed: mass and tensor change their sign, the centre stays. Open parts
 * have no mass. */
static void signs(void)
{
  gm_surface s;
  solid k = solid_box(zero, gm_vec(1.0, 1.0, 1.0));
  solid_add_quad(&k, gm_vec(2.0, 0.0, 0.0), gm_vec(3.0, 0.0, 0.0),
                 gm_vec(3.0, 1.0, 0.5), gm_vec(2.0, 1.0, 0.5));
  if (!CHECK(assembled(&s, &k) == GM_OK)) return;
  CHECK(s.kind == GM_SURFACE_SOLID && s.n_sheets == 2);
  gm_mass m = gm_mass_of_surface(&s, 1.0);
  gm_mass exact = gm_mass_box(zero, gm_vec(1.0, 1.0, 1.0), 1.0);
  check_same("cube beside a sheet", &m, &exact, 1.0e-14);
  for (gm_index t = 0; t < s.n; ++t) {
    const gm_index c = s.corner[t][1];
    s.corner[t][1] = s.corner[t][2];
    s.corner[t][2] = c;
  }
  m = gm_mass_of_surface(&s, -1.0);
  check_same("cube inside out", &m, &exact, 1.0e-14);
  memset(s.sheet, 1, (size_t)s.n);
  m = gm_mass_of_surface(&s, 1.0);
  CHECK(m.mass == 0.0 && m.inertia[XX] == 0.0 && m.centre.x == 1.5);
  gm_surface_clear(&s);
}

/* --- primitives ------------------------------------------------------------------ */

static void primitives(void)
{
  const gm_vec3 min = {-1.0, 0.5, 2.0}, max = {0.25, 0.75, 4.5};
  const gm_mass box = gm_mass_box(min, max, 9.0);
  const gm_mass mesh = measured(solid_box(min, max), 9.0);
  check_same("box", &box, &mesh, 1.0e-14);
  const gm_mass ball = gm_mass_sphere(min, 0.5, 3.0);
  CHECK_NEAR(ball.mass, GM_PI / 2.0, 1.0e-15);
  CHECK_NEAR(ball.inertia[YY], 0.4 * 0.25 * GM_PI / 2.0, 1.0e-16);
  const gm_vec3 up = {0.0, 0.0, 2.0}, base = {1.0, 2.0, 3.0};
  const gm_mass bar = gm_mass_frustum(base, up, 0.5, 0.5, 8.0);
  const double m = 8.0 * GM_PI * 0.25 * 2.0;
  const double side = m * (3.0 * 0.25 + 4.0) / 12.0;
  const gm_mass cylinder = {
      m, {1.0, 2.0, 4.0}, {side, side, m * 0.125, 0.0, 0.0, 0.0}};
  check_same("cylinder", &bar, &cylinder, 1.0e-15);
  const gm_mass cone = gm_mass_frustum(base, up, 0.5, 0.0, 8.0);
  const double c = m / 3.0, wide = c * (3.0 / 20.0 * 0.25 + 3.0 / 80.0 * 4.0);
  const gm_mass tip = {
      c, {1.0, 2.0, 3.5}, {wide, wide, 0.3 * c * 0.25, 0.0, 0.0, 0.0}};
  check_same("cone", &cone, &tip, 1.0e-15);
}

/* Slices of a frustum along z, as discs about the centre of mass. */
static gm_mass slices(double base_radius, double top_radius, double height)
{
  enum { N = 100000 };
  double mass = 0.0, first = 0.0, second = 0.0, along = 0.0;
  for (int k = 0; k < N; ++k) {
    const double t = (k + 0.5) / N, z = height * t;
    const double r = base_radius + t * (top_radius - base_radius);
    const double share = GM_PI * r * r * height / N;
    mass += share;
    first += share * z;
    second += share * z * z;
    along += 0.5 * share * r * r;
  }
  const double z = first / mass;
  const double across = 0.5 * along + second - mass * z * z;
  return (gm_mass){mass, {0.0, 0.0, z}, {across, across, along, 0.0, 0.0, 0.0}};
}

static void frusta(void)
{
  static const double radius[4][2] = {
      {0.7, 0.2}, {0.2, 0.7}, {0.6, 0.0}, {0.0, 0.6}};
  const gm_vec3 up = {0.0, 0.0, 1.0};
  for (int k = 0; k < 4; ++k) {
    const double p = radius[k][0], q = radius[k][1], h = 0.9;
    const gm_quat turn = gm_quat_rotation(gm_vec(0.3 * k, 0.8, -0.5));
    const gm_vec3 base = {0.1, 0.2, -0.3};
    const gm_mass flat = slices(p, q, h);
    gm_mass exact = {
        flat.mass, gm_add(base, gm_quat_rotate(turn, flat.centre)), {0.0}};
    turned_tensor(gm_vec(flat.inertia[XX], flat.inertia[YY], flat.inertia[ZZ]),
                  turn, exact.inertia);
    const gm_vec3 axis = gm_quat_rotate(turn, gm_scale(h, up));
    const gm_mass m = gm_mass_frustum(base, axis, p, q, 1.0);
    char what[64];
    snprintf(what, sizeof what, "frustum from %g to %g m", p, q);
    check_same(what, &m, &exact, 1.0e-9);
  }
}

/* --- principal axes, other points ------------------------------------------------- */

/* Principal moments and turn of a body reproduce its tensor. */
static gm_mass_axes check_axes(const gm_mass *m)
{
  const gm_mass_axes a = gm_mass_principal(m), again = gm_mass_principal(m);
  double back[6];
  turned_tensor(a.moments, a.turn, back);
  CHECK(differ(back, m->inertia) <= 1.0e-14);
  const double little = 1.0e-15 * trace(m->inertia);
  CHECK(a.moments.x <= a.moments.y + little &&
        a.moments.y <= a.moments.z + little);
  CHECK_NEAR(a.turn.w * a.turn.w + a.turn.x * a.turn.x + a.turn.y * a.turn.y +
                 a.turn.z * a.turn.z,
             1.0, 1.0e-15);
  CHECK(!memcmp(&a, &again, sizeof a) && a.turn.w >= 0.0);
  for (int k = 0; k < 2; ++k) {
    const gm_vec3 e = gm_quat_rotate(a.turn, gm_vec(1.0 - k, (double)k, 0.0));
    const double first = fabs(e.x) > 0.55 ? e.x : fabs(e.y) > 0.55 ? e.y : e.z;
    CHECK(first > 0.0);
  }
  return a;
}

static void random_axes(void)
{
  random_begin();
  double most = 0.0;
  for (int k = 0; k < 20000; ++k) {
    const double p = random_between(0.1, 1.0), q = random_between(0.1, 1.0);
    /* some of two equal moments, some of three, some almost equal */
    const double r = k % 4 == 0   ? p
                     : k % 4 == 1 ? p * (1.0 + 1.0e-9)
                                  : random_between(0.1, 1.0);
    const gm_vec3 given = gm_vec(p, k % 8 == 0 ? p : q, r);
    const gm_quat turn = gm_quat_rotation(
        gm_scale(random_between(0.0, 3.1), random_direction()));
    gm_mass m = {.mass = 1.0};
    turned_tensor(given, turn, m.inertia);
    const gm_mass_axes a = check_axes(&m);
    const double low = fmin(given.x, fmin(given.y, given.z));
    const double high = fmax(given.x, fmax(given.y, given.z));
    const double sum = given.x + given.y + given.z;
    most = fmax(most, fabs(a.moments.x - low) / sum);
    most = fmax(most, fabs(a.moments.z - high) / sum);
    most =
        fmax(most, fabs(a.moments.x + a.moments.y + a.moments.z - sum) / sum);
  }
  printf("20000 turned tensors         moments %8.1e\n", most);
  CHECK(most <= 1.0e-14);
}

/* Which axis is which, and what keeps the axes of the shape. */
static void known_axes(void)
{
  gm_mass m = gm_mass_box(zero, gm_vec(1.0, 3.0, 2.0), 1.0);
  gm_mass_axes a = check_axes(&m); /* the least moment is that about y */
  const gm_vec3 least = gm_quat_rotate(a.turn, gm_vec(1.0, 0.0, 0.0));
  const gm_vec3 middle = gm_quat_rotate(a.turn, gm_vec(0.0, 1.0, 0.0));
  CHECK(gm_norm(gm_sub(least, gm_vec(0.0, 1.0, 0.0))) < 1.0e-15);
  CHECK(gm_norm(gm_sub(middle, gm_vec(0.0, 0.0, 1.0))) < 1.0e-15);
  CHECK_NEAR(a.moments.x, 6.0 * 5.0 / 12.0, 1.0e-15);
  CHECK_NEAR(a.moments.y, 6.0 * 10.0 / 12.0, 1.0e-15);
  CHECK_NEAR(a.moments.z, 6.0 * 13.0 / 12.0, 1.0e-15);
  m = gm_mass_sphere(zero, 1.0, 1.0);
  a = check_axes(&m);
  CHECK(a.turn.w == 1.0 && a.moments.x == a.moments.z);
  /* a cube whose tensor carries round-off keeps its axes */
  m = gm_mass_box(zero, gm_vec(1.0, 1.0, 1.0), 1.0);
  m.inertia[XX] += 1.0e-16;
  m.inertia[XY] = m.inertia[YZ] = 1.0e-17;
  a = check_axes(&m);
  CHECK(a.turn.w == 1.0);
}

static void other_points(void)
{
  const gm_mass m = gm_mass_box(zero, gm_vec(1.0, 2.0, 3.0), 2.0);
  double i[6];
  gm_mass_about(&m, zero, i); /* a corner: m (b^2 + c^2) / 3, -m a b / 4 */
  const double exact[6] = {12.0 * 13.0 / 3.0, 12.0 * 10.0 / 3.0,
                           12.0 * 5.0 / 3.0,  -12.0 * 2.0 / 4.0,
                           -12.0 * 3.0 / 4.0, -12.0 * 6.0 / 4.0};
  CHECK(differ(i, exact) <= 1.0e-15);
  /* at the corner (1 0 0) two products have the other sign */
  gm_mass_about(&m, gm_vec(1.0, 0.0, 0.0), i);
  CHECK_NEAR(i[XX], exact[XX], 1.0e-14);
  CHECK_NEAR(i[XY], -exact[XY], 1.0e-14);
  CHECK_NEAR(i[YZ], exact[YZ], 1.0e-14);
  const gm_vec3 w = {0.3, -0.5, 0.7}, p = {0.4, 3.0, -1.0};
  const gm_vec3 got = gm_mass_apply(exact, w);
  CHECK(gm_norm(gm_sub(got, gm_vec(12.3, -34.4, 20.3))) < 1.0e-14);
  /* about an edge, m (a^2 + b^2) / 3, whatever the length of the axis */
  CHECK_NEAR(gm_mass_moment(&m, gm_vec(1.0, 2.0, 9.0), gm_vec(0.0, 0.0, -5.0)),
             12.0 * 5.0 / 3.0, 1.0e-14);
  /* n . I_p n along any axis through any point */
  gm_mass_about(&m, p, i);
  const gm_vec3 n = gm_unit(w);
  CHECK_NEAR(gm_mass_moment(&m, p, w), gm_dot(n, gm_mass_apply(i, n)),
             1.0e-15 * trace(i));
}

int main(void)
{
  boxes();
  tetrahedra();
  spheres();
  hollow();
  signs();
  primitives();
  frusta();
  random_axes();
  known_axes();
  other_points();
  return CHECK_REPORT();
}
