/* A rigid body under torques: momentum, tops and the singularity of Euler angles.
 *
 *   right side   R'' of the rotation matrix is that of Euler's equations, 200 states
 *   constant     a torque K that is constant in the world gives L = L_0 + K t
 *   heavy top    I_1 = 0.02, I_3 = 0.01 kg m2 about its pivot, 1 kg at 0.1 m, tilt 60
 *                degrees, 60 rad/s about its axis: it precesses steadily with the roots
 *                W of I_1 W^2 cos(tilt) - I_3 w_3 W + m g l = 0, 1.6821611 and
 *                58.3178389 rad/s
 *   free top     the axis of a symmetric body precesses about L with |L| / I_1
 *   jumps        a torque that jumps, with restart auto and never
 *   singular     Euler angles near theta = 0
 *
 * The quaternion kind does not keep the angular momentum of an unsymmetric body: for
 * it, L is exact for three equal moments, and of second order else.
 *
 * Jumps: K changes its sign between two steps, every half second or after 1 to 12 steps
 * at random, so what a leapfrog adds to L is exact.  Gear's integrator without restart
 * weighs old torques (an error of L of a part of dt K for every jump, which stays), and
 * adds to the attitude what the wrong derivatives do.  With restart the error of L is
 * that of the Taylor series.
 */
#include "check.h"
#include "plot.h"
#include "random.h"

#include "config/choices.h"
#include "rigid/matrix.h"
#include "rigid/rotation.h"

/* Tolerances are two to three times what was seen, for the steps used here; Gear's order
 * is checked beside. */
typedef struct variant {
  gm_rotation_how how;
  double momentum; /* 1  of L under a constant torque, relative */
  double
      steady; /* 1  of the rate of the heavy top, relative; rad, of its tilt */
} variant;

static const variant variants[] = {
    {{GM_ROTATION_NO_SQUISH, 4, 0, 1, GM_RESTART_AUTO}, 1.0e-12, 3.0e-5},
    {{GM_ROTATION_QUATERNION, 4, 0, 1, GM_RESTART_AUTO}, 4.0e-5, 3.0e-5},
    {{GM_ROTATION_MATRIX, 4, 1, 1, GM_RESTART_AUTO}, 1.0e-5, 1.0e-4},
    {{GM_ROTATION_MATRIX, 5, 1, 1, GM_RESTART_AUTO}, 1.0e-7, 2.0e-6},
    {{GM_ROTATION_MATRIX, 6, 0, 1, GM_RESTART_AUTO}, 1.0e-8, 4.0e-3},
    {{GM_ROTATION_MATRIX, 6, 1, 1, GM_RESTART_AUTO}, 1.0e-8, 1.0e-6},
    {{GM_ROTATION_MATRIX, 6, 1, 2, GM_RESTART_AUTO}, 1.0e-8, 1.0e-6},
    {{GM_ROTATION_EULER, 6, 0, 1, GM_RESTART_AUTO}, 1.0e-5, 1.0e-6},
    {{GM_ROTATION_QUATERNION_GEAR, 6, 1, 1, GM_RESTART_AUTO}, 1.0e-12, 1.0e-6},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void print_name(const gm_rotation_how *h)
{
  printf("%-15s %d %s %d ", gm_choices_rotations[h->kind], h->values,
         h->project ? "yes" : "no ", h->corrections);
}

/* ---- right side ------------------------------------------------------------- */

static gm_quat random_turn(void)
{
  return gm_quat_rotation(
      gm_scale(random_between(0.0, GM_PI), random_direction()));
}

/* Column c of R' = hat(w) R and of R'' = (hat(w') + hat(w)^2) R. */
static void check_right_side(void)
{
  double worst = 0.0;
  random_begin();
  for (int n = 0; n < 200; ++n) {
    const gm_quat q = random_turn();
    const gm_vec3 i = {random_between(0.5, 3.0), random_between(0.5, 3.0),
                       random_between(0.5, 3.0)};
    const gm_vec3 wb = gm_scale(random_between(0.0, 5.0), random_direction());
    const gm_vec3 torque =
        gm_scale(random_between(0.0, 20.0), random_direction());
    const gm_vec3 lb = {i.x * wb.x, i.y * wb.y, i.z * wb.z};
    const gm_vec3 nb = gm_add(gm_quat_unrotate(q, torque), gm_cross(lb, wb));
    const gm_vec3 a =
        gm_quat_rotate(q, gm_vec(nb.x / i.x, nb.y / i.y, nb.z / i.z));
    const gm_vec3 w = gm_quat_rotate(q, wb);
    double r[9], first[9], second[9], exact[9], size = 0.0, off = 0.0;
    for (int c = 0; c < 3; ++c) {
      const gm_vec3 e = gm_quat_rotate(q, gm_vec(c == 0, c == 1, c == 2));
      const gm_vec3 v = gm_cross(w, e);
      const gm_vec3 s = gm_add(gm_cross(a, e), gm_cross(w, v));
      const gm_vec3 column[3] = {e, v, s};
      double *into[3] = {r, first, exact};
      for (int k = 0; k < 3; ++k) {
        into[k][c] = column[k].x;
        into[k][3 + c] = column[k].y;
        into[k][6 + c] = column[k].z;
      }
    }
    gm_matrix_second(i, r, first, torque, second);
    for (int c = 0; c < 9; ++c) {
      size = fmax(size, fabs(exact[c]));
      off = fmax(off, fabs(second[c] - exact[c]));
    }
    worst = fmax(worst, off / size);
  }
  printf("R'' beside Euler's equations, 200 states: %.1e\n", worst);
  CHECK(worst < 1.0e-13);
}

/* ---- constant torque -------------------------------------------------------- */

/* Largest |L - L_0 - K t| / |L_0 + K t| in 20 s. */
static double momentum_error(const gm_rotation_how *how, gm_vec3 inertia,
                             double dt)
{
  const gm_vec3 torque = {0.1, -0.2, 0.3}, spin = {0.5, -0.4, 0.3};
  const gm_quat q = gm_quat_rotation(gm_vec(1.2, 0.7, -0.4));
  gm_rotation r;
  gm_rotation_begin(&r, *how, inertia, q, spin);
  const gm_vec3 first = gm_rotation_measure(&r, torque, 0.0, dt).momentum;
  const int steps = (int)(20.0 / dt + 0.5);
  double worst = 0.0;
  for (int n = 0; n <= steps; ++n) {
    const gm_vec3 l =
        gm_rotation_measure(&r, torque, n ? 0.5 * dt : 0.0, dt).momentum;
    const gm_vec3 exact = gm_madd(first, n * dt, torque);
    worst = fmax(worst, gm_norm(gm_sub(l, exact)) / gm_norm(exact));
    gm_rotation_advance(&r, torque, n ? dt : 0.5 * dt, dt);
  }
  return worst;
}

static void check_constant(const variant *v)
{
  const gm_vec3 body = {1.0, 2.0, 2.5}, equal = {2.0, 2.0, 2.0};
  const double coarse = momentum_error(&v->how, body, 0.005);
  const double fine = momentum_error(&v->how, body, 0.0025);
  print_name(&v->how);
  printf("%9.1e %9.1e", coarse, fine);
  CHECK(coarse < v->momentum);
  if (v->how.kind == GM_ROTATION_QUATERNION)
    CHECK_NEAR(coarse / fine, 4.0, 0.5);
  else if (v->momentum > 1.0e-12) /* or it is exact */
    CHECK(log2(coarse / fine) > v->how.values - 1.3);
  if (v->how.kind != GM_ROTATION_EULER) { /* this motion passes theta = 0 */
    const double ball = momentum_error(&v->how, equal, 0.005);
    const int turns = v->how.kind != GM_ROTATION_MATRIX;
    printf(" %9.1e", ball);
    CHECK(ball < (turns ? 1.0e-12 : v->momentum));
  }
  printf("\n");
}

/* Steps of two lengths in turn, each 50 times. */
static void check_steps(const gm_rotation_how *how)
{
  const gm_vec3 torque = {0.1, -0.2, 0.3}, inertia = {1.0, 2.0, 2.5};
  gm_vec3 l = gm_vec(0.5, -0.8, 0.75);
  gm_rotation r;
  gm_rotation_begin(&r, *how, inertia, gm_quat_identity(),
                    gm_vec(0.5, -0.4, 0.3));
  double worst = 0.0, dt = 0.0;
  for (int n = 0; n < 2000; ++n) {
    const gm_vec3 seen = gm_rotation_measure(&r, torque, 0.0, dt).momentum;
    worst = fmax(worst, gm_norm(gm_sub(seen, l)) / gm_norm(l));
    dt = n / 50 % 2 ? 0.005 : 0.003;
    gm_rotation_advance(&r, torque, dt, dt);
    l = gm_madd(l, dt, torque);
  }
  print_name(how);
  printf("%9.1e with steps of two lengths\n", worst);
  CHECK(worst < 1.0e-8);
}

/* ---- tops ------------------------------------------------------------------- */

static const gm_vec3 down = {0.0, 0.0, -9.81};

/* About the pivot; the centre of mass is 0.1 m along the axis, 1 kg. */
static gm_vec3 weight(gm_quat q)
{
  const gm_vec3 arm = gm_quat_rotate(q, gm_vec(0.0, 0.0, 0.1));
  return gm_cross(arm, down);
}

/* Rate (rad/s) of the azimuth of the axis after `turns`, and the largest change of its
 * tilt (rad). */
static void precess(const gm_rotation_how *how, double rate, double dt,
                    double *seen, double *nods)
{
  const double tilt = GM_PI / 3.0, w3 = 60.0;
  const gm_quat q = gm_quat_rotation(gm_vec(0.0, tilt, 0.0));
  const gm_vec3 axis = gm_quat_rotate(q, gm_vec(0.0, 0.0, 1.0));
  const gm_vec3 spin =
      gm_madd(gm_vec(0.0, 0.0, rate), w3 - rate * cos(tilt), axis);
  gm_rotation r;
  gm_rotation_begin(&r, *how, gm_vec(0.02, 0.02, 0.01), q, spin);
  const int steps = (int)(3.7351864 / dt);
  double azimuth = 0.0, turned = 0.0;
  *nods = 0.0;
  for (int n = 0; n < steps; ++n) {
    gm_rotation_advance(&r, weight(r.orientation), n ? dt : 0.5 * dt, dt);
    const gm_vec3 e = gm_quat_rotate(r.orientation, gm_vec(0.0, 0.0, 1.0));
    const double now = atan2(e.y, e.x);
    turned += remainder(now - azimuth, 2.0 * GM_PI);
    azimuth = now;
    *nods = fmax(*nods, fabs(acos(e.z) - tilt));
  }
  *seen = turned / (steps * dt);
}

static void check_heavy_top(const variant *v)
{
  static const double rates[2] = {1.6821611, 58.3178389};
  for (int k = 0; k < 2; ++k) {
    double seen, nods;
    precess(&v->how, rates[k], 2.5e-4, &seen, &nods);
    print_name(&v->how);
    printf("%12.7f rad/s, expected %12.7f, tilt off %8.1e rad\n", seen,
           rates[k], nods);
    CHECK_NEAR(seen / rates[k], 1.0, v->steady);
    CHECK(nods < v->steady);
  }
}

/* The axis of a body (2, 2, 1) goes round L with |L| / 2. */
static void check_free_top(const variant *v)
{
  const gm_vec3 inertia = {2.0, 2.0, 1.0}, none = {0.0, 0.0, 0.0};
  const gm_vec3 l = {0.6, 0.0, 0.8}; /* in the body; tilt 0.6435 rad */
  const gm_quat q = gm_quat_rotation(gm_vec(0.0, -atan2(l.x, l.z), 0.0));
  const double dt = 0.01, rate = 0.5, tilt = atan2(l.x, l.z);
  gm_rotation r; /* L is along z */
  gm_rotation_begin(&r, v->how, inertia, q,
                    gm_quat_rotate(q, gm_vec(l.x / 2.0, 0.0, l.z)));
  const gm_vec3 e0 = gm_quat_rotate(q, gm_vec(0.0, 0.0, 1.0));
  double azimuth = atan2(e0.y, e0.x), turned = 0.0, nods = 0.0;
  const int steps = 5000;
  for (int n = 0; n < steps; ++n) {
    gm_rotation_advance(&r, none, n ? dt : 0.5 * dt, dt);
    const gm_vec3 e = gm_quat_rotate(r.orientation, gm_vec(0.0, 0.0, 1.0));
    const double now = atan2(e.y, e.x);
    turned += remainder(now - azimuth, 2.0 * GM_PI);
    azimuth = now;
    nods = fmax(nods, fabs(acos(e.z) - tilt));
  }
  print_name(&v->how);
  printf("%10.7f rad/s, expected %9.7f, tilt off %8.1e rad\n",
         turned / (steps * dt), rate, nods);
  CHECK_NEAR(turned / (steps * dt) / rate, 1.0, 3.0e-6);
  CHECK(nods < 4.0e-6);
}

/* ---- a torque that jumps ---------------------------------------------------- */

/* Signs of a torque in steps [0, n): square waves of half a second, or random ones of 1
 * to 12 steps.  The sign changes in the middle between two steps. */
static void fill_signs(int *sign, int n, int half)
{
  int left = half ? half : 1, now = 1;
  random_begin();
  for (int k = 0; k < n; ++k) {
    sign[k] = now;
    if (--left == 0) {
      now = -now;
      left = half ? half : (int)random_between(1.0, 13.0);
    }
  }
}

/* 20 s under +K and -K in turn, `parts` steps of the integrator for a sign.  *momentum
 * receives the largest error of L, from the sum of torques, over |K| s. */
static gm_quat jump_run(const gm_rotation_how *how, const int *sign, int n,
                        int parts, double dt, double *momentum)
{
  const gm_vec3 spin = {0.5, -0.4, 0.3}, k = {1.0, -2.0, 2.0};
  gm_rotation r;
  gm_rotation_begin(&r, *how, gm_vec(1.0, 2.0, 2.5), gm_quat_identity(), spin);
  gm_vec3 l = gm_vec(0.5, -0.8, 0.75);
  *momentum = 0.0;
  for (int m = 0; m < n * parts; ++m) {
    const int at = (m + parts / 2) / parts; /* changes in the middle of steps */
    const gm_vec3 torque = gm_scale(sign[at < n ? at : n - 1], k);
    const gm_rotation_state s =
        gm_rotation_measure(&r, torque, m ? 0.5 * dt : 0.0, dt);
    if (m) l = gm_madd(l, 0.5 * dt, gm_add(torque, r.torque));
    *momentum = fmax(*momentum, gm_norm(gm_sub(s.momentum, l)) / 3.0);
    gm_rotation_advance(&r, torque, m ? dt : 0.5 * dt, dt);
  }
  return r.orientation;
}

static double angle_between(gm_quat a, gm_quat b)
{
  return gm_norm(gm_quat_vector(gm_quat_product(gm_quat_conjugate(a), b)));
}

/* Gear's error under these signs and that of the leapfrog from a run with 256 times as
 * many steps, which is the sampling of the torque. */
static void check_signs(const int *sign, int n, double dt, const char *word)
{
  const gm_rotation_how leap = {GM_ROTATION_NO_SQUISH, 4, 0, 1, 0};
  double l, lost[2], off[2];
  const gm_quat exact = jump_run(&leap, sign, n, 256, dt / 256.0, &l);
  const double sampled =
      angle_between(jump_run(&leap, sign, n, 1, dt, &l), exact);
  CHECK(l < 1.0e-12);
  for (int values = 4; values <= 6; ++values) {
    for (int restart = 0; restart < 2; ++restart) {
      const gm_rotation_how how = {GM_ROTATION_MATRIX, values, 1, 1, restart};
      const gm_quat q = jump_run(&how, sign, n, 1, dt, &lost[restart]);
      off[restart] = angle_between(q, exact);
    }
    printf("%-6s %5.3f %d  %8.1e %8.1e  %8.1e %8.1e  %8.1e\n", word, dt, values,
           lost[0], lost[1], off[0], off[1], sampled);
    CHECK(lost[1] > 8.0e-4);
    CHECK(lost[0] < lost[1]);
    if (values == 6) {
      CHECK(lost[0] < 1.0e-2 * lost[1]);
      CHECK(off[0] < 1.1 * sampled);
    }
  }
}

static void check_jumps(void)
{
  static int sign[4000];
  printf(
      "jumps, step, values: error of L, of the attitude, each with restart and "
      "without; of a leapfrog's\n");
  for (int wave = 0; wave < 2; ++wave) {
    for (int k = 0; k < 3; ++k) {
      const double dt = k == 0 ? 0.02 : k == 1 ? 0.01 : 0.005;
      const int n = (int)(20.0 / dt + 0.5);
      fill_signs(sign, n, wave ? 0 : (int)(0.5 / dt + 0.5));
      check_signs(sign, n, dt, wave ? "random" : "square");
    }
  }
}

/* ---- Euler angles at theta = 0 ----------------------------------------------- */

/* A body with equal moments turns at 1 rad/s about a nearly horizontal axis: theta falls
 * from 1 rad to `miss` and rises again, 2 s. */
static double pass_zero(int kind, double miss, double dt)
{
  const gm_rotation_how how = {kind, 6, 0, 1, GM_RESTART_AUTO};
  const gm_vec3 none = {0.0, 0.0, 0.0}, spin = {-cos(miss), 0.0, sin(miss)};
  const gm_quat q = gm_quat_product(gm_quat_rotation(gm_vec(0.0, miss, 0.0)),
                                    gm_quat_rotation(gm_vec(1.0, 0.0, 0.0)));
  gm_rotation r;
  gm_rotation_begin(&r, how, gm_vec(1.0, 1.0, 1.0), q, spin);
  const int steps = (int)(2.0 / dt + 0.5);
  for (int n = 0; n < steps; ++n)
    gm_rotation_advance(&r, none, n ? dt : 0.5 * dt, dt);
  const gm_quat exact =
      gm_quat_product(gm_quat_rotation(gm_scale(2.0, spin)), q);
  return angle_between(r.orientation, exact);
}

/* The nearer theta comes to 0, the larger the error of the angles; then they overflow. */
static void check_singular(void)
{
  static const double miss[] = {0.5, 0.1, 0.05, 0.02, 0.001};
  for (int k = 0; k < 5; ++k) {
    const double e = pass_zero(GM_ROTATION_EULER, miss[k], 0.01);
    const double m = pass_zero(GM_ROTATION_MATRIX, miss[k], 0.01);
    printf("theta down to %5.3f rad: attitude off %8.1e, rotation matrix "
           "%8.1e\n",
           miss[k], e, m);
    CHECK(m < 1.0e-11);
    if (k == 0) CHECK(e < 1.0e-7);
    if (k >= 3) CHECK(!(e < 0.3)); /* large, or no number */
  }
}

int main(void)
{
  check_right_side();
  printf(
      "constant torque, 20 s: error of L, step 0.005, 0.0025, equal moments\n");
  for (int k = 0; k < VARIANTS; ++k)
    check_constant(&variants[k]);
  check_steps(&variants[5].how);
  printf("heavy top\n");
  for (int k = 0; k < VARIANTS; ++k)
    check_heavy_top(&variants[k]);
  printf("free symmetric top\n");
  for (int k = 0; k < VARIANTS; ++k)
    check_free_top(&variants[k]);
  check_jumps();
  check_singular();
  return CHECK_REPORT();
}
