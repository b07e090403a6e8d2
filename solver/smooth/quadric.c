/* smooth/quadric.c -- fits a quadric to two rings of neighbours of a point.
 *
 * A weighted least-squares fit of five coefficients by Cholesky's method, in the frame
 * of a first normal.  Lengths are scaled by the mean distance of the neighbours.  Where
 * the neighbours are too few, too irregular, or the fit is too steep or
 * ill-conditioned, the first normal is better and is kept.
 */
#include "smooth/quadric.h"

enum { RING = 64, TERMS = 5 };

/* largest ratio of longest to shortest neighbour distance */
static const double regular = 5.0;
/* largest slope of the fit relative to the first normal */
static const double steepest = 0.3;
/* smallest cosine between the normal at the point and that of a neighbour that is used */
static const double alike = 0.5;
/* smallest pivot of a well-conditioned system, as a fraction of the largest */
static const double pivot = 1.0e-4;
/* as a fraction of the mean squared distance: keeps weights of near points finite */
static const double near = 1.0e-3;

/* Neighbouring fans around a point, each listed once. */
typedef struct ring {
  int n, first; /* the first ring precedes the second */
  gm_index fan[RING];
} ring;

static void add(ring *r, gm_index fan)
{
  for (int k = 0; k < r->n; ++k)
    if (r->fan[k] == fan) return;
  if (r->n < RING) r->fan[r->n++] = fan;
}

/* Adds the neighbours of a fan; returns 0 if the fan is open. */
static int add_neighbours(const gm_fans *f, gm_index fan, ring *r)
{
  int closed = 1;
  for (gm_index k = f->first[fan]; k < f->first[fan + 1]; ++k) {
    const gm_index t = f->corner[k] / 3;
    const int c = f->corner[k] % 3;
    add(r, f->of[3 * t + (c + 1) % 3]);
    add(r, f->of[3 * t + (c + 2) % 3]);
    closed &= f->turn[3 * t + c] >= 0.0 && f->turn[3 * t + (c + 2) % 3] >= 0.0;
  }
  return closed;
}

static gm_vec3 place_of(const gm_fans *f, const gm_surface *s, gm_index fan)
{
  const gm_index corner = f->corner[f->first[fan]];
  return s->point[s->corner[corner / 3][corner % 3]];
}

static int is_regular(const gm_fans *f, const gm_surface *s, gm_vec3 at,
                      const ring *r)
{
  double least = INFINITY, most = 0.0;
  for (int k = 0; k < r->first; ++k) {
    const double square = gm_norm2(gm_sub(place_of(f, s, r->fan[k]), at));
    least = fmin(least, square);
    most = fmax(most, square);
  }
  return most <= regular * regular * least;
}

/* Solves the symmetric system a x = b in place by Cholesky's method; returns 0 if it is
 * ill-conditioned. */
static int solve(double a[TERMS][TERMS], double b[TERMS])
{
  double largest = 0.0;
  for (int k = 0; k < TERMS; ++k)
    largest = fmax(largest, a[k][k]);
  for (int j = 0; j < TERMS; ++j) {
    for (int k = 0; k < j; ++k)
      a[j][j] -= a[j][k] * a[j][k];
    if (!(a[j][j] > pivot * largest)) return 0;
    a[j][j] = sqrt(a[j][j]);
    for (int i = j + 1; i < TERMS; ++i) {
      for (int k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (int i = 0; i < TERMS; ++i) {
    for (int k = 0; k < i; ++k)
      b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int i = TERMS - 1; i >= 0; --i) {
    for (int k = i + 1; k < TERMS; ++k)
      b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return 1;
}

/* Coordinates of the neighbours in the frame (u, v, n), divided by their mean distance.
 */
static void place_ring(const gm_fans *f, const gm_surface *s, gm_vec3 at,
                       const gm_vec3 frame[3], const ring *r, double q[][3])
{
  double square = 0.0;
  for (int k = 0; k < r->n; ++k) {
    const gm_vec3 off = gm_sub(place_of(f, s, r->fan[k]), at);
    for (int x = 0; x < 3; ++x)
      q[k][x] = gm_dot(off, frame[x]);
    square += q[k][0] * q[k][0] + q[k][1] * q[k][1];
  }
  const double per = 1.0 / sqrt(square / r->n);
  for (int k = 0; k < r->n; ++k)
    for (int x = 0; x < 3; ++x)
      q[k][x] *= per;
}

/* Slopes (a, b) of the fit; returns 0 if it is ill-conditioned. */
static int fit(const ring *r, double q[][3], double slope[2])
{
  double a[TERMS][TERMS] = {{0.0}}, b[TERMS] = {0.0};
  for (int k = 0; k < r->n; ++k) {
    const double x = q[k][0], y = q[k][1], z = q[k][2];
    const double row[TERMS] = {x, y, x * x, x * y, y * y};
    const double w = (k < r->first ? 2.0 : 1.0) / (x * x + y * y + near);
    for (int i = 0; i < TERMS; ++i) {
      for (int j = 0; j <= i; ++j)
        a[i][j] += w * w * row[i] * row[j];
      b[i] += w * w * row[i] * z;
    }
  }
  if (!solve(a, b)) return 0;
  slope[0] = b[0];
  slope[1] = b[1];
  return 1;
}

gm_vec3 gm_quadric_normal(const gm_fans *f, const gm_surface *s,
                          const gm_vec3 *guess, gm_index fan)
{
  ring r = {.n = 0}, all;
  const gm_vec3 n = guess[fan], at = place_of(f, s, fan);
  if (!add_neighbours(f, fan, &r)) return n;
  r.first = r.n;
  if (r.first == RING || !is_regular(f, s, at, &r)) return n;
  for (int k = 0; k < r.first; ++k)
    add_neighbours(f, r.fan[k], &r);
  all = r;
  r.n = r.first = 0;
  for (int k = 0; k < all.n; ++k) {
    if (all.fan[k] == fan || !(gm_dot(guess[all.fan[k]], n) > alike)) continue;
    r.fan[r.n++] = all.fan[k];
    r.first += k < all.first;
  }
  if (r.n < TERMS) return n;
  const gm_vec3 u = gm_perpendicular(n);
  const gm_vec3 frame[3] = {u, gm_cross(n, u), n};
  double q[RING][3], slope[2];
  place_ring(f, s, at, frame, &r, q);
  if (!fit(&r, q, slope)) return n;
  if (!(slope[0] * slope[0] + slope[1] * slope[1] < steepest * steepest))
    return n;
  return gm_unit(gm_madd(gm_madd(n, -slope[0], frame[0]), -slope[1], frame[1]));
}
