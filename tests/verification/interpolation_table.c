/* Every interpolation errs as listed, on points near a sphere.
 *
 * Root mean squares over 20,000 points half a spacing D outside a sphere of radius R, on
 * lattices in random places: error of the distance in D, angle between direction and
 * normal in degrees.  Listed are measurements on 1000 points, to one or two digits: all
 * within 20 %, or half of the last digit where that is more.
 *
 * A user can choose trilinear, half-Taylor, Shepard and MLS-1.  The other rows are made
 * of the same sites here, to show what is gained and lost:
 *
 *   normals   the direction is the mean of the sites' normals, and no gradient of d
 *   Taylor    every site's linear continuation, whole: errs as far as the distances
 *             alone, the other way
 *   kernel    sum of volume, distance and kernel: H / D is fixed, so it does not converge
 *   MLS-2     quadratic fit
 *
 * On a face-centred lattice, denser for the same D, the mesh-free ways err less.  Then
 * the sites within reach of a point inside the band: least, mean and most over 20,000
 * points; the mean is their density times the volume of the ball.
 */
#include "check.h"
#include "random.h"
#include "sdf/interpolate.h"
#include "sdf/lattice_build.h"
#include "sdf/meshfree.h"

static gm_query_result sphere(const void *of, gm_vec3 y)
{
  const double r = *(const double *)of, l = gm_norm(y);
  return (gm_query_result){l - r, gm_scale(1.0 / l, y), 0, 0, 0};
}

/* --- the ways ---------------------------------------------------------------------- */

typedef struct answer {
  double distance;
  gm_vec3 gradient;
} answer;

typedef answer method(const gm_lattice *l, gm_vec3 y);

static answer trilinear(const gm_lattice *l, gm_vec3 y)
{
  const gm_interpolated a = gm_interpolate_trilinear(l, y);
  return (answer){a.distance, a.gradient};
}

static answer half_taylor(const gm_lattice *l, gm_vec3 y)
{
  const gm_interpolated a = gm_interpolate_half_taylor(l, y);
  return (answer){a.distance, a.gradient};
}

/* The mean of the normals comes out of the sums of a cell, and so does the whole
 * continuation: what half-Taylor adds to trilinear, twice. */
static answer taylor(const gm_lattice *l, gm_vec3 y)
{
  const answer t = trilinear(l, y), h = half_taylor(l, y);
  return (answer){2.0 * h.distance - t.distance,
                  gm_sub(gm_scale(2.0, h.gradient), t.gradient)};
}

static answer trilinear_normals(const gm_lattice *l, gm_vec3 y)
{
  const gm_site *pair[4];
  gm_vec3 p;
  gm_interpolated r;
  gm_interpolate_sums s = {0};
  if (!gm_interpolate_find(l, y, pair, &p, &r))
    return (answer){.distance = NAN};
  for (int q = 0; q < 8; ++q) {
    const gm_site *c = pair[q >> 1] + (q & 1);
    gm_interpolate_add(&s, q >> 2, q >> 1 & 1, q & 1, p.x, p.y, p.z, 0.0,
                       gm_lattice_distance(l, c), (double)c->normal[0],
                       (double)c->normal[1], (double)c->normal[2]);
  }
  return (answer){s.d, gm_vec(s.hx, s.hy, s.hz)};
}

/* Reach in D of the lattice. */
static double apart(const gm_lattice *l)
{
  return l->rest ? l->spacing / sqrt(2.0) : l->spacing;
}

static gm_meshfree ball;

static void gather(const gm_lattice *l, gm_vec3 y, double reach)
{
  gm_meshfree_gather(l, y, reach * apart(l), &ball);
}

static double reach_of(const gm_lattice *l)
{
  return l->rest ? 1.5 : 1.75;
}

static answer fit_of(gm_meshfree_fit f)
{
  return (answer){f.distance, f.gradient};
}

static answer shepard(const gm_lattice *l, gm_vec3 y)
{
  gather(l, y, reach_of(l));
  return fit_of(gm_meshfree_shepard(&ball, 0.0));
}

static answer taylor_shepard(const gm_lattice *l, gm_vec3 y)
{
  gather(l, y, reach_of(l));
  return fit_of(gm_meshfree_shepard(&ball, 1.0));
}

static answer mls_1(const gm_lattice *l, gm_vec3 y)
{
  gather(l, y, reach_of(l));
  return fit_of(gm_meshfree_linear(&ball, 0.0));
}

static answer half_mls_1(const gm_lattice *l, gm_vec3 y)
{
  gather(l, y, reach_of(l));
  return fit_of(gm_meshfree_linear(&ball, 0.5));
}

static answer mls_1_diffuse(const gm_lattice *l, gm_vec3 y)
{
  gather(l, y, reach_of(l));
  const gm_meshfree_fit f = gm_meshfree_linear(&ball, 0.0);
  return (answer){f.distance, f.diffuse};
}

/* A linear fit to each component of the normals. */
static answer half_mls_1_normals(const gm_lattice *l, gm_vec3 y)
{
  answer a = half_mls_1(l, y);
  for (int k = 0; k < ball.n; ++k)
    ball.site[k].distance = ball.site[k].normal.x;
  a.gradient.x = gm_meshfree_linear(&ball, 0.0).distance;
  for (int k = 0; k < ball.n; ++k)
    ball.site[k].distance = ball.site[k].normal.y;
  a.gradient.y = gm_meshfree_linear(&ball, 0.0).distance;
  for (int k = 0; k < ball.n; ++k)
    ball.site[k].distance = ball.site[k].normal.z;
  a.gradient.z = gm_meshfree_linear(&ball, 0.0).distance;
  return a;
}

static answer kernel(const gm_lattice *l, gm_vec3 y)
{
  const double reach = 2.0; /* D; a site's volume is D^3, or D^3 / sqrt 2 */
  const double volume = l->rest ? sqrt(0.5) : 1.0;
  const double unit = 21.0 / (2.0 * GM_PI * reach * reach * reach) * volume;
  gather(l, y, reach);
  answer a = {0};
  for (int k = 0; k < ball.n; ++k) {
    const gm_meshfree_site *s = &ball.site[k];
    a.distance += unit * s->weight * s->distance;
    a.gradient = gm_madd(a.gradient, unit * s->distance / ball.reach, s->slope);
  }
  return a;
}

/* Quadratic fit: ten unknowns by elimination with row exchange. */
static answer mls_2(const gm_lattice *l, gm_vec3 y)
{
  enum { N = 10 };
  double a[N][N + 1] = {{0.0}};
  gather(l, y, 2.5);
  for (int k = 0; k < ball.n; ++k) {
    const gm_meshfree_site *s = &ball.site[k];
    const gm_vec3 o = s->off;
    const double p[N + 1] = {1.0,       -o.x,      -o.y,       -o.z,
                             o.x * o.x, o.y * o.y, o.z * o.z,  o.x * o.y,
                             o.y * o.z, o.z * o.x, s->distance};
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j <= N; ++j)
        a[i][j] += s->weight * p[i] * p[j];
    }
  }
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < N; ++r) {
      if (r == i) continue;
      const double f = a[r][i] / a[i][i];
      for (int j = i; j <= N; ++j)
        a[r][j] -= f * a[i][j];
    }
  }
  const double per = 1.0 / ball.reach;
  return (answer){a[0][N] / a[0][0],
                  gm_vec(per * a[1][N] / a[1][1], per * a[2][N] / a[2][2],
                         per * a[3][N] / a[3][3])};
}

/* --- the table --------------------------------------------------------------------- */

typedef struct row {
  const char *name;
  method *ask;
  double distance[3],
      angle[3]; /* listed, D and degrees, for R / D = 5, 10, 20 */
} row;

#define TRILINEAR 3.2e-2, 1.7e-2, 8.6e-3
#define HALF_MLS 2.1e-4, 6.0e-5, 1.6e-5
/* clang-format off */
static const row rows[] = {
    {"trilinear", trilinear, {TRILINEAR}, {3.5, 1.8, 0.93}},
    {"trilinear, normals", trilinear_normals, {TRILINEAR}, {0.09, 0.024, 0.006}},
    {"Taylor", taylor, {TRILINEAR}, {3.5, 1.8, 0.93}},
    {"half-Taylor", half_taylor, {2.7e-4, 7.7e-5, 2.1e-5}, {0.083, 0.023, 0.006}},
    {"half-Taylor MLS-1, normals", half_mls_1_normals, {HALF_MLS}, {0.043, 0.011, 0.003}},
    {"half-Taylor MLS-1", half_mls_1, {HALF_MLS}, {0.063, 0.017, 0.0046}},
    {"kernel", kernel, {4.9e-2, 2.6e-2, 1.4e-2}, {1.5, 1.5, 1.6}},
    {"Shepard", shepard, {4.0e-2, 2.7e-2, 2.0e-2}, {4.1, 3.8, 3.9}},
    {"Taylor-Shepard", taylor_shepard, {3.7e-2, 2.0e-2, 1.0e-2}, {1.3, 0.67, 0.34}},
    {"MLS-1", mls_1, {3.8e-2, 2.0e-2, 1.0e-2}, {1.3, 0.69, 0.35}},
    {"MLS-1, diffuse gradient", mls_1_diffuse, {3.8e-2, 2.0e-2, 1.0e-2}, {1.3, 0.69, 0.35}},
    {"MLS-2", mls_2, {2.9e-4, 7.4e-5, 1.9e-5}, {0.006, 0.002, 0.0005}},
};
/* clang-format on */

enum {
  ROWS = sizeof rows / sizeof rows[0],
  CELLS = 4, /* the first rows ask one cell */
  LATTICES = 20,
  POINTS = 1000
};

typedef struct errors {
  double distance, angle;
} errors;

/* Of row m, in e[m]; rows made of cells are left out where there are none. */
static void measure(double radius, int face_centred, errors *e)
{
  const gm_field f = {.query = sphere,
                      .of = &radius,
                      .min = gm_vec(-radius, -radius, -radius),
                      .max = gm_vec(radius, radius, radius)};
  for (int k = 0; k < LATTICES; ++k) {
    const gm_vec3 phase = {random_between(0.0, 1.0), random_between(0.0, 1.0),
                           random_between(0.0, 1.0)};
    gm_lattice l;
    if (!CHECK((face_centred ? gm_lattice_build_face_centred
                             : gm_lattice_build)(&l, &f, 1.0, phase, -2.05,
                                                 3.05) == GM_OK)) {
      return;
    }
    for (int p = 0; p < POINTS; ++p) {
      const gm_vec3 n = random_direction();
      const gm_vec3 y = gm_scale(radius + 0.5, n);
      for (int m = face_centred ? CELLS : 0; m < ROWS; ++m) {
        const answer a = rows[m].ask(&l, y);
        const double off = a.distance - 0.5;
        const double turn =
            atan2(gm_norm(gm_cross(a.gradient, n)), gm_dot(a.gradient, n));
        e[m].distance += off * off;
        e[m].angle += turn * turn;
      }
    }
    gm_lattice_clear(&l);
  }
  const double n = LATTICES * POINTS;
  for (int m = 0; m < ROWS; ++m) {
    e[m].distance = sqrt(e[m].distance / n);
    e[m].angle = sqrt(e[m].angle / n) * 180.0 / GM_PI;
  }
}

static void show_cubic(void)
{
  errors e[3][ROWS] = {0};
  for (int k = 0; k < 3; ++k)
    measure(5 << k, 0, e[k]);
  printf("%-27s distance / D (listed), R / D = 5, 10, 20              angle / "
         "deg (listed)\n",
         "simple cubic");
  for (int m = 0; m < ROWS; ++m) {
    const row *w = &rows[m];
    printf("%-27s", w->name);
    for (int k = 0; k < 3; ++k) {
      printf(" %.1e (%.1e)", e[k][m].distance, w->distance[k]);
      CHECK_NEAR(e[k][m].distance, w->distance[k], 0.2 * w->distance[k]);
    }
    for (int k = 0; k < 3; ++k) {
      printf(" %7.4f (%.4g)", e[k][m].angle, w->angle[k]);
      CHECK_NEAR(e[k][m].angle, w->angle[k], fmax(0.2 * w->angle[k], 5.0e-4));
    }
    printf("\n");
  }
}

/* What is gained is bounded by the cubic lattice's figures; listed are none. */
static void show_face_centred(void)
{
  errors e[3][ROWS] = {0};
  for (int k = 0; k < 3; ++k)
    measure(5 << k, 1, e[k]);
  printf("face-centred\n");
  for (int m = CELLS; m < ROWS; ++m) {
    const row *w = &rows[m];
    printf("%-27s", w->name);
    for (int k = 0; k < 3; ++k) {
      printf(" %.1e          ", e[k][m].distance);
      CHECK(e[k][m].distance < w->distance[k] * (w->ask == kernel ? 1.2 : 0.9));
    }
    for (int k = 0; k < 3; ++k) {
      printf(" %7.4f        ", e[k][m].angle);
      CHECK(e[k][m].angle < w->angle[k]);
    }
    printf("\n");
  }
}

/* --- sites within reach --------------------------------------------------- */

static gm_query_result plane(const void *of, gm_vec3 y)
{
  (void)of;
  return (gm_query_result){y.z, {0.0, 0.0, 1.0}, 0, 0, 0};
}

typedef struct count {
  int face_centred;
  double reach; /* D */
  int least;
  double mean;
  int most;
} count;

static void show_counts(void)
{
  static const count listed[] = {{0, 1.7321, 18, 21.8, 32},
                                 {0, 1.75, 20, 22.5, 32},
                                 {1, 1.001, 4, 6.0, 8},
                                 {1, 1.05, 4, 7.0, 13},
                                 {1, 1.5, 14, 19.9, 23}};
  const gm_field f = {.query = plane,
                      .min = gm_vec(-4.0, -4.0, 0.0),
                      .max = gm_vec(9.0, 9.0, 0.0)};
  gm_lattice l[2];
  CHECK(gm_lattice_build(&l[0], &f, 1.0, gm_vec(0, 0, 0), -5.0, 5.0) == GM_OK);
  CHECK(gm_lattice_build_face_centred(&l[1], &f, 1.0, gm_vec(0, 0, 0), -5.0,
                                      5.0) == GM_OK);
  printf("lattice       H / D   least   mean        most  (listed)\n");
  for (int k = 0; k < 5; ++k) {
    const count *w = &listed[k];
    const double side =
        l[w->face_centred].spacing; /* of a cube of the lattice */
    const double sites = w->face_centred ? sqrt(2.0) : 1.0; /* in D^3 */
    const double exact = sites * 4.0 / 3.0 * GM_PI * pow(w->reach, 3.0);
    int least = 1000, most = 0;
    double mean = 0.0, off = 0.0;
    for (int p = 0; p < 20000; ++p) {
      const gm_vec3 y = gm_scale(side, gm_vec(4.0 * random_between(0.0, 1.0),
                                              4.0 * random_between(0.0, 1.0),
                                              2.0 * random_between(0.0, 1.0)));
      gather(&l[w->face_centred], y, w->reach);
      least = ball.n < least ? ball.n : least;
      most = ball.n > most ? ball.n : most;
      mean += ball.n / 20000.0;
      const gm_meshfree_fit fit = gm_meshfree_linear(&ball, 0.0);
      off = fmax(off, fabs(fit.distance - y.z));
      CHECK(fit.sites == ball.n && ball.under == 0);
    }
    printf(
        "%-13s %.4g  %2d (%2d) %.1f (%.1f) %2d (%2d)   linear fit of a plane "
        "off by %.1e D\n",
        w->face_centred ? "face-centred" : "simple cubic", w->reach, least,
        w->least, mean, w->mean, most, w->most, off);
    CHECK(least == w->least && most == w->most);
    CHECK_NEAR(mean, exact, 0.05);  /* three standard deviations */
    CHECK_NEAR(mean, w->mean, 0.2); /* "7.0" is 6.86 */
    CHECK(off < 1.0e-8);            /* the fixed point of a band of 10 D */
  }
  gm_lattice_clear(&l[0]);
  gm_lattice_clear(&l[1]);
}

int main(void)
{
  show_cubic();
  show_face_centred();
  show_counts();
  return CHECK_REPORT();
}
