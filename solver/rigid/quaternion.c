/* rigid/quaternion.c -- rotation as a quaternion: a leapfrog and first-order equations.
 *
 * The leapfrog, with the momentum in principal axes:
 *
 *   l_m = l + (dt / 2) l x w(l)                       w(l) = l / i
 *   q  <- q exp(dt w(l_m))
 *   l  <- l + (dt / 2) (l x w(l) + l_1 x w(l_1))      l_1 = l + dt l x w(l)
 *
 * Of second order.  The momentum in the world is not kept; with the rate at l_m alone the
 * error of the energy would be 4 to 20 times as large (dt w = 0.05, 0.01).  If l rotated
 * with the body, the momentum would be exact, but the energy would drift by itself, and a
 * top that rotates about its middle axis would flip at wrong times.
 *
 * The equations have the momentum in the world, which is exact under a constant torque.
 */
#include "rigid/quaternion.h"

#include "rigid/matrix.h"

static gm_vec3 quaternion_over_inertia(gm_vec3 l, gm_vec3 inertia)
{
  return gm_vec(l.x / inertia.x, l.y / inertia.y, l.z / inertia.z);
}

/* ---- leapfrog ------------------------------------------------------------------- */

void gm_quaternion_turn(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt)
{
  const gm_vec3 rate = gm_cross(*l, quaternion_over_inertia(*l, inertia));
  const gm_vec3 middle =
      quaternion_over_inertia(gm_madd(*l, 0.5 * dt, rate), inertia);
  const gm_vec3 end = gm_madd(*l, dt, rate);
  const gm_vec3 last = gm_cross(end, quaternion_over_inertia(end, inertia));
  *q =
      gm_quat_unit(gm_quat_product(*q, gm_quat_rotation(gm_scale(dt, middle))));
  *l = gm_madd(*l, 0.5 * dt, gm_add(rate, last));
}

/* ---- equations ------------------------------------------------------------------ */

static gm_vec3 quaternion_momentum(const double *x)
{
  return gm_vec(x[4], x[5], x[6]);
}

static double quaternion_norm2(const double *x)
{
  return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
}

gm_quat gm_quaternion_orientation(const double *x)
{
  return gm_quat_unit((gm_quat){x[0], x[1], x[2], x[3]});
}

/* The spin in principal axes. */
static gm_vec3 spin_of_quaternion_state(gm_vec3 inertia, const double *x)
{
  return quaternion_over_inertia(
      gm_quat_unrotate(gm_quaternion_orientation(x), quaternion_momentum(x)),
      inertia);
}

static void set_quaternion_state(double *x, gm_quat q, gm_vec3 l)
{
  const double all[7] = {q.w, q.x, q.y, q.z, l.x, l.y, l.z};
  for (int c = 0; c < 7; ++c)
    x[c] = all[c];
}

/* f q (0, w) */
static gm_quat quaternion_turned_by(const double *x, gm_vec3 w, double f)
{
  return gm_quat_product((gm_quat){x[0], x[1], x[2], x[3]},
                         (gm_quat){0.0, f * w.x, f * w.y, f * w.z});
}

void gm_quaternion_rate(gm_vec3 inertia, const double *x, const double *first,
                        gm_vec3 torque, double *rate)
{
  (void)first;
  set_quaternion_state(
      rate, quaternion_turned_by(x, spin_of_quaternion_state(inertia, x), 0.5),
      torque);
}

/* Cauchy products of q' = q (0, w) / 2. */
void gm_quaternion_start(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                         gm_vec3 torque, double dt, int n,
                         double (*x)[GM_GEAR_WIDTH])
{
  double matrix[GM_GEAR_VALUES][GM_GEAR_WIDTH], w[GM_GEAR_VALUES][3];
  gm_matrix_series(inertia, orientation, momentum, torque, dt, n, matrix, w);
  set_quaternion_state(x[0], orientation,
                       gm_quat_rotate(orientation, momentum));
  for (int k = 0; k + 1 < n; ++k) {
    gm_quat sum = {0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i <= k; ++i) {
      const double *v = w[k - i];
      const gm_quat q = quaternion_turned_by(x[i], gm_vec(v[0], v[1], v[2]),
                                             0.5 * dt / (k + 1));
      sum = (gm_quat){sum.w + q.w, sum.x + q.x, sum.y + q.y, sum.z + q.z};
    }
    set_quaternion_state(x[k + 1], sum, gm_scale(k == 0 ? dt : 0.0, torque));
  }
}

void gm_quaternion_project(double *x, double *first)
{
  const double by = 1.0 / sqrt(quaternion_norm2(x));
  double along = 0.0;
  for (int c = 0; c < 4; ++c) {
    x[c] *= by;
    along += x[c] * first[c];
  }
  for (int c = 0; c < 4; ++c)
    first[c] -= along * x[c];
}

gm_rotation_state gm_quaternion_state(gm_vec3 inertia, const double *x,
                                      const double *first)
{
  (void)first;
  const gm_quat q = gm_quaternion_orientation(x);
  const gm_vec3 w = spin_of_quaternion_state(inertia, x),
                l = quaternion_momentum(x);
  const gm_vec3 spin = gm_quat_rotate(q, w);
  const double square =
      quaternion_norm2(x); /* R of q itself has R^T R = |q|^4 E */
  return (gm_rotation_state){.orientation = q,
                             .spin = spin,
                             .momentum = l,
                             .energy = 0.5 * gm_dot(l, spin),
                             .orthogonality = fabs(square * square - 1.0)};
}
