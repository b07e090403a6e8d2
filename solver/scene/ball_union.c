/* scene/ball_union.c -- volume, centre and inertia of a union of balls or discs.
 *
 * A union of discs is bounded by arcs: of each circle those that no other disc covers.
 * By Green's theorem its integrals are line integrals along these arcs,
 *
 *   area = 1/2 oint x dy - y dx       int x y dA = 1/2 oint x^2 y dy
 *   int x dA = 1/2 oint x^2 dy        int y dA = -1/2 oint y^2 dx
 *   int x^2 dA = 1/3 oint x^3 dy      int y^2 dA = -1/3 oint y^3 dx
 *
 * with x = c_x + r cos t, y = c_y + r sin t: closed forms in sines and cosines.
 *
 * A slice of a union of balls at height z is a union of discs.  Its arcs change their
 * number where a ball begins or ends, where the circle in which two spheres meet has its
 * lowest or highest point, and where three spheres meet in a point.  Between two such
 * heights the integrals of a slice are smooth but for square roots at both ends, which
 * z = middle - half cos p removes: Gauss's rule in p then converges exponentially.
 */
#include "scene/clumps.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

enum { A, AX, AY, AXX, AYY, AXY, SUMS };     /* integrals over a slice */
enum { FINE = 32, COARSE = 24, PLAIN = 16 }; /* points of Gauss's rule */

/* ---- discs --------------------------------------------------------------------- */

typedef struct disc {
  double x, y, r;
} disc;

typedef struct span {
  double from, to; /* rad  a part of a circle that another disc covers */
} span;

static int by_ball_start(const void *a, const void *b)
{
  const span *p = a;
  const span *q = b;
  return (p->from > q->from) - (p->from < q->from);
}

/* Antiderivatives at the angle t of cos^k t, sin^k t, and of sin t cos^k t. */
typedef struct powers {
  double c[5], s[5], sc[4];
} powers;

static powers ball_powers_at(double t)
{
  const double c = gm_math_cos(t), s = gm_math_sin(t);
  const double s2 = gm_math_sin(2.0 * t), s4 = gm_math_sin(4.0 * t);
  return (powers){
      .c = {t, s, 0.5 * t + 0.25 * s2, s - s * s * s / 3.0,
            0.375 * t + 0.25 * s2 + s4 / 32.0},
      .s = {t, -c, 0.5 * t - 0.25 * s2, -c + c * c * c / 3.0,
            0.375 * t - 0.25 * s2 + s4 / 32.0},
      .sc = {-c, 0.5 * s * s, -c * c * c / 3.0, -0.25 * c * c * c * c}};
}

/* Adds the line integrals along an arc, relative to the origin of its frame. */
static void add_ball_arc(double sum[SUMS], disc d, double from, double to)
{
  const powers p = ball_powers_at(to), q = ball_powers_at(from);
  double c[5], s[5], sc[4];
  for (int k = 0; k < 5; ++k) {
    c[k] = p.c[k] - q.c[k];
    s[k] = p.s[k] - q.s[k];
  }
  for (int k = 0; k < 4; ++k)
    sc[k] = p.sc[k] - q.sc[k];
  const double x = d.x, y = d.y, r = d.r;
  sum[A] += 0.5 * r * (x * c[1] + y * s[1] + r * c[0]);
  sum[AX] += 0.5 * r * (x * x * c[1] + 2.0 * x * r * c[2] + r * r * c[3]);
  sum[AY] += 0.5 * r * (y * y * s[1] + 2.0 * y * r * s[2] + r * r * s[3]);
  sum[AXX] += r / 3.0 *
              (x * x * x * c[1] + 3.0 * x * x * r * c[2] +
               3.0 * x * r * r * c[3] + r * r * r * c[4]);
  sum[AYY] += r / 3.0 *
              (y * y * y * s[1] + 3.0 * y * y * r * s[2] +
               3.0 * y * r * r * s[3] + r * r * r * s[4]);
  sum[AXY] += 0.5 * r *
              (y * (x * x * c[1] + 2.0 * x * r * c[2] + r * r * c[3]) +
               r * (x * x * sc[1] + 2.0 * x * r * sc[2] + r * r * sc[3]));
}

/* Finds the part of the boundary of disc i that disc j covers: 0 nothing, 1 a span, 2
 * all.  Of two equal discs the first counts. */
static int ball_covered_span(const disc *d, int i, int j, span *out)
{
  const double dx = d[j].x - d[i].x, dy = d[j].y - d[i].y;
  const double apart = sqrt(dx * dx + dy * dy), a = d[i].r, b = d[j].r;
  if (apart + a <= b) return apart + a < b || a < b || j < i ? 2 : 0;
  if (apart >= a + b || apart + b <= a) return 0;
  const double cosine = (apart * apart + (a - b) * (a + b)) / (2.0 * apart * a);
  const double half = gm_math_acos(fmax(-1.0, fmin(1.0, cosine)));
  const double middle = gm_math_atan2(dy, dx);
  *out = (span){middle - half, middle + half};
  return 1;
}

/* Adds the arcs of disc i that no other disc covers.  room: [2 n] spans. */
static void add_ball_disc_moments(double sum[SUMS], const disc *d, int n, int i,
                                  span *room)
{
  int m = 0;
  for (int j = 0; j < n; ++j) {
    span s;
    if (j == i) continue;
    const int kind = ball_covered_span(d, i, j, &s);
    if (kind == 2) return;
    if (kind == 0) continue;
    if (s.from < -GM_PI) { /* cut at the angle pi */
      room[m++] = (span){s.from + 2.0 * GM_PI, GM_PI};
      s.from = -GM_PI;
    } else if (s.to > GM_PI) {
      room[m++] = (span){-GM_PI, s.to - 2.0 * GM_PI};
      s.to = GM_PI;
    }
    room[m++] = s;
  }
  qsort(room, (size_t)m, sizeof *room, by_ball_start);
  double at = -GM_PI;
  for (int k = 0; k < m; ++k) {
    if (room[k].from > at) add_ball_arc(sum, d[i], at, room[k].from);
    at = fmax(at, room[k].to);
  }
  if (at < GM_PI) add_ball_arc(sum, d[i], at, GM_PI);
}

/* ---- slices -------------------------------------------------------------------- */

typedef struct slicing {
  const gm_ball *ball; /* [n] relative to the origin of the integrals */
  gm_vec3 origin;      /* m */
  gm_index n;
  disc *disc; /* [n] */
  span *room; /* [2 n] */
} slicing;

static void slice_balls(const slicing *w, double z, double sum[SUMS])
{
  int n = 0;
  for (int k = 0; k < SUMS; ++k)
    sum[k] = 0.0;
  for (gm_index k = 0; k < w->n; ++k) {
    const gm_vec3 x = gm_sub(w->ball[k].x, w->origin);
    const double h = z - x.z, r = w->ball[k].r;
    const double rest = (r - h) * (r + h);
    if (rest > 0.0) w->disc[n++] = (disc){x.x, x.y, sqrt(rest)};
  }
  for (int i = 0; i < n; ++i)
    add_ball_disc_moments(sum, w->disc, n, i, w->room);
}

/* Points and weights of Gauss's rule on (0, 1): roots of the Legendre polynomial by
 * Newton's method. */
static void ball_gauss_points(int n, double *at, double *weight)
{
  for (int k = 0; k < n; ++k) {
    double x = gm_math_cos(GM_PI * (k + 0.75) / (n + 0.5)), slope = 1.0;
    for (int round = 0; round < 50; ++round) {
      double p = 1.0, before = 0.0;
      for (int q = 0; q < n; ++q) {
        const double next = ((2.0 * q + 1.0) * x * p - q * before) / (q + 1.0);
        before = p;
        p = next;
      }
      slope = n * (x * p - before) / (x * x - 1.0);
      const double step = p / slope;
      x -= step;
      if (fabs(step) < 1.0e-15) break;
    }
    at[k] = 0.5 * (1.0 + x);
    weight[k] = 1.0 / ((1.0 - x * x) * slope * slope);
  }
}

/* Volume, first moments and second moments xx yy zz xy xz yz. */
enum { VOLUME, FIRST, SECOND = 4, MOMENTS = 10 };

static void add_ball_slices(const slicing *w, const double *height,
                            size_t heights, int points, double out[MOMENTS])
{
  double at[FINE], weight[FINE];
  ball_gauss_points(points, at, weight);
  for (int k = 0; k < MOMENTS; ++k)
    out[k] = 0.0;
  for (size_t k = 0; k + 1 < heights; ++k) {
    const double half = 0.5 * (height[k + 1] - height[k]);
    const double middle = height[k] + half;
    for (int q = 0; q < points; ++q) {
      const double p = GM_PI * at[q];
      const double z = middle - half * gm_math_cos(p) - w->origin.z;
      const double dz = GM_PI * weight[q] * half * gm_math_sin(p);
      double s[SUMS];
      slice_balls(w, z, s);
      const double add[MOMENTS] = {s[A],      s[AX],    s[AY],        z * s[A],
                                   s[AXX],    s[AYY],   z * z * s[A], s[AXY],
                                   z * s[AX], z * s[AY]};
      for (int m = 0; m < MOMENTS; ++m)
        out[m] += dz * add[m];
    }
  }
}

/* ---- heights where slices change ----------------------------------------------- */

typedef struct heights {
  double *row;
  size_t n, capacity;
} heights;

static gm_status note_ball_height(heights *h, double z)
{
  if (h->n == h->capacity) {
    const size_t more = 2 * h->n + 64;
    GM_TRY(GM_RESIZE(h->row, h->n, more));
    h->capacity = more;
  }
  h->row[h->n++] = z;
  return GM_OK;
}

/* The circle in which the spheres of two balls meet; radius below 0: they do not. */
typedef struct circle {
  gm_vec3 centre, normal;
  double radius;
} circle;

static circle balls_circle(const gm_ball *a, const gm_ball *b)
{
  const gm_vec3 way = gm_sub(b->x, a->x);
  const double d = gm_norm(way);
  if (!(d > 0.0)) return (circle){.radius = -1.0};
  const double along = 0.5 * (d + (a->r - b->r) * (a->r + b->r) / d);
  const double rest = (a->r - along) * (a->r + along);
  return (circle){.centre = gm_madd(a->x, along / d, way),
                  .normal = gm_scale(1.0 / d, way),
                  .radius = rest > 0.0 ? sqrt(rest) : -1.0};
}

/* Heights of the points where the circle meets the sphere of a ball. */
static gm_status note_ball_points(heights *h, circle c, const gm_ball *b)
{
  const gm_vec3 any =
      fabs(c.normal.x) < 0.6 ? gm_vec(1.0, 0.0, 0.0) : gm_vec(0.0, 1.0, 0.0);
  const gm_vec3 u = gm_unit(gm_cross(c.normal, any));
  const gm_vec3 v = gm_cross(c.normal, u), e = gm_sub(c.centre, b->x);
  /* |e + rho (u cos t + v sin t)|^2 = r^2 */
  const double p = gm_dot(e, u), q = gm_dot(e, v), size = sqrt(p * p + q * q);
  const double right =
      (b->r * b->r - gm_norm2(e) - c.radius * c.radius) / (2.0 * c.radius);
  if (!(size > 0.0) || fabs(right) > size) return GM_OK;
  const double at = gm_math_atan2(q, p), way = gm_math_acos(right / size);
  for (int k = -1; k < 2; k += 2) {
    const double t = at + k * way;
    GM_TRY(note_ball_height(h, c.centre.z + c.radius * (u.z * gm_math_cos(t) +
                                                        v.z * gm_math_sin(t))));
  }
  return GM_OK;
}

static int ball_heights_by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static gm_status find_ball_heights(const gm_ball *ball, gm_index n, heights *h)
{
  for (gm_index i = 0; i < n; ++i) {
    GM_TRY(note_ball_height(h, ball[i].x.z - ball[i].r));
    GM_TRY(note_ball_height(h, ball[i].x.z + ball[i].r));
    for (gm_index j = i + 1; j < n; ++j) {
      const circle c = balls_circle(&ball[i], &ball[j]);
      if (c.radius < 0.0) continue;
      const double rise =
          c.radius * sqrt(fmax(0.0, 1.0 - c.normal.z * c.normal.z));
      GM_TRY(note_ball_height(h, c.centre.z - rise));
      GM_TRY(note_ball_height(h, c.centre.z + rise));
      for (gm_index k = j + 1; k < n; ++k) {
        const double reach = c.radius + ball[k].r;
        if (gm_norm2(gm_sub(ball[k].x, c.centre)) < reach * reach)
          GM_TRY(note_ball_points(h, c, &ball[k]));
      }
    }
  }
  qsort(h->row, h->n, sizeof *h->row, ball_heights_by_value);
  const double none = 1.0e-13 * (h->row[h->n - 1] - h->row[0]);
  size_t m = 1; /* heights that differ by round-off are one */
  for (size_t k = 1; k < h->n; ++k) {
    if (h->row[k] > h->row[m - 1] + none) h->row[m++] = h->row[k];
  }
  h->n = m;
  return GM_OK;
}

/* ---- mass ---------------------------------------------------------------------- */

/* From moments about `origin` to the inertia about the centre. */
static gm_mass ball_moments_mass(const double m[MOMENTS], gm_vec3 origin)
{
  const double v = m[VOLUME];
  const gm_vec3 c = gm_scale(1.0 / v, gm_vec(m[1], m[2], m[3]));
  const double xx = m[4] - v * c.x * c.x, yy = m[5] - v * c.y * c.y;
  const double zz = m[6] - v * c.z * c.z;
  return (gm_mass){.mass = v,
                   .centre = gm_add(origin, c),
                   .inertia = {yy + zz, xx + zz, xx + yy,
                               -(m[7] - v * c.x * c.y), -(m[8] - v * c.x * c.z),
                               -(m[9] - v * c.y * c.z)}};
}

static double ball_mass_difference(const gm_mass *a, const gm_mass *b)
{
  double most = fabs(a->mass - b->mass) / a->mass;
  const double size = fmax(a->inertia[0], fmax(a->inertia[1], a->inertia[2]));
  for (int k = 0; k < 6; ++k)
    most = fmax(most, fabs(a->inertia[k] - b->inertia[k]) / size);
  return most;
}

/* Integrals relative to the middle of the bounds first, then to the centre of mass, so
 * that no large moments are subtracted. */
static gm_status integrate_ball_slices(slicing *w, const heights *h, gm_mass *m,
                                       double *error)
{
  const int few = w->n > 40;
  double out[MOMENTS];
  gm_vec3 low = w->ball[0].x, high = low;
  for (gm_index k = 1; k < w->n; ++k) {
    const gm_vec3 x = w->ball[k].x;
    low = gm_least(low, x);
    high = gm_most(high, x);
  }
  w->origin = gm_scale(0.5, gm_add(low, high));
  add_ball_slices(w, h->row, h->n, few ? PLAIN / 2 : COARSE, out);
  const gm_mass rough = ball_moments_mass(out, w->origin);
  w->origin = rough.centre;
  add_ball_slices(w, h->row, h->n, few ? PLAIN : FINE, out);
  *m = ball_moments_mass(out, w->origin);
  *error = ball_mass_difference(m, &rough);
  return GM_OK;
}

static gm_status reserve_ball_slices(slicing *w)
{
  GM_TRY(GM_RESIZE(w->disc, 0, w->n));
  return GM_RESIZE(w->room, 0, 2 * w->n);
}

static void release_ball_slices(slicing *w, heights *h)
{
  GM_FREE(w->disc);
  GM_FREE(w->room);
  GM_FREE(h->row);
}

gm_status gm_ball_union_mass(const gm_ball *ball, gm_index n, gm_mass *m,
                             double *error)
{
  slicing w = {.ball = ball, .n = n};
  heights h = {0};
  gm_status status = reserve_ball_slices(&w);
  if (status == GM_OK) status = find_ball_heights(ball, n, &h);
  if (status == GM_OK) status = integrate_ball_slices(&w, &h, m, error);
  release_ball_slices(&w, &h);
  return status;
}

gm_status gm_ball_union_plane(const gm_ball *ball, gm_index n, double t,
                              gm_mass *m)
{
  slicing w = {.ball = ball, .n = n, .origin = ball[0].x};
  heights h = {0};
  gm_status status = reserve_ball_slices(&w);
  for (int round = 0; status == GM_OK && round < 2; ++round) {
    double s[SUMS], out[MOMENTS] = {0.0};
    slice_balls(&w, 0.0, s);
    out[VOLUME] = t * s[A];
    out[FIRST] = t * s[AX];
    out[FIRST + 1] = t * s[AY];
    out[SECOND] = t * s[AXX];
    out[SECOND + 1] = t * s[AYY];
    out[SECOND + 3] = t * s[AXY];
    *m = ball_moments_mass(out, w.origin);
    w.origin = m->centre;
  }
  release_ball_slices(&w, &h);
  return status;
}
