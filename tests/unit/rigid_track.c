/* rigid/motion.c, tables: a pose follows its table.
 *
 * At the times of the rows the pose equals the rows.  It rests before the first, after
 * the last and between equal rows, and never overshoots two consecutive rows.  To
 * round-off, two rows give a straight line, rows on a parabola a parabola, and rows of
 * a steady rotation that rotation.  For rows of a smooth path the error is no larger
 * than that of straight lines: a h^2/8 for the position and a h/2 for the velocity,
 * with the acceleration a and the time h between rows, because slopes are limited where
 * a coordinate turns round.  Velocity and spin agree with central differences over h =
 * 1e-5 s, whose error is h^2/6 times a third derivative below 1e4 m/s3, plus 1e-16 m
 * over h. */
#include "check.h"
#include "rigid/motion.h"

static const gm_vec3 axis = {0.36, 0.48, 0.8};

static gm_vec3 way(double t)
{
  return gm_vec(0.3 * sin(7.0 * t), 0.2 * t * t, -0.1 * cos(5.0 * t));
}

/* A rotation about an axis that moves. */
static gm_quat turn(double t)
{
  return gm_quat_product(gm_quat_rotation(gm_vec(0.0, 0.0, 6.0 * t)),
                         gm_quat_rotation(gm_vec(sin(3.0 * t), 0.0, 0.0)));
}

/* n rows over one second of the smooth path, unevenly spaced. */
static gm_track smooth(int n)
{
  gm_track t;
  CHECK(gm_motion_track_init(&t, n) == GM_OK);
  for (int k = 0; k < n; ++k) {
    const double s = (double)k / (n - 1);
    const double time = s + 0.03 * sin(2.0 * GM_PI * s);
    t.row[k] = (gm_track_row){
        .time = time, .position = way(time), .orientation = turn(time)};
  }
  gm_motion_track_finish(&t);
  return t;
}

/* n rows along x with constant orientation. */
static gm_track along(int n, const double *time, const double *x)
{
  gm_track t;
  CHECK(gm_motion_track_init(&t, n) == GM_OK);
  for (int k = 0; k < n; ++k) {
    t.row[k] = (gm_track_row){.time = time[k],
                              .position = {x[k], -2.0 * x[k], 0.0},
                              .orientation = gm_quat_identity()};
  }
  gm_motion_track_finish(&t);
  return t;
}

static double angle(gm_quat a, gm_quat b)
{
  return gm_norm(gm_quat_vector(gm_quat_product(a, gm_quat_conjugate(b))));
}

/* On the smooth path |a| is at most 15 m/s2, and the spin changes by at most 18 rad/s2.
 */
static void check_errors(void)
{
  printf("rows    off m      turned rad velocity m/s parabola m\n");
  for (int n = 11; n <= 641; n = 2 * n - 1) {
    gm_track t = smooth(n);
    double worst[4] = {0.0, 0.0, 0.0, 0.0}, h = 0.0;
    for (int k = 0; k + 1 < n; ++k)
      h = fmax(h, t.row[k + 1].time - t.row[k].time);
    for (int k = 0; k <= 5000; ++k) {
      const double time = 0.9999 * k / 5000, e = 1.0e-6;
      const gm_pose p = gm_motion_track_pose(&t, time);
      const gm_vec3 v = gm_scale(0.5 / e, gm_sub(way(time + e), way(time - e)));
      const gm_vec3 off = gm_sub(p.position, way(time));
      worst[0] = fmax(worst[0], gm_norm(off));
      worst[1] = fmax(worst[1], angle(p.orientation, turn(time)));
      worst[2] = fmax(worst[2], gm_norm(gm_sub(p.velocity, v)));
      worst[3] = fmax(worst[3], fabs(off.y));
    }
    printf("%4d %10.2e %10.2e %10.2e %10.2e\n", n, worst[0], worst[1], worst[2],
           worst[3]);
    CHECK_NEAR(worst[0], 0.0, 15.0 * h * h / 8.0);
    CHECK_NEAR(worst[1], 0.0, 18.0 * h * h / 8.0);
    CHECK_NEAR(worst[2], 0.0, 15.0 * h / 2.0);
    CHECK_NEAR(worst[3], 0.0, 1.0e-15); /* it never reverses */
    gm_motion_track_clear(&t);
  }
}

static void check_rows(void)
{
  gm_track t = smooth(14);
  for (int k = 0; k < t.n; ++k) {
    const gm_pose p = gm_motion_track_pose(&t, t.row[k].time);
    CHECK_NEAR(gm_norm(gm_sub(p.position, t.row[k].position)), 0.0, 1.0e-15);
    CHECK_NEAR(angle(p.orientation, t.row[k].orientation), 0.0, 1.0e-15);
    /* The limit from the left is the same pose: no jump. */
    const gm_pose q = gm_motion_track_pose(&t, t.row[k].time - 1.0e-12);
    CHECK_NEAR(gm_norm(gm_sub(p.position, q.position)), 0.0, 1.0e-11);
    CHECK_NEAR(angle(p.orientation, q.orientation), 0.0, 1.0e-11);
    if (k == 0 || k == t.n - 1) continue;
    CHECK_NEAR(gm_norm(gm_sub(p.velocity, q.velocity)), 0.0, 1.0e-9);
  }
  static const double outside[] = {-1.0e9, -0.1, 1.0, 1.1, 1.0e9};
  for (int k = 0; k < 5; ++k) {
    const gm_pose p = gm_motion_track_pose(&t, outside[k]);
    const gm_track_row *end = &t.row[outside[k] < 0.0 ? 0 : t.n - 1];
    CHECK_NEAR(gm_norm(gm_sub(p.position, end->position)), 0.0, 0.0);
    CHECK_NEAR(angle(p.orientation, end->orientation), 0.0, 1.0e-15);
    CHECK_NEAR(gm_norm(p.velocity) + gm_norm(p.spin), 0.0, 0.0);
  }
  gm_motion_track_clear(&t);
}

static void check_rates(void)
{
  gm_track t = smooth(23);
  double speed, spin, fast = 0.0, quick = 0.0;
  gm_motion_track_fastest(&t, &speed, &spin);
  const double h = 1.0e-5;
  for (int k = 0; k + 1 < t.n; ++k) {
    for (int q = 1; q < 10; ++q) {
      const double length = t.row[k + 1].time - t.row[k].time;
      const double time = t.row[k].time + 0.1 * q * length;
      const gm_pose p = gm_motion_track_pose(&t, time);
      const gm_pose a = gm_motion_track_pose(&t, time - h);
      const gm_pose b = gm_motion_track_pose(&t, time + h);
      const gm_vec3 v = gm_scale(0.5 / h, gm_sub(b.position, a.position));
      const gm_vec3 w = gm_scale(
          0.5 / h, gm_quat_vector(gm_quat_product(
                       b.orientation, gm_quat_conjugate(a.orientation))));
      CHECK_NEAR(gm_norm(gm_sub(p.velocity, v)), 0.0, 1.0e-6);
      CHECK_NEAR(gm_norm(gm_sub(p.spin, w)), 0.0, 1.0e-9);
      fast = fmax(fast, gm_norm(p.velocity));
      quick = fmax(quick, gm_norm(p.spin));
    }
  }
  printf("fastest %.4f m/s, bound %.4f; %.4f rad/s, bound %.4f\n", fast, speed,
         quick, spin);
  CHECK(fast <= speed && speed < 1.2 * fast);
  CHECK(quick <= spin * (1.0 + 1.0e-14) && spin < 1.01 * quick);
  gm_motion_track_clear(&t);
}

/* Rest, slow motion, a sudden rise, rest and return: always between adjacent rows. */
static void check_bounds(void)
{
  static const double time[] = {0.0, 1.0, 2.0, 2.1, 3.0, 4.0, 7.0, 9.0};
  static const double x[] = {0.5, 0.5, 0.51, 3.0, 3.0, 2.9, 1.0, 1.0};
  gm_track t = along(8, time, x);
  for (int k = 0; k <= 9000; ++k) {
    const double now = 1.0e-3 * k;
    const gm_pose p = gm_motion_track_pose(&t, now);
    int r = 0;
    while (r < 6 && time[r + 1] <= now)
      ++r;
    const double low = fmin(x[r], x[r + 1]), high = fmax(x[r], x[r + 1]);
    CHECK(p.position.x >= low - 1.0e-15 && p.position.x <= high + 1.0e-15);
    CHECK_NEAR(p.position.y, -2.0 * p.position.x, 1.0e-14);
    if (low == high) CHECK_NEAR(gm_norm(p.velocity), 0.0, 0.0);
  }
  gm_motion_track_clear(&t);
}

static void check_steady(void)
{
  static const double time[] = {0.25, 0.6}, x[] = {1.0, 2.05};
  gm_track line = along(2, time, x);
  const gm_pose p = gm_motion_track_pose(&line, 0.45);
  CHECK_NEAR(p.position.x, 1.6, 4.0e-16);
  CHECK_NEAR(p.velocity.x, 3.0, 4.0e-15);
  gm_motion_track_clear(&line);
  line = along(1, time, x);
  CHECK_NEAR(gm_motion_track_pose(&line, 7.0).position.x, 1.0, 0.0);
  gm_motion_track_clear(&line);

  gm_track t;
  CHECK(gm_motion_track_init(&t, 9) == GM_OK);
  for (int k = 0; k < 9;
       ++k) { /* 2.5 rad a row: the sign of q changes on the way */
    const gm_quat q = gm_quat_rotation(gm_scale(2.5 * k, axis));
    t.row[k] = (gm_track_row){.time = k, .orientation = q};
  }
  gm_motion_track_finish(&t);
  for (int k = 0; k < 800; ++k) {
    const gm_pose q = gm_motion_track_pose(&t, 0.01 * k);
    const gm_quat exact = gm_quat_rotation(gm_scale(0.025 * k, axis));
    CHECK_NEAR(angle(q.orientation, exact), 0.0, 1.0e-14);
    CHECK_NEAR(gm_norm(gm_sub(q.spin, gm_scale(2.5, axis))), 0.0, 1.0e-14);
  }
  gm_motion_track_clear(&t);
}

int main(void)
{
  check_errors();
  check_rows();
  check_rates();
  check_bounds();
  check_steady();
  return CHECK_REPORT();
}
