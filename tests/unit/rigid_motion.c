/* rigid/motion: a prescribed pose is where its segments put it.
 *
 * Rotations by the exponential map return after a full turn, in any number of steps;
 * oscillations follow their sine; segments that begin or end within a step act for
 * their part of it; a table is relative to the initial pose; velocity and spin are the
 * time derivatives of the pose.  Tolerance: round-off, which grows with the number of
 * steps: 1e-16 each, for lengths near 1 m. */
#include "check.h"
#include "rigid/motion.h"

static const gm_pose start = {.position = {0.3, -0.2, 0.1},
                              .orientation = {1.0, 0.0, 0.0, 0.0}};

static double apart(const gm_pose *a, const gm_pose *b)
{
  const gm_quat p = a->orientation, q = b->orientation;
  const double turn = 1.0 - fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z);
  return gm_norm(gm_sub(a->position, b->position)) + turn;
}

static gm_pose advance(const gm_motion *m, int n, double from, double to,
                       int steps)
{
  gm_pose p = start;
  p.orientation = gm_quat_rotation(gm_vec(0.2, 0.5, -0.3));
  const double dt = (to - from) / steps;
  for (int k = 0; k < steps; ++k)
    gm_motion_advance(m, n, from + k * dt, dt, &p);
  return p;
}

static void check_turn(void)
{
  const gm_motion m = {.kind = GM_MOTION_ROTATE,
                       .to = INFINITY,
                       .vector = {0.36, 0.48, 0.8},
                       .through = {0.5, 0.1, -0.4},
                       .rate = 2.0 * GM_PI};
  const gm_pose before = advance(&m, 1, 0.0, 0.0, 1);
  printf("steps of a whole turn, and how far off it ends\n");
  for (int steps = 1; steps <= 100000; steps *= 10) {
    const gm_pose p = advance(&m, 1, 0.0, 1.0, steps);
    printf("%8d %8.1e\n", steps, apart(&p, &before));
    CHECK_NEAR(apart(&p, &before), 0.0, 1.0e-15 * (10 + steps));
  }
  /* A quarter turn about z through the origin moves x to y. */
  const gm_motion z = {.kind = GM_MOTION_ROTATE,
                       .to = INFINITY,
                       .vector = {0.0, 0.0, 1.0},
                       .rate = 0.5 * GM_PI};
  gm_pose p = {.position = {1.0, 0.0, 0.0}, .orientation = gm_quat_identity()};
  gm_motion_advance(&z, 1, 0.0, 1.0, &p);
  CHECK_NEAR(gm_norm(gm_sub(p.position, gm_vec(0, 1, 0))), 0.0, 1.0e-15);
  const gm_vec3 e = gm_quat_rotate(p.orientation, gm_vec(1, 0, 0));
  CHECK_NEAR(gm_norm(gm_sub(e, gm_vec(0, 1, 0))), 0.0, 1.0e-15);
  CHECK_NEAR(gm_norm(gm_sub(p.spin, gm_vec(0, 0, 0.5 * GM_PI))), 0.0, 1.0e-15);
}

static void check_swing(void)
{
  const gm_motion m = {.kind = GM_MOTION_OSCILLATE,
                       .from = 0.13,
                       .to = 0.83,
                       .vector = {0.02, -0.01, 0.03},
                       .rate = 3.0,
                       .phase = 0.7};
  for (int steps = 7; steps <= 7000; steps *= 10) {
    const gm_pose p = advance(&m, 1, 0.0, 1.0, steps);
    const double s = sin(6.0 * GM_PI * 0.7 + 0.7) - sin(0.7);
    const gm_vec3 exact = gm_madd(start.position, s, m.vector);
    CHECK_NEAR(gm_norm(gm_sub(p.position, exact)), 0.0, 1.0e-15 * steps);
    CHECK_NEAR(gm_norm(p.velocity), 0.0, 0.0); /* the segment has ended */
  }
}

/* 3 m/s from 0.25 s to 0.6 s: 1.05 m, for any time step. */
static void check_ends(void)
{
  const gm_motion m[] = {
      {.kind = GM_MOTION_TRANSLATE,
       .from = 0.25,
       .to = 0.6,
       .vector = {3, 0, 0}},
      {.kind = GM_MOTION_TRANSLATE,
       .from = 0.9,
       .to = INFINITY,
       .vector = {0, 2, 0}},
      {.kind = GM_MOTION_TRANSLATE,
       .from = 5.0,
       .to = 6.0,
       .vector = {0, 0, 1}},
  };
  static const int steps[] = {1, 3, 7, 10, 1000};
  for (int k = 0; k < 5; ++k) {
    const gm_pose p = advance(m, 3, 0.0, 1.0, steps[k]);
    const gm_vec3 exact = gm_add(start.position, gm_vec(1.05, 0.2, 0.0));
    CHECK_NEAR(gm_norm(gm_sub(p.position, exact)), 0.0,
               1.0e-15 * (3 + steps[k]));
    CHECK_NEAR(gm_norm(gm_sub(p.velocity, gm_vec(0, 2, 0))), 0.0, 0.0);
  }
}

/* Velocity of a body point against its finite difference, with all kinds of motion at
 * once. */
static void check_twist(void)
{
  const gm_motion m[] = {
      {.kind = GM_MOTION_TRANSLATE, .to = INFINITY, .vector = {0.4, -0.3, 0.2}},
      {.kind = GM_MOTION_ROTATE,
       .to = INFINITY,
       .vector = {0.6, 0.0, 0.8},
       .through = {0.1, 0.4, -0.2},
       .rate = 5.0},
      {.kind = GM_MOTION_OSCILLATE,
       .to = INFINITY,
       .vector = {0.01, 0.05, 0.0},
       .rate = 2.0},
  };
  const double h = 1.0e-6;
  const gm_vec3 y = {0.05, -0.07, 0.11};
  gm_pose now = advance(m, 3, 0.0, 0.4, 400), later = now;
  const gm_vec3 v = gm_pose_velocity_at(&now, gm_pose_to_world(&now, y));
  gm_motion_advance(m, 3, 0.4, h, &later);
  const gm_vec3 moved =
      gm_sub(gm_pose_to_world(&later, y), gm_pose_to_world(&now, y));
  /* One-sided difference: its error is half the acceleration, about 30 m/s2, times h. */
  CHECK_NEAR(gm_norm(gm_sub(gm_scale(1.0 / h, moved), v)), 0.0, 3.0e-5);
  CHECK(gm_norm(v) > 0.5);
}

/* A table and a rotation together, started late and stopped early, with steps that
 * divide the rows of the table. */
static void check_track(void)
{
  gm_track t;
  CHECK(gm_motion_track_init(&t, 12) == GM_OK);
  for (int k = 0; k < 12; ++k) {
    t.row[k].time = 0.05 * k - 0.02;
    t.row[k].position = gm_vec(0.1 * sin(0.7 * k), 0.02 * k, 0.3);
    t.row[k].orientation = gm_quat_rotation(gm_vec(0.1 * k, 0.3, 0.2 * k));
  }
  gm_motion_track_finish(&t);
  gm_motion m[2] = {
      {.kind = GM_MOTION_TABLE, .from = 0.13, .to = 0.43, .track = t},
      {.kind = GM_MOTION_TRANSLATE, .to = 0.5, .vector = {0, 0, 1}}};
  gm_pose placed = start;
  placed.orientation = gm_quat_rotation(gm_vec(0.2, 0.5, -0.3));
  static const int steps[] = {1, 2, 7, 40, 1000};
  for (int k = 0; k < 5; ++k) {
    gm_pose p = placed;
    gm_motion_start(m, 2, &p);
    /* the time of a table starts with its segment */
    gm_pose first = gm_motion_track_pose(&t, 0.0);
    gm_vec3 at = gm_add(start.position, first.position);
    CHECK_NEAR(gm_norm(gm_sub(p.position, at)), 0.0, 1.0e-15);
    CHECK_NEAR(gm_norm(gm_sub(p.velocity, m[1].vector)), 0.0, 0.0);
    CHECK_NEAR(gm_norm(p.spin), 0.0, 0.0);
    double now = 0.0;
    for (int n = 1; n <= steps[k]; ++n) {
      const double then = n * 0.4 / steps[k];
      gm_motion_advance(m, 2, now, then - now, &p);
      now = then;
    }
    const gm_pose q = gm_motion_track_pose(&t, 0.4 - 0.13);
    at = gm_add(gm_add(start.position, q.position), gm_vec(0, 0, 0.4));
    const gm_quat turned = gm_quat_product(q.orientation, placed.orientation);
    const gm_pose exact = {.position = at, .orientation = turned};
    CHECK_NEAR(apart(&p, &exact), 0.0, 1.0e-15 * (5 + steps[k]));
    const gm_vec3 v = gm_add(q.velocity, m[1].vector);
    CHECK_NEAR(gm_norm(gm_sub(p.velocity, v)), 0.0, 1.0e-14);
    CHECK_NEAR(gm_norm(gm_sub(p.spin, q.spin)), 0.0, 1.0e-14);
    CHECK(gm_norm(q.velocity) > 0.1 && gm_norm(q.spin) > 1.0);
    /* Stopped early: the pose stays where it was at `to`, at rest. */
    gm_motion_advance(m, 2, 0.4, 0.6, &p);
    const gm_pose last = gm_motion_track_pose(&t, 0.3);
    at = gm_add(gm_add(start.position, last.position), gm_vec(0, 0, 0.5));
    CHECK_NEAR(gm_norm(gm_sub(p.position, at)), 0.0, 1.0e-15 * (5 + steps[k]));
    CHECK_NEAR(gm_norm(p.velocity) + gm_norm(p.spin), 0.0, 0.0);
  }
  gm_motion_track_clear(&t);
}

int main(void)
{
  check_turn();
  check_swing();
  check_ends();
  check_twist();
  check_track();
  return CHECK_REPORT();
}
