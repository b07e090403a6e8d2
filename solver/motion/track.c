/* motion/track.c -- interpolates a pose between the rows of a table.
 *
 *   x(t) = cubic through x0 and x1 with the slopes m0 and m1
 *   q(t) = exp(w (t - t0)) q0,   w = log(q1 q0*) / (t1 - t0)
 *
 * The slope at a row is that of the parabola through three rows, limited to three times
 * the smaller of the two adjacent rates, and zero between a rise and a fall.  The cubic
 * is then monotonic between rows (F.  N.  Fritsch and R.  E.  Carlson, SIAM J.  Numer.
 * Anal. 17 (1980) 238-246).  Two rows give a straight line, and between equal rows the
 * body rests.
 */
#include "motion/track.h"

#include "base/memory.h"

gm_status gm_track_init(gm_track *t, int n)
{
  *t = (gm_track){0};
  GM_TRY(GM_RESIZE(t->row, 0, n));
  t->n = n;
  return GM_OK;
}

void gm_track_clear(gm_track *t)
{
  GM_FREE(t->row);
  *t = (gm_track){0};
}

/* ---- slopes ------------------------------------------------------------------ */

/* The slope m, limited to the sign and three times the size of the rate d. */
static double limited(double m, double d)
{
  if (m * d <= 0.0) return 0.0;
  return fabs(m) > 3.0 * fabs(d) ? 3.0 * d : m;
}

/* Slope between an interval of length h0 with rate d0 and one of length h1 with rate
 * d1. */
static double middle_slope(double h0, double d0, double h1, double d1)
{
  if (d0 * d1 <= 0.0) return 0.0;
  return limited(limited((h1 * d0 + h0 * d1) / (h0 + h1), d0), d1);
}

/* Slope at the outer end of interval 0, which is followed by interval 1. */
static double end_slope(double h0, double d0, double h1, double d1)
{
  return limited(((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1), d0);
}

typedef double slope(double h0, double d0, double h1, double d1);

static gm_vec3 slopes(slope *rule, double h0, gm_vec3 d0, double h1, gm_vec3 d1)
{
  return gm_vec(rule(h0, d0.x, h1, d1.x), rule(h0, d0.y, h1, d1.y),
                rule(h0, d0.z, h1, d1.z));
}

static double length(const gm_track_row *r)
{
  return r[1].time - r[0].time;
}

static gm_vec3 rise(const gm_track_row *r)
{
  return gm_scale(1.0 / length(r), gm_sub(r[1].position, r[0].position));
}

static gm_vec3 row_slope(const gm_track *t, int k)
{
  const gm_track_row *r = &t->row[k];
  if (t->n == 1) return gm_vec(0.0, 0.0, 0.0);
  if (t->n == 2) return rise(t->row);
  if (k == 0) {
    return slopes(end_slope, length(r), rise(r), length(r + 1), rise(r + 1));
  }
  if (k == t->n - 1) {
    return slopes(end_slope, length(r - 1), rise(r - 1), length(r - 2),
                  rise(r - 2));
  }
  return slopes(middle_slope, length(r - 1), rise(r - 1), length(r), rise(r));
}

void gm_track_finish(gm_track *t)
{
  for (int k = 0; k < t->n; ++k) {
    gm_track_row *r = &t->row[k];
    r->velocity = row_slope(t, k);
    r->spin = gm_vec(0.0, 0.0, 0.0);
    if (k == t->n - 1) continue;
    const gm_quat turn =
        gm_quat_product(r[1].orientation, gm_quat_conjugate(r->orientation));
    r->spin = gm_scale(1.0 / length(r), gm_quat_vector(turn));
  }
}

/* ---- poses ------------------------------------------------------------------- */

static gm_pose at_rest(const gm_track_row *r)
{
  return (gm_pose){.position = r->position, .orientation = r->orientation};
}

/* The last row whose time is not after `time`.  Requires: the first row is not after
 * it. */
static const gm_track_row *row_before(const gm_track *t, double time)
{
  int low = 0, high = t->n - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (t->row[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  return &t->row[low];
}

gm_pose gm_track_pose(const gm_track *t, double time)
{
  if (time < t->row[0].time) return at_rest(&t->row[0]);
  if (time >= t->row[t->n - 1].time) return at_rest(&t->row[t->n - 1]);
  const gm_track_row *r = row_before(t, time);
  const double h = length(r), since = time - r->time;
  const double s = since / h;
  /* x0 + h (m0 s + b s^2 + c s^3) */
  const gm_vec3 d = rise(r), m0 = r[0].velocity, m1 = r[1].velocity;
  const gm_vec3 b = gm_sub(gm_scale(3.0, d), gm_madd(m1, 2.0, m0));
  const gm_vec3 c = gm_sub(gm_add(m0, m1), gm_scale(2.0, d));
  const gm_vec3 way = gm_madd(m0, s, gm_madd(b, s, c));
  const gm_vec3 rate = gm_madd(m0, s, gm_madd(gm_scale(2.0, b), 3.0 * s, c));
  const gm_quat turn = gm_quat_rotation(gm_scale(since, r->spin));
  return (gm_pose){.position = gm_madd(r->position, since, way),
                   .orientation =
                       gm_quat_unit(gm_quat_product(turn, r->orientation)),
                   .velocity = rate,
                   .spin = r->spin};
}

void gm_track_fastest(const gm_track *t, double *speed, double *spin)
{
  *speed = *spin = 0.0;
  for (int k = 0; k + 1 < t->n; ++k) {
    /* the derivative of a cubic stays within the hull of m0, 3 d - m0 - m1 and m1 */
    const gm_track_row *r = &t->row[k];
    const gm_vec3 sum = gm_add(r[0].velocity, r[1].velocity);
    const gm_vec3 middle = gm_sub(gm_scale(3.0, rise(r)), sum);
    *speed = fmax(*speed, gm_norm(middle));
    *speed = fmax(*speed, gm_norm(r[0].velocity));
    *speed = fmax(*speed, gm_norm(r[1].velocity));
    *spin = fmax(*spin, gm_norm(r->spin));
  }
}
