/* A conveyor moves grains by its surface velocity while the body itself stays in place.
 *
 * Belt: a floor whose surface moves at V, or which moves itself, drags a resting grain
 * along at mu g until it rolls, after t = 2 V / (7 mu g).  Impulse J gives m v = J and
 * (2/5) m r^2 w = J a with the arm a = r - d; they stop slipping at v + a w = V, so
 * v = V / (1 + 5 a^2 / (2 r^2)), 2/7 V for a hard grain; the belt's work is J V.  A grain
 * that may not turn (here: rolling friction 1 holds it) reaches V after V / (mu g).  The
 * end of sliding is a swing of the tangential spring: the time is known to about its
 * period, 1 %.
 *
 * Slope: the velocity of a conveyor that points into a slope counts along it alone: the
 * normal bounce of a grain is that of a slope at rest, to round-off.
 *
 * Frame: the velocity turns with the body: a belt that was placed at an angle carries
 * along it.
 *
 * Drum, turntable: of a surface of revolution that turns about its axis and one that is
 * moved about it the points have the same velocity; grains end alike, as far as the foot
 * of half a step back is known and with it what of the velocity is along the surface: the
 * square of what the normal turns in a step, 1e-7 asked; with resistance to rolling and
 * torsion too: the surface spins.
 *
 * Each: what the conveyor puts in is kinetic, elastic, potential or dissipated; 2e-4 of
 * the work, first order in the step.
 */
#include "base/memory.h"
#include "check.h"
#include "pair.h"

static const gm_vec3 none = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};

static void give(gm_structure *s, gm_vec3 velocity, gm_vec3 spin)
{
  CHECK(GM_RESIZE(s->conveyor, 0, 1) == GM_OK);
  s->conveyor[0] = (gm_conveyor){
      .velocity = velocity, .spin = spin, .to = INFINITY, .on = 1};
  s->n_conveyor = 1;
}

static double balance(const pair_scene *p)
{
  return fabs(gm_measure_error(&p->step->capture, p->scene, p->measure)) /
         fabs(p->scene->balance.work);
}

/* ---- belt ----------------------------------------------------------------------- */

static void check_belt(enum gm_choice_law law, int moved, double turned)
{
  const double r = 0.005, speed = 0.5, g = 9.81, k = 1.0e5, mu = 0.4;
  const gm_vec3 along = {cos(turned), sin(turned), 0.0};
  pair_scene p;
  pair_init(&p, law);
  p.scene->gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, 0.5, mu, k);
  gm_structure *belt = pair_structure(&p, gm_shape_plane(none, z), m);
  belt->pose.orientation = gm_quat_rotation(gm_scale(turned, z));
  if (moved)
    pair_motion(belt, (gm_motion){.kind = GM_MOTION_TRANSLATE,
                                  .to = INFINITY,
                                  .vector = gm_scale(speed, along)});
  else
    give(belt, gm_vec(speed, 0.0, 0.0), none);
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const double kh = 4.0 / 3.0 * 0.5 * 1.0e8 / 0.91 * sqrt(r);
  const double sink =
      law == GM_LAW_HOOKE ? mass * g / k : pow(mass * g / kh, 2.0 / 3.0);
  const double a = r - sink;
  pair_grain(&p, gm_vec(0.0, 0.0, a), r, none, none, m);
  pair_start(&p, 1.0e-6, 1);
  const double slides = 2.0 * speed / (7.0 * mu * g);
  double until = 0.0;
  for (int n = 0; n < 80000; n += 20) {
    pair_advance(&p, 20);
    pair_look(&p);
    const double slip =
        speed - gm_dot(p.grains->velocity[0], along) +
        a * gm_dot(p.grains->angular_velocity[0], gm_cross(z, along));
    if (until == 0.0 && slip < 1.0e-3 * speed) until = p.scene->time;
  }
  const double exact = 1.0 / (1.0 + 2.5 * a * a / (r * r));
  const double v = gm_dot(p.grains->velocity[0], along) / speed;
  const double w = gm_norm(p.grains->angular_velocity[0]) * a / speed;
  const double work = p.scene->balance.work / (mass * speed * speed);
  const double force = p.scene->structures.row[0].load.force.z / (mass * g);
  printf("belt   %-6s %-8s v/V %.8f (%.8f), a w/V %.8f, slides %.5f s (%.5f), "
         "work %.6f, balance off %.1e\n",
         law == GM_LAW_HERTZ ? "hertz" : "hooke", moved ? "moved" : "conveyor",
         v, exact, w, until, slides, work, balance(&p));
  CHECK_NEAR(v, exact, 1.0e-6);
  CHECK_NEAR(w, 1.0 - exact, 1.0e-6);
  CHECK_NEAR(work, exact, 1.0e-5);
  CHECK_NEAR(until / slides, 1.0, 0.01);
  CHECK_NEAR(force, -1.0, 1.0e-6);
  CHECK_NEAR(balance(&p), 0.0, 2.0e-4);
  CHECK(moved || gm_norm(p.scene->structures.row[0].pose.position) == 0.0);
  pair_clear(&p);
}

/* A grain that resists rolling by more than friction can drive slides without turning. */
static void check_block(void)
{
  const double r = 0.005, speed = 0.5, g = 9.81, mu = 0.4, dt = 1.0e-6;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config->contacts.rolling = GM_ROLLING_SPRING;
  p.scene->gravity = gm_scale(-g, z);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, 0.5, mu, 0.0);
  pair_resists(&p, m, m, 1.0, 0.3, 0.0);
  give(pair_structure(&p, gm_shape_plane(none, z), m), gm_vec(speed, 0.0, 0.0),
       none);
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const double kh = 4.0 / 3.0 * 0.5 * 1.0e8 / 0.91 * sqrt(r);
  pair_grain(&p, gm_vec(0.0, 0.0, r - pow(mass * g / kh, 2.0 / 3.0)), r, none,
             none, m);
  pair_start(&p, dt, 1);
  const double arrives = speed / (mu * g);
  double half = 0.0, off = 0.0, until = 0.0;
  while (p.scene->time < 1.5 * arrives) {
    pair_advance(&p, 20);
    pair_look(&p);
    const double v = p.grains->velocity[0].x, t = p.scene->time;
    if (t < 0.95 * arrives) off = fmax(off, fabs(v - mu * g * t) / speed);
    if (half == 0.0 && v > 0.5 * speed) half = t;
    if (until == 0.0 && v > 0.999 * speed) until = t;
  }
  const double v = p.grains->velocity[0].x / speed;
  const double work = p.scene->balance.work / (mass * speed * speed);
  printf(
      "block  v off %.1e of V while it slides, V after %.5f s (%.5f), in the "
      "end %.8f, spin %.1e, work %.5f (1), balance off %.1e\n",
      off, until, arrives, v, r * p.grains->angular_velocity[0].y / speed, work,
      balance(&p));
  CHECK_NEAR(off, 0.0, 2.0e-3); /* the spring loads first */
  CHECK_NEAR(half / (0.5 * arrives), 1.0, 5.0e-3);
  CHECK_NEAR(until / arrives, 1.0, 5.0e-3);
  CHECK_NEAR(v, 1.0, 1.0e-6);
  CHECK_NEAR(work, 1.0, 1.0e-3); /* m V^2: half is kept, half is friction */
  CHECK_NEAR(balance(&p), 0.0, 2.0e-4);
  pair_clear(&p);
}

/* ---- slope ---------------------------------------------------------------------- */

/* Speed along the normal after a bounce off a smooth slope whose conveyor points at
 * `into`. */
static double bounce(gm_vec3 into, double *tangential)
{
  const double r = 0.005;
  const gm_vec3 n = gm_unit(gm_vec(1.0, 0.0, 2.0));
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, 0.6, 0.0, 0.0);
  give(pair_structure(&p, gm_shape_plane(none, n), m), into, none);
  pair_grain(&p, gm_scale(r + 1.0e-6, n), r, gm_scale(-1.0, n), none, m);
  pair_start(&p, 1.0e-7, 1);
  pair_advance(&p, 20000);
  pair_look(&p);
  CHECK(p.contacts->n == 0);
  const double out = gm_dot(p.grains->velocity[0], n);
  *tangential = gm_norm(gm_madd(p.grains->velocity[0], -out, n));
  CHECK_NEAR(p.scene->balance.work, 0.0, 1.0e-15);
  pair_clear(&p);
  return out;
}

static void check_slope(void)
{
  double rest, carried;
  const double still = bounce(none, &rest);
  const double into = bounce(gm_vec(-3.0, 0.5, -4.0), &carried);
  printf("slope  leaves at %.15f m/s, with a conveyor %.15f\n", still, into);
  CHECK(still > 0.5);
  CHECK_NEAR(into, still, 1.0e-13);
  CHECK_NEAR(carried, 0.0, 1.0e-13); /* smooth: nothing is carried along */
}

/* ---- surfaces of revolution
 * --------------------------------------------------------- */

static const gm_vec3 hub = {0.01, -0.02, 0.03};

/* What a grain on it does, with a body that is moved or a surface that moves. */
static gm_vec3 turn(gm_shape shape, gm_vec3 x, gm_vec3 spin, int moved,
                    gm_vec3 *w, double *work)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config->contacts.rolling = GM_ROLLING_SPRING;
  p.config->contacts.torsion = GM_TORSION_SPRING;
  p.scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.5, 0.5, 0.0);
  pair_resists(&p, m, m, 0.05, 0.3, 0.02);
  gm_structure *body = pair_structure(&p, shape, m);
  body->pose.position = hub;
  if (moved)
    pair_motion(body, (gm_motion){.kind = GM_MOTION_ROTATE,
                                  .to = INFINITY,
                                  .vector = gm_unit(spin),
                                  .through = hub,
                                  .rate = gm_norm(spin)});
  else
    give(body, none, spin);
  pair_grain(&p, gm_add(hub, x), 0.004, none, none, m);
  pair_start(&p, 2.0e-6, 1);
  pair_advance(&p, 60000);
  pair_look(&p);
  CHECK(balance(&p) < 1.0e-3);
  *work = p.scene->balance.work;
  *w = p.grains->angular_velocity[0];
  const gm_vec3 v = p.grains->velocity[0];
  pair_clear(&p);
  return v;
}

static void check_turn(const char *name, gm_shape shape, gm_vec3 x,
                       gm_vec3 spin)
{
  gm_vec3 w[2];
  double work[2];
  const gm_vec3 a = turn(shape, x, spin, 1, &w[0], &work[0]);
  const gm_vec3 b = turn(shape, x, spin, 0, &w[1], &work[1]);
  const double off = gm_norm(gm_sub(a, b)) / gm_norm(a);
  const double spun = gm_norm(gm_sub(w[0], w[1])) / gm_norm(w[0]);
  printf("%-9s v %.6f m/s, work %.4e J; of the surface: v off %.1e, w %.1e, "
         "work %.1e\n",
         name, gm_norm(a), work[0], off, spun, work[1] / work[0] - 1.0);
  /* The roller takes work back: the ball that falls off it rolls ahead of its surface. */
  CHECK(gm_norm(a) > 0.01 && fabs(work[0]) > 2.0e-6);
  CHECK_NEAR(off, 0.0, 1.0e-7);
  CHECK_NEAR(spun, 0.0, 1.0e-7);
  CHECK_NEAR(work[1] / work[0], 1.0, 1.0e-7);
}

int main(void)
{
  for (int law = 0; law < 2; ++law) {
    check_belt((enum gm_choice_law)law, 1, 0.0);
    check_belt((enum gm_choice_law)law, 0, 0.0);
    check_belt((enum gm_choice_law)law, 0, 2.1);
  }
  check_block();
  check_slope();
  check_turn("drum",
             gm_shape_cone(gm_vec(-0.02, 0.0, 0.0), gm_vec(0.04, 0.0, 0.0),
                           0.03, 0.03, 0),
             gm_vec(0.0, 0.005, -0.025), gm_vec(12.0, 0.0, 0.0));
  check_turn("turntable", gm_shape_disc(none, z, 0.05, 0.0),
             gm_vec(0.02, 0.01, 0.0039999), gm_vec(0.0, 0.0, 5.0));
  check_turn("roller",
             gm_shape_cone(gm_vec(-0.02, 0.0, 0.0), gm_vec(0.04, 0.0, 0.0),
                           0.03, 0.03, 0),
             gm_vec(0.0, 0.008, 0.0334), gm_vec(-9.0, 0.0, 0.0));
  return CHECK_REPORT();
}
