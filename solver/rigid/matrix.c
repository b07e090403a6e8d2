/* rigid/matrix.c -- the rotation matrix as solution of R'' = f(R, R', torque).
 *
 * The kinetic energy of a body with x = R r is Tr(R' P R'^T) / 2, P = Tr(I) E / 2 - I
 * with the principal moments I.  With a symmetric multiplier for R R^T = E, Lagrange's
 * equations are  R'' P R^T - R P R''^T = hat(K),  K the torque in the world and hat(K)
 * the matrix of K x.  Two derivatives of the constraint give  R'' = (hat(alpha) - S) R,
 * S = R' R'^T, and then with J = R P R^T
 *
 *   hat(N) = hat(K) + S J - J S,   alpha = R I^-1 R^T N
 *
 * The vector of S J - J S is -w x (R I R^T w), so N is Euler's right side.
 *
 * Off the orthogonal matrices the forms differ.  J is computed as Tr(I) E / 2 - R I R^T.
 * hat(w)^2 must not replace -S: the distance from the orthogonal matrices would grow
 * exponentially.
 */
#include "rigid/matrix.h"

/* c = a b^T */
GM_INLINE void times_transposed(const double *a, const double *b, double *c)
{
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      c[3 * i + j] = a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1] +
                     a[3 * i + 2] * b[3 * j + 2];
  }
}

/* c = a b */
GM_INLINE void matrix_times(const double *a, const double *b, double *c)
{
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      c[3 * i + j] =
          a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  }
}

GM_INLINE gm_vec3 apply_matrix(const double *a, gm_vec3 v)
{
  return gm_vec(a[0] * v.x + a[1] * v.y + a[2] * v.z,
                a[3] * v.x + a[4] * v.y + a[5] * v.z,
                a[6] * v.x + a[7] * v.y + a[8] * v.z);
}

GM_INLINE gm_vec3 apply_transposed(const double *a, gm_vec3 v)
{
  return gm_vec(a[0] * v.x + a[3] * v.y + a[6] * v.z,
                a[1] * v.x + a[4] * v.y + a[7] * v.z,
                a[2] * v.x + a[5] * v.y + a[8] * v.z);
}

/* v for which hat(v) = a - a^T. */
GM_INLINE gm_vec3 twice_skew(const double *a)
{
  return gm_vec(a[7] - a[5], a[2] - a[6], a[3] - a[1]);
}

/* c = a with its columns times v. */
GM_INLINE void weigh_matrix(const double *a, gm_vec3 v, double *c)
{
  for (int i = 0; i < 9; i += 3) {
    c[i] = a[i] * v.x;
    c[i + 1] = a[i + 1] * v.y;
    c[i + 2] = a[i + 2] * v.z;
  }
}

void gm_matrix_second(gm_vec3 inertia, const double *matrix,
                      const double *first, gm_vec3 torque, double *second)
{
  double s[9], weighed[9], j[9], sj[9];
  times_transposed(first, first, s);
  weigh_matrix(matrix, inertia, weighed);
  times_transposed(weighed, matrix, j);
  const double half = 0.5 * (inertia.x + inertia.y + inertia.z);
  for (int c = 0; c < 9; ++c)
    j[c] = (c % 4 ? 0.0 : half) - j[c];
  matrix_times(s, j, sj); /* J S is its transpose: both are symmetric */
  const gm_vec3 n = apply_transposed(matrix, gm_add(torque, twice_skew(sj)));
  const gm_vec3 alpha = apply_matrix(
      matrix, gm_vec(n.x / inertia.x, n.y / inertia.y, n.z / inertia.z));
  const double a[9] = {-s[0],           -alpha.z - s[1], alpha.y - s[2],
                       alpha.z - s[3],  -s[4],           -alpha.x - s[5],
                       -alpha.y - s[6], alpha.x - s[7],  -s[8]};
  matrix_times(a, matrix, second);
}

static void matrix_of(gm_quat q, double *m)
{
  const gm_vec3 x = gm_quat_rotate(q, gm_vec(1.0, 0.0, 0.0));
  const gm_vec3 y = gm_quat_rotate(q, gm_vec(0.0, 1.0, 0.0));
  const gm_vec3 z = gm_quat_rotate(q, gm_vec(0.0, 0.0, 1.0));
  const double rows[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  for (int c = 0; c < 9; ++c)
    m[c] = rows[c];
}

/* sum += row i of R hat(w) */
GM_INLINE void add_rates(const double *r, const double *w, double *sum)
{
  for (int i = 0; i < 9; i += 3) {
    sum[i] += r[i + 1] * w[2] - r[i + 2] * w[1];
    sum[i + 1] += r[i + 2] * w[0] - r[i] * w[2];
    sum[i + 2] += r[i] * w[1] - r[i + 1] * w[0];
  }
}

/* Cauchy products of l' = l x w + R^T K and R' = R hat(w), in units of dt. */
void gm_matrix_series(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                      gm_vec3 torque, double dt, int n,
                      double (*x)[GM_GEAR_WIDTH], double (*w)[3])
{
  gm_vec3 l[GM_GEAR_VALUES], v[GM_GEAR_VALUES];
  matrix_of(orientation, x[0]);
  l[0] = momentum;
  for (int k = 0; k < n; ++k) {
    v[k] = gm_vec(l[k].x / inertia.x, l[k].y / inertia.y, l[k].z / inertia.z);
    w[k][0] = v[k].x;
    w[k][1] = v[k].y;
    w[k][2] = v[k].z;
    if (k + 1 == n) return;
    gm_vec3 rate = apply_transposed(x[k], torque);
    double sum[9] = {0};
    for (int i = 0; i <= k; ++i) {
      rate = gm_add(rate, gm_cross(l[i], v[k - i]));
      add_rates(x[i], w[k - i], sum);
    }
    l[k + 1] = gm_scale(dt / (k + 1), rate);
    for (int c = 0; c < 9; ++c)
      x[k + 1][c] = dt / (k + 1) * sum[c];
  }
}

void gm_matrix_start(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                     gm_vec3 torque, double dt, int n,
                     double (*x)[GM_GEAR_WIDTH])
{
  double w[GM_GEAR_VALUES][3];
  gm_matrix_series(inertia, orientation, momentum, torque, dt, n, x, w);
}

void gm_matrix_project(double *matrix, double *first)
{
  double square[9], near[9], w[9];
  times_transposed(matrix, matrix,
                   square); /* R (3 E - R^T R) = (3 E - R R^T) R */
  for (int c = 0; c < 9; ++c)
    square[c] = (c % 4 ? 0.0 : 1.5) - 0.5 * square[c];
  matrix_times(square, matrix, near);
  times_transposed(first, near, w);
  const gm_vec3 spin = gm_scale(0.5, twice_skew(w));
  const double hat[9] = {0.0,     -spin.z, spin.y, spin.z, 0.0,
                         -spin.x, -spin.y, spin.x, 0.0};
  matrix_times(hat, near, first);
  for (int c = 0; c < 9; ++c)
    matrix[c] = near[c];
}

gm_rotation_state gm_matrix_state(gm_vec3 inertia, const double *matrix,
                                  const double *first)
{
  double rate[9]; /* R' R^T */
  times_transposed(first, matrix, rate);
  gm_rotation_state s = {.orientation = gm_matrix_orientation(matrix),
                         .spin = gm_scale(0.5, twice_skew(rate))};
  const gm_vec3 w = apply_transposed(matrix, s.spin);
  const gm_vec3 l = {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  s.momentum = apply_matrix(matrix, l);
  s.energy = 0.5 * gm_dot(l, w);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double e = matrix[i] * matrix[j] + matrix[3 + i] * matrix[3 + j] +
                       matrix[6 + i] * matrix[6 + j] - (i == j);
      s.orthogonality = fmax(s.orthogonality, fabs(e));
    }
  }
  return s;
}

/* From the largest of the four components, so no root of a small difference is taken. */
gm_quat gm_matrix_orientation(const double *m)
{
  const double trace = m[0] + m[4] + m[8];
  gm_quat q;
  if (trace >= m[0] && trace >= m[4] && trace >= m[8])
    q = (gm_quat){1.0 + trace, m[7] - m[5], m[2] - m[6], m[3] - m[1]};
  else if (m[0] >= m[4] && m[0] >= m[8])
    q = (gm_quat){m[7] - m[5], 1.0 + 2.0 * m[0] - trace, m[1] + m[3],
                  m[2] + m[6]};
  else if (m[4] >= m[8])
    q = (gm_quat){m[2] - m[6], m[1] + m[3], 1.0 + 2.0 * m[4] - trace,
                  m[5] + m[7]};
  else
    q = (gm_quat){m[3] - m[1], m[2] + m[6], m[5] + m[7],
                  1.0 + 2.0 * m[8] - trace};
  return gm_quat_unit(q);
}
