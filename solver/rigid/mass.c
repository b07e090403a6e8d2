/* rigid/mass.c -- mass properties: integrals over a polyhedron, closed forms.
 *
 * A surface is the sum of the tetrahedra between its triangles (a, b, c) and one point o,
 * with signs by orientation.  With a, b, c relative to o and the determinant
 * d = a . (b x c), a tetrahedron contributes
 *
 *   volume        d / 6
 *   first moment  d / 24 (a + b + c)
 *   second moment d / 120 (s s^T + a a^T + b b^T + c c^T),  s = a + b + c
 *
 * (F. Tonon, J. Math. Stat. 1 (2005) 8-11, has the same sums written out.)  The first
 * pass puts o at the centre of the bounds and finds the centre of mass; the second puts o
 * there.  So a body far from the origin of its frame keeps its digits, and no large
 * moments are subtracted from each other.
 */
#include "rigid/mass.h"
#include "rigid/matrix.h"

#include <float.h>

enum { XX, YY, ZZ, XY, XZ, YZ };

/* c += s a a^T */
static void add_mass_square(double c[6], double s, gm_vec3 a)
{
  c[XX] += s * a.x * a.x;
  c[YY] += s * a.y * a.y;
  c[ZZ] += s * a.z * a.z;
  c[XY] += s * a.x * a.y;
  c[XZ] += s * a.x * a.z;
  c[YZ] += s * a.y * a.z;
}

/* inertia += s (|a|^2 E - a a^T): a mass s at the distance a */
static void add_point_mass(double inertia[6], double s, gm_vec3 a)
{
  add_mass_square(inertia, -s, a);
  for (int k = 0; k < 3; ++k)
    inertia[k] += s * gm_norm2(a);
}

/* --- a surface ------------------------------------------------------------------- */

typedef struct corners {
  gm_vec3 a, b, c; /* m  relative to o */
  double d;        /* m3  six times the volume of the tetrahedron */
} corners;

static corners mass_corners(const gm_surface *s, gm_index t, gm_vec3 o)
{
  const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], o);
  const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], o);
  const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], o);
  return (corners){a, b, c, gm_dot(a, gm_cross(b, c))};
}

static void mass_second_moments(const gm_surface *s, gm_vec3 o,
                                double moment[6])
{
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->sheet[t]) continue;
    const corners k = mass_corners(s, t, o);
    const double share = k.d / 120.0;
    add_mass_square(moment, share, gm_add(k.a, gm_add(k.b, k.c)));
    add_mass_square(moment, share, k.a);
    add_mass_square(moment, share, k.b);
    add_mass_square(moment, share, k.c);
  }
}

gm_mass gm_mass_of_surface(const gm_surface *s, double density)
{
  const gm_vec3 o = gm_madd(s->min, 0.5, gm_sub(s->max, s->min));
  double six = 0.0;
  gm_vec3 first = {0.0, 0.0, 0.0};
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->sheet[t]) continue;
    const corners k = mass_corners(s, t, o);
    six += k.d;
    first = gm_madd(first, 0.25 * k.d, gm_add(k.a, gm_add(k.b, k.c)));
  }
  gm_mass m = {.centre = o};
  if (six == 0.0) return m;
  m.mass = density * six / 6.0;
  m.centre = gm_madd(o, 1.0 / six, first);
  double moment[6] = {0.0};
  mass_second_moments(s, m.centre, moment);
  const double trace = moment[XX] + moment[YY] + moment[ZZ];
  for (int k = 0; k < 6; ++k)
    m.inertia[k] = density * ((k < 3 ? trace : 0.0) - moment[k]);
  return m;
}

/* --- primitives ------------------------------------------------------------------ */

gm_mass gm_mass_box(gm_vec3 min, gm_vec3 max, double density)
{
  const gm_vec3 e = gm_sub(max, min);
  gm_mass m = {.mass = density * e.x * e.y * e.z,
               .centre = gm_madd(min, 0.5, e)};
  m.inertia[XX] = m.mass / 12.0 * (e.y * e.y + e.z * e.z);
  m.inertia[YY] = m.mass / 12.0 * (e.x * e.x + e.z * e.z);
  m.inertia[ZZ] = m.mass / 12.0 * (e.x * e.x + e.y * e.y);
  return m;
}

gm_mass gm_mass_sphere(gm_vec3 centre, double radius, double density)
{
  const double volume = 4.0 / 3.0 * GM_PI * radius * radius * radius;
  gm_mass m = {.mass = density * volume, .centre = centre};
  for (int k = 0; k < 3; ++k)
    m.inertia[k] = 0.4 * m.mass * radius * radius;
  return m;
}

/* Slices at the height z = h t have the radius R + (r - R) t; their areas integrate to
 * m, their moments about the axis to `along`, and `across` adds the square of the
 * distance along the axis from the centre. */
gm_mass gm_mass_frustum(gm_vec3 base, gm_vec3 axis, double base_radius,
                        double top_radius, double density)
{
  const double p = base_radius, q = top_radius, h = gm_norm(axis);
  const double p2 = p * p, q2 = q * q, pq = p * q, three = p2 + pq + q2;
  const double at = (p2 + 2.0 * pq + 3.0 * q2) / (4.0 * three);
  gm_mass m = {.mass = density * GM_PI / 3.0 * h * three,
               .centre = gm_madd(base, at, axis)};
  const double five = p2 * p2 + pq * (p2 + pq + q2) + q2 * q2;
  const double along = density * GM_PI / 10.0 * h * five;
  const double spread =
      (p2 * p2 + pq * (4.0 * p2 + 10.0 * pq + 4.0 * q2) + q2 * q2) /
      (three * three);
  const double across = 0.5 * along + 3.0 / 80.0 * m.mass * h * h * spread;
  add_mass_square(m.inertia, along - across, gm_unit(axis));
  for (int k = 0; k < 3; ++k)
    m.inertia[k] += across;
  return m;
}

/* --- principal axes -------------------------------------------------------------- */

/* One Jacobi rotation: makes a[p][q] zero and turns columns p and q of v. */
static void rotate_mass_pair(double a[3][3], double v[3][3], int p, int q)
{
  const double theta = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
  const double t =
      copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
  const int r = 3 - p - q;
  const double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0.0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
  for (int k = 0; k < 3; ++k) {
    const double kp = v[k][p], kq = v[k][q];
    v[k][p] = c * kp - s * kq;
    v[k][q] = s * kp + c * kq;
  }
}

/* Eigenvalues on the diagonal of a, eigenvectors in the columns of v.  Convergence is
 * quadratic: four or five sweeps suffice. */
static void diagonalise_mass_inertia(double a[3][3], double v[3][3],
                                     double none)
{
  for (int sweep = 0; sweep < 30; ++sweep) {
    int done = 1;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (fabs(a[p][q]) <= none) continue;
        rotate_mass_pair(a, v, p, q);
        done = 0;
      }
    }
    if (done) return;
  }
}

/* The axis with its first large component positive; a unit vector has one of at least
 * 0.577. */
static gm_vec3 mass_signed_axis(gm_vec3 e)
{
  const double large = 0.55;
  const double first = fabs(e.x) > large ? e.x : fabs(e.y) > large ? e.y : e.z;
  return first < 0.0 ? gm_scale(-1.0, e) : e;
}

gm_mass_axes gm_mass_principal(const gm_mass *m)
{
  const double *i = m->inertia;
  double a[3][3] = {
      {i[XX], i[XY], i[XZ]}, {i[XY], i[YY], i[YZ]}, {i[XZ], i[YZ], i[ZZ]}};
  double v[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  const double none = 4.0 * DBL_EPSILON * fabs(i[XX] + i[YY] + i[ZZ]);
  diagonalise_mass_inertia(a, v, none);
  int order[3] = {0, 1, 2};
  for (int pass = 0; pass < 2; ++pass) {
    for (int k = 0; k < 2; ++k) {
      const int low = order[k], high = order[k + 1];
      if (a[low][low] <= a[high][high] + none) continue;
      order[k] = high;
      order[k + 1] = low;
    }
  }
  gm_vec3 e[3];
  for (int k = 0; k < 2; ++k) {
    const int o = order[k];
    e[k] = mass_signed_axis(gm_vec(v[0][o], v[1][o], v[2][o]));
  }
  e[2] = gm_cross(e[0], e[1]);
  const double columns[9] = {e[0].x, e[1].x, e[2].x, e[0].y, e[1].y,
                             e[2].y, e[0].z, e[1].z, e[2].z};
  const gm_quat q = gm_matrix_orientation(columns);
  return (gm_mass_axes){
      .moments = gm_vec(a[order[0]][order[0]], a[order[1]][order[1]],
                        a[order[2]][order[2]]),
      .turn = q.w < 0.0 ? (gm_quat){-q.w, -q.x, -q.y, -q.z} : q,
  };
}

/* --- other points and axes ------------------------------------------------------- */

void gm_mass_about(const gm_mass *m, gm_vec3 point, double inertia[6])
{
  for (int k = 0; k < 6; ++k)
    inertia[k] = m->inertia[k];
  add_point_mass(inertia, m->mass, gm_sub(m->centre, point));
}

double gm_mass_moment(const gm_mass *m, gm_vec3 point, gm_vec3 axis)
{
  const gm_vec3 n = gm_unit(axis);
  const gm_vec3 arm = gm_cross(n, gm_sub(m->centre, point));
  return gm_dot(n, gm_mass_apply(m->inertia, n)) + m->mass * gm_norm2(arm);
}
