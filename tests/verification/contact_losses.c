/* No contact gives back what it took: losses only grow, and no impact makes energy.
 *
 * A sphere or disc strikes a fixed plane, another grain, or a plane of triangles with
 * virtual particles over one of their edges, at an angle and spinning.
 * Laws, rolling and twisting resistance, friction from 0.1 to 2, restitution from 0.3
 * to 1, angles and steps come from a grid and at random, from a seed that is printed.
 * Then clouds of spheres that fly through each other, and a bed that falls.
 *
 * Required: kinetic and elastic energy after over kinetic energy before at most 1 + 1e-4
 * (that much, and no more, is the elastic end of a contact in steps of its duration over
 * 100 to 400); of no step is the loss of the normal dashpot, of friction, rolling or
 * twisting less than -1e-12 of that energy; the balance closes, of one contact with an
 * error of second order in the step, where a grain strikes a plane or is pressed on it
 * and pushes off (of first order, 3e-4 and more, were a dashpot not to know the spring
 * beside it).  Rows with a known value, from an integration of the linear impact with
 * fine steps on its own, are met to 2e-3.  The stretch form of the tangential spring is
 * not held to the ratio under Hertz's law: a spring that stiffens under a given stretch
 * makes energy, as those who print it say.
 */
#include "base/random.h"
#include "carried.h"
#include "check.h"

static const double r = 2.0e-3, density = 2500.0, young = 2.0e7, kn = 2.0e4;

enum { PLANE, GRAIN, MESH };

typedef struct impact {
  const pair_law *law;
  int flat, against;                         /* discs; PLANE, ... */
  double friction, restitution, angle, spin; /* 1, 1, rad, of v / r */
  int parts; /* steps in the duration of a contact */
} impact;

typedef struct worst {
  double ratio, fall, error; /* of the energy at the start */
} worst;

static double mass_of(int flat)
{
  return flat ? GM_PI * density * r * r
              : 4.0 / 3.0 * GM_PI * density * r * r * r;
}

/* The smallest growth of a loss in the last step. */
static double grown(const gm_balance *b, gm_balance *was)
{
  const double now[4] = {b->dissipated - b->friction - b->rolling - b->torsion,
                         b->friction, b->rolling, b->torsion};
  const double then[4] = {was->dissipated - was->friction - was->rolling -
                              was->torsion,
                          was->friction, was->rolling, was->torsion};
  double least = 0.0;
  for (int k = 0; k < 4; ++k)
    least = fmin(least, now[k] - then[k]);
  *was = *b;
  return least;
}

/* The top of a plate, which the grain strikes where two triangles meet. */
static void prepare_mesh(pair_scene *p, gm_index material)
{
  const carried_options o = {.r_min = r, .r_max = r, .tolerance = 0.05};
  const double a = 3.0 * r;
  carried_structure(p, solid_box(gm_vec(-a, -a, -a), gm_vec(a, a, 0.0)), &o,
                    material);
}

static void prepare(pair_scene *p, const impact *k, double speed)
{
  const gm_vec3 v = gm_vec(speed * sin(k->angle), 0.0, -speed * cos(k->angle));
  const gm_vec3 w = gm_vec(0.0, k->spin * speed / r, 0.0);
  const gm_vec3 none = {0.0, 0.0, 0.0};
  pair_init_law(p, k->law);
  if (k->flat)
    p->scene->grains.rule = p->scene->materials.rule =
        (gm_grain_rule){GM_BODY_DISC, 1, 1.0};
  const gm_index m = pair_material(p, density, young, 0.3);
  pair_between(p, m, m, k->restitution, k->friction, kn);
  pair_sticks(p, m, m, 0.01, 1.0e4);
  pair_resists(p, m, m, 0.2, 0.3, 0.2);
  const double gap = 1.0e-7;
  /* In the plane z = 0 the normal is y. */
  const gm_vec3 up = k->flat ? gm_vec(0.0, 1.0, 0.0) : gm_vec(0.0, 0.0, 1.0);
  const gm_vec3 to = k->flat ? gm_vec(v.x, v.z, 0.0) : v;
  const gm_vec3 turn =
      k->flat ? gm_vec(0.0, 0.0, -w.y) : gm_vec(0.3 * w.y, w.y, 0.5 * w.y);
  if (k->against == GRAIN)
    pair_grain(p, gm_scale(-r, up), r, none, none, m);
  else if (k->against == MESH)
    prepare_mesh(p, m);
  else
    pair_structure(p, gm_shape_plane(none, up), m);
  pair_grain(p, gm_scale(r + gap, up), r, to, turn, m);
}

static worst strike(const impact *k)
{
  const int pair = k->against == GRAIN;
  const double speed = 0.5, m = mass_of(k->flat) * (pair ? 0.5 : 1.0);
  const double e = 0.5 * young / (1.0 - 0.09), vn = speed * cos(k->angle);
  const double radius = pair ? 0.5 * r : r;
  const double time = k->law->law == GM_LAW_HOOKE
                          ? GM_PI * sqrt(m / kn)
                          : 2.868 * pow(m * m / (radius * e * e * vn), 0.2);
  pair_scene p;
  prepare(&p, k, speed);
  pair_start(&p, time / k->parts, 1);
  pair_look(&p);
  const double before = p.measure->kinetic;
  gm_balance was = p.scene->balance;
  worst o = {0};
  for (int step = 0; step < 3 * k->parts; ++step) {
    pair_advance(&p, 1);
    o.fall = fmin(o.fall, grown(&p.scene->balance, &was) / before);
  }
  pair_look(&p);
  o.ratio = (p.measure->kinetic + fmax(p.measure->elastic, 0.0)) / before;
  o.error =
      fabs(gm_measure_error(&p.step->capture, p.scene, p.measure)) / before;
  pair_clear(&p);
  return o;
}

static void add(worst *all, worst o)
{
  all->ratio = fmax(all->ratio, o.ratio);
  all->fall = fmin(all->fall, o.fall);
  all->error = fmax(all->error, o.error);
}

static void report(const char *name, const worst *all, bool makes)
{
  printf("%-28s ratio - 1 %10.2e  least loss %9.1e  balance %8.1e\n", name,
         all->ratio - 1.0, all->fall, all->error);
  if (!makes) CHECK(all->ratio <= 1.0 + 1.0e-4);
  CHECK(all->fall >= -1.0e-12);
  CHECK(all->error < (makes ? 0.2 : 3.0e-3));
}

/* friction 0.1 to 2, restitution 0.3 to 1, angle by angle. */
static void check_grid(int flat, int against, int every)
{
  static const char *const name_of[] = {"a plane", "its like", "triangles"};
  static const double mu[] = {0.1, 0.3, 0.5, 1.0, 1.5, 2.0};
  static const double e[] = {0.3, 0.5, 0.8, 0.9, 0.95, 1.0};
  worst all = {0};
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      for (int angle = 2; angle < 88; angle += every) {
        const impact k = {.law = &pair_laws[1],
                          .flat = flat,
                          .against = against,
                          .friction = mu[a],
                          .restitution = e[b],
                          .angle = angle * GM_PI / 180.0,
                          .parts = 200};
        add(&all, strike(&k));
      }
    }
  }
  char name[64];
  snprintf(name, sizeof name, "hooke, %s on %s", flat ? "disc" : "sphere",
           name_of[against]);
  report(name, &all, false);
}

/* n planes and grains, or plates of triangles. */
static void check_random(uint32_t seed, int law, int n, int mesh)
{
  static const int parts[] = {100, 200, 400};
  worst all = {0};
  for (int i = 0; i < n; ++i) {
    double u[4], s[4];
    gm_random_uniform(seed, (uint64_t)i, (uint32_t)law, u);
    gm_random_uniform(seed, (uint64_t)(i + n), (uint32_t)law, s);
    const impact k = {.law = &pair_laws[law],
                      .flat = !mesh && s[1] < 0.3,
                      .against = mesh         ? MESH
                                 : s[2] < 0.5 ? GRAIN
                                              : PLANE,
                      .friction = 0.1 + 1.9 * u[0],
                      .restitution = 0.3 + 0.7 * u[1],
                      .angle = 1.5 * u[2],
                      .spin = s[0] < 0.5 ? 0.0 : 2.0 * u[3] - 1.0,
                      .parts = parts[i % 3]};
    add(&all, strike(&k));
  }
  char name[64];
  snprintf(name, sizeof name, "%s%s", pair_laws[law].name,
           mesh ? ", on triangles" : "");
  report(name, &all, pair_laws[law].tangential == GM_TANGENTIAL_TOTAL);
}

/* 0.892 at 66 degrees, ... of a sphere that does not sink; integrated with steps of a
 * hundred thousandth of the contact. */
static void check_known(void)
{
  static const struct {
    double friction, restitution, angle, ratio;
  } rows[] = {{1.0, 0.9, 65.0, 0.8900}, {1.0, 0.9, 66.0, 0.8912},
              {1.0, 0.9, 70.0, 0.8960}, {0.5, 0.8, 44.0, 0.7367},
              {1.5, 0.9, 72.0, 0.8982}, {0.5, 0.95, 50.0, 0.9305}};
  for (size_t q = 0; q < sizeof rows / sizeof *rows; ++q) {
    const impact k = {.law = &pair_laws[1],
                      .friction = rows[q].friction,
                      .restitution = rows[q].restitution,
                      .angle = rows[q].angle * GM_PI / 180.0,
                      .parts = 2000};
    const worst o = strike(&k);
    printf(
        "friction %.1f, restitution %.2f, %2.0f degrees: %.4f, expected %.4f\n",
        rows[q].friction, rows[q].restitution, rows[q].angle, o.ratio,
        rows[q].ratio);
    CHECK_NEAR(o.ratio, rows[q].ratio, 2.0e-3);
  }
}

/* Where a contact begins to slide the ratio turns, and does not jump. */
static void check_smooth(void)
{
  double last = 0.0, most = 0.0;
  for (int angle = 55; angle < 80; ++angle) {
    const impact k = {.law = &pair_laws[1],
                      .friction = 1.0,
                      .restitution = 0.9,
                      .angle = angle * GM_PI / 180.0,
                      .parts = 400};
    const double ratio = strike(&k).ratio;
    if (angle > 55) most = fmax(most, fabs(ratio - last));
    last = ratio;
  }
  printf("largest change of the ratio in one degree: %.4f\n", most);
  CHECK(most < 0.06); /* seen 0.042, and 0.26 where the spring was filled */
}

/* What the balance of one contact is off by, over the energy: a sphere that strikes a
 * plane at an angle, or with a spring that is pressed at the start. */
static double off(int law, bool pressed, int parts)
{
  const double time = 2.0e-4; /* of the contact, near enough */
  pair_scene p;
  pair_init_law(&p, &pair_laws[law]);
  const gm_index m = pair_material(&p, density, young, 0.3);
  pair_between(&p, m, m, 0.6, 0.4, kn);
  const gm_vec3 none = {0.0, 0.0, 0.0}, up = {0.0, 0.0, 1.0};
  pair_structure(&p, gm_shape_plane(none, up), m);
  pair_grain(&p, gm_scale(pressed ? 0.95 * r : r + 1.0e-7, up), r,
             pressed ? none : gm_vec(0.2, 0.0, -0.5), none, m);
  pair_start(&p, time / parts, 1);
  pair_look(&p);
  const double before = p.measure->kinetic + p.measure->elastic;
  pair_advance(&p, 4 * parts);
  pair_look(&p);
  const double error = gm_measure_error(&p.step->capture, p.scene, p.measure);
  pair_clear(&p);
  return fabs(error) / before;
}

static void check_order(void)
{
  for (int k = 0; k < 4; ++k) {
    const double coarse = off(k % 2, k / 2, 50), fine = off(k % 2, k / 2, 200);
    printf("%s, %s: balance off by %.1e, by %.1e in steps of a quarter\n",
           pair_laws[k % 2].name, k / 2 ? "pressed" : "an impact", coarse,
           fine);
    CHECK(fine < 5.0e-5);
    /* 16 for small steps; of first order is where the linear dashpot begins. */
    CHECK(coarse > (k == 1 ? 2.0 : 8.0) * fine);
  }
}

/* Losses of all contacts together, step by step. */
static void check_many(const char *name, pair_scene *p, int steps)
{
  pair_look(p);
  const double before =
      p->measure->kinetic + p->measure->elastic + p->measure->potential;
  gm_balance was = p->scene->balance;
  double fall = 0.0;
  for (int k = 0; k < steps; ++k) {
    pair_advance(p, 1);
    fall = fmin(fall, grown(&p->scene->balance, &was));
  }
  pair_look(p);
  const double error =
      fabs(gm_measure_error(&p->step->capture, p->scene, p->measure));
  printf("%-28s least loss %9.1e  balance %8.1e of what was lost\n", name,
         fall / before, error / p->scene->balance.dissipated);
  CHECK(fall >= -1.0e-12 * before);
  CHECK(error < 2.0e-3 * p->scene->balance.dissipated);
  pair_clear(p);
}

int main(void)
{
  const uint32_t seed = 20391;
  printf("seed %u\n", seed);
  check_known();
  check_smooth();
  check_order();
  for (int k = 0; k < 4; ++k)
    check_grid(k / 2, k % 2, 6);
  check_grid(0, MESH, 28);
  for (int law = 0; law < pair_law_count; ++law) {
    check_random(seed, law, 150, 0);
    check_random(seed, law, 12, 1);
  }
  pair_scene p;
  const gm_index m = pair_cloud(&p, 150);
  pair_between(&p, m, m, 0.8, 0.7, 2.0e3);
  pair_start(&p, 1.0e-6, 1);
  check_many("a gas", &p, 6000);
  pair_heap(&p, 5, 4);
  p.config->contacts.rolling = GM_ROLLING_SPRING;
  p.config->contacts.torsion = GM_TORSION_SPRING;
  pair_resists(&p, 0, 0, 0.1, 0.3, 0.1);
  pair_start(&p, 4.0e-6, 1);
  check_many("a bed", &p, 3000);
  return CHECK_REPORT();
}
