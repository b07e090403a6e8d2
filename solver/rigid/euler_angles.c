/* rigid/euler_angles.c -- rotation by second-order equations of three Euler angles.
 *
 * With the spin w in principal axes, p = w_1 sin psi + w_2 cos psi and q = w_1 cos psi -
 * w_2 sin psi are its components along the line of nodes' normal and the line of nodes:
 *
 *   phi' sin theta = p,   theta' = q,   psi' = w_3 - phi' cos theta
 *
 * Their derivatives with w' of Euler's equations are the right side.  phi'' divides by
 * sin theta, which is kept from 0 by 1e-9 so that no division by zero occurs; the angles
 * are wrong long before that (tests/verification/rotation_torque.c).
 */
#include "rigid/euler_angles.h"

#include "base/math.h"
#include "rigid/matrix.h"

enum { PHI, THETA, PSI };

static double euler_away_from_zero(double s)
{
  const double least = 1.0e-9;
  return fabs(s) > least ? s : s < 0.0 ? -least : least;
}

gm_quat gm_euler_angles_orientation(const double *angles)
{
  const double sum = 0.5 * (angles[PHI] + angles[PSI]);
  const double difference = 0.5 * (angles[PHI] - angles[PSI]);
  const double c = gm_math_cos(0.5 * angles[THETA]),
               s = gm_math_sin(0.5 * angles[THETA]);
  return (gm_quat){c * gm_math_cos(sum), s * gm_math_cos(difference),
                   s * gm_math_sin(difference), c * gm_math_sin(sum)};
}

/* The spin in principal axes. */
static gm_vec3 spin_of_angles(const double *angles, const double *first)
{
  const double p = first[PHI] * gm_math_sin(angles[THETA]), q = first[THETA];
  const double c = gm_math_cos(angles[PSI]), s = gm_math_sin(angles[PSI]);
  return gm_vec(p * s + q * c, p * c - q * s,
                first[PHI] * gm_math_cos(angles[THETA]) + first[PSI]);
}

void gm_euler_angles_second(gm_vec3 inertia, const double *angles,
                            const double *first, gm_vec3 torque, double *second)
{
  const gm_vec3 w = spin_of_angles(angles, first);
  const gm_vec3 l = {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  const gm_vec3 n =
      gm_add(gm_quat_unrotate(gm_euler_angles_orientation(angles), torque),
             gm_cross(l, w));
  const gm_vec3 a = {n.x / inertia.x, n.y / inertia.y, n.z / inertia.z};
  const double c = gm_math_cos(angles[PSI]), s = gm_math_sin(angles[PSI]);
  const double cosine = gm_math_cos(angles[THETA]),
               sine = gm_math_sin(angles[THETA]);
  const double p = a.x * s + a.y * c + first[PSI] * first[THETA];
  second[PHI] =
      (p - first[PHI] * first[THETA] * cosine) / euler_away_from_zero(sine);
  second[THETA] = a.x * c - a.y * s - first[PSI] * first[PHI] * sine;
  second[PSI] = a.z - second[PHI] * cosine + first[PHI] * first[THETA] * sine;
}

/* Term k of the product of two series with the strides sa, sb. */
static double turn_euler_product(const double *a, int sa, const double *b,
                                 int sb, int k)
{
  double sum = 0.0;
  for (int i = 0; i <= k; ++i)
    sum += a[i * sa] * b[(k - i) * sb];
  return sum;
}

/* Term k of sine and cosine of the series x with stride GM_GEAR_WIDTH. */
static void euler_sine_cosine(const double *x, double *s, double *c, int k)
{
  if (k == 0) {
    s[0] = gm_math_sin(x[0]);
    c[0] = gm_math_cos(x[0]);
    return;
  }
  s[k] = c[k] = 0.0;
  for (int i = 1; i <= k; ++i) {
    s[k] += i * x[i * GM_GEAR_WIDTH] * c[k - i] / k;
    c[k] -= i * x[i * GM_GEAR_WIDTH] * s[k - i] / k;
  }
}

static void angles_of(gm_quat o, double *angles)
{
  angles[THETA] = 2.0 * gm_math_atan2(sqrt(o.x * o.x + o.y * o.y),
                                      sqrt(o.w * o.w + o.z * o.z));
  const double sum = gm_math_atan2(o.z, o.w),
               difference = gm_math_atan2(o.y, o.x);
  angles[PHI] = sum + difference;
  angles[PSI] = sum - difference;
}

/* Series of the three first-order equations, from that of the spin. */
void gm_euler_angles_start(gm_vec3 inertia, gm_quat orientation,
                           gm_vec3 momentum, gm_vec3 torque, double dt, int n,
                           double (*x)[GM_GEAR_WIDTH])
{
  double matrix[GM_GEAR_VALUES][GM_GEAR_WIDTH], w[GM_GEAR_VALUES][3];
  double s[GM_GEAR_VALUES], c[GM_GEAR_VALUES]; /* of psi */
  double sine[GM_GEAR_VALUES], cosine[GM_GEAR_VALUES], rate[GM_GEAR_VALUES];
  gm_matrix_series(inertia, orientation, momentum, torque, dt, n, matrix, w);
  angles_of(orientation, x[0]);
  for (int k = 0; k < n - 1; ++k) {
    euler_sine_cosine(&x[0][PSI], s, c, k);
    euler_sine_cosine(&x[0][THETA], sine, cosine, k);
    rate[k] = 0.0;
    const double p = turn_euler_product(&w[0][0], 3, s, 1, k) +
                     turn_euler_product(&w[0][1], 3, c, 1, k) -
                     turn_euler_product(rate, 1, sine, 1, k);
    rate[k] = p / euler_away_from_zero(sine[0]); /* phi' */
    const double q = turn_euler_product(&w[0][0], 3, c, 1, k) -
                     turn_euler_product(&w[0][1], 3, s, 1, k);
    const double along = w[k][2] - turn_euler_product(rate, 1, cosine, 1, k);
    x[k + 1][PHI] = dt / (k + 1) * rate[k];
    x[k + 1][THETA] = dt / (k + 1) * q;
    x[k + 1][PSI] = dt / (k + 1) * along;
  }
}

gm_rotation_state gm_euler_angles_state(gm_vec3 inertia, const double *angles,
                                        const double *first)
{
  const gm_quat q = gm_euler_angles_orientation(angles);
  const gm_vec3 w = spin_of_angles(angles, first);
  const gm_vec3 l = {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  return (gm_rotation_state){.orientation = q,
                             .spin = gm_quat_rotate(q, w),
                             .momentum = gm_quat_rotate(q, l),
                             .energy = 0.5 * gm_dot(l, w)};
}
