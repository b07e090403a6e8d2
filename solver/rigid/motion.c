/* rigid/motion.c -- moves structures along prescribed motions.
 *
 *   translate  X += v s
 *   rotate     Q <- exp(u rate s) Q,  X <- P + exp(u rate s) (X - P)
 *              or with u = Q u',  P = X + Q P' of the body
 *   oscillate  X += a (sin phi(t1) - sin phi(t0)),  phi = 2 pi f (t - from) + phase
 *   table      X += x(t1) - x(t0),  Q <- q(t1) q(t0)* Q
 *   flight     X += v s,  Q <- exp(w s) Q
 *
 * where s is the part of the step inside the segment.  Only round-off errors
 * accumulate.
 */
#include "rigid/motion.h"

#include "base/math.h"
#include "base/memory.h"

/* Interpolates a pose between the rows of a table.
 *
 *   x(t) = cubic through x0 and x1 with the slopes m0 and m1
 *   q(t) = exp(w (t - t0)) q0,   w = log(q1 q0*) / (t1 - t0)
 *
 * The slope at a row is that of the parabola through three rows, limited to three times
 * the smaller of the two adjacent rates, and zero between a rise and a fall.  The cubic
 * is then monotonic between rows (F.  N.  Fritsch and R.  E.  Carlson, SIAM J.  Numer.
 * Anal. 17 (1980) 238-246).  Two rows give a straight line, and between equal rows the
 * body rests. */

gm_status gm_motion_track_init(gm_track *t, int n)
{
  *t = (gm_track){0};
  GM_TRY(GM_RESIZE(t->row, 0, n));
  t->n = n;
  return GM_OK;
}

void gm_motion_track_clear(gm_track *t)
{
  GM_FREE(t->row);
  *t = (gm_track){0};
}

/* ---- slopes ------------------------------------------------------------------ */

/* The slope m, limited to the sign and three times the size of the rate d. */
static double motion_limited_slope(double m, double d)
{
  if (m * d <= 0.0) return 0.0;
  return fabs(m) > 3.0 * fabs(d) ? 3.0 * d : m;
}

/* Slope between an interval of length h0 with rate d0 and one of length h1 with rate
 * d1. */
static double motion_middle_slope(double h0, double d0, double h1, double d1)
{
  if (d0 * d1 <= 0.0) return 0.0;
  return motion_limited_slope(
      motion_limited_slope((h1 * d0 + h0 * d1) / (h0 + h1), d0), d1);
}

/* Slope at the outer end of interval 0, which is followed by interval 1. */
static double end_motion_slope(double h0, double d0, double h1, double d1)
{
  return motion_limited_slope(((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1), d0);
}

typedef double slope(double h0, double d0, double h1, double d1);

static gm_vec3 motion_slopes(slope *rule, double h0, gm_vec3 d0, double h1,
                             gm_vec3 d1)
{
  return gm_vec(rule(h0, d0.x, h1, d1.x), rule(h0, d0.y, h1, d1.y),
                rule(h0, d0.z, h1, d1.z));
}

static double track_motion_length(const gm_track_row *r)
{
  return r[1].time - r[0].time;
}

static gm_vec3 motion_rise(const gm_track_row *r)
{
  return gm_scale(1.0 / track_motion_length(r),
                  gm_sub(r[1].position, r[0].position));
}

static gm_vec3 motion_row_slope(const gm_track *t, int k)
{
  const gm_track_row *r = &t->row[k];
  if (t->n == 1) return gm_vec(0.0, 0.0, 0.0);
  if (t->n == 2) return motion_rise(t->row);
  if (k == 0) {
    return motion_slopes(end_motion_slope, track_motion_length(r),
                         motion_rise(r), track_motion_length(r + 1),
                         motion_rise(r + 1));
  }
  if (k == t->n - 1) {
    return motion_slopes(end_motion_slope, track_motion_length(r - 1),
                         motion_rise(r - 1), track_motion_length(r - 2),
                         motion_rise(r - 2));
  }
  return motion_slopes(motion_middle_slope, track_motion_length(r - 1),
                       motion_rise(r - 1), track_motion_length(r),
                       motion_rise(r));
}

void gm_motion_track_finish(gm_track *t)
{
  for (int k = 0; k < t->n; ++k) {
    gm_track_row *r = &t->row[k];
    r->velocity = motion_row_slope(t, k);
    r->spin = gm_vec(0.0, 0.0, 0.0);
    if (k == t->n - 1) continue;
    const gm_quat turn =
        gm_quat_product(r[1].orientation, gm_quat_conjugate(r->orientation));
    r->spin = gm_scale(1.0 / track_motion_length(r), gm_quat_vector(turn));
  }
}

/* ---- poses ------------------------------------------------------------------- */

static gm_pose motion_at_rest(const gm_track_row *r)
{
  return (gm_pose){.position = r->position, .orientation = r->orientation};
}

/* The last row whose time is not after `time`.  Requires: the first row is not after
 * it. */
static const gm_track_row *motion_row_before(const gm_track *t, double time)
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

gm_pose gm_motion_track_pose(const gm_track *t, double time)
{
  if (time < t->row[0].time) return motion_at_rest(&t->row[0]);
  if (time >= t->row[t->n - 1].time) return motion_at_rest(&t->row[t->n - 1]);
  const gm_track_row *r = motion_row_before(t, time);
  const double h = track_motion_length(r), since = time - r->time;
  const double s = since / h;
  /* x0 + h (m0 s + b s^2 + c s^3) */
  const gm_vec3 d = motion_rise(r), m0 = r[0].velocity, m1 = r[1].velocity;
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

void gm_motion_track_fastest(const gm_track *t, double *speed, double *spin)
{
  *speed = *spin = 0.0;
  for (int k = 0; k + 1 < t->n; ++k) {
    /* the derivative of a cubic stays within the hull of m0, 3 d - m0 - m1 and m1 */
    const gm_track_row *r = &t->row[k];
    const gm_vec3 sum = gm_add(r[0].velocity, r[1].velocity);
    const gm_vec3 middle = gm_sub(gm_scale(3.0, motion_rise(r)), sum);
    *speed = fmax(*speed, gm_norm(middle));
    *speed = fmax(*speed, gm_norm(r[0].velocity));
    *speed = fmax(*speed, gm_norm(r[1].velocity));
    *spin = fmax(*spin, gm_norm(r->spin));
  }
}

static double clamp_motion_phase(double t, double low, double high)
{
  return t < low ? low : t > high ? high : t;
}

static double motion_swing_angle(const gm_motion *m, double t)
{
  return 2.0 * GM_PI * m->rate * (t - m->from) + m->phase;
}

/* Pose of a table motion at time t (s) of the run. */
static gm_pose track_motion_pose(const gm_motion *m, double t)
{
  return gm_motion_track_pose(&m->track,
                              clamp_motion_phase(t, m->from, m->to) - m->from);
}

static void advance_motion_track(const gm_motion *m, double t0, double t1,
                                 gm_pose *p)
{
  const gm_pose a = track_motion_pose(m, t0), b = track_motion_pose(m, t1);
  const gm_quat q =
      gm_quat_product(b.orientation, gm_quat_conjugate(a.orientation));
  p->position = gm_add(p->position, gm_sub(b.position, a.position));
  p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
}

/* Axis of a rotation in the world: unit direction, and a point of it. */
static gm_vec3 motion_axis(const gm_motion *m, const gm_pose *p,
                           gm_vec3 *through)
{
  *through = m->carried ? gm_pose_to_world(p, m->through) : m->through;
  return m->carried ? gm_quat_rotate(p->orientation, m->vector) : m->vector;
}

static void advance_motion_segment(const gm_motion *m, double t0, double t1,
                                   gm_pose *p)
{
  if (m->kind == GM_MOTION_TRANSLATE) {
    p->position = gm_madd(p->position, t1 - t0, m->vector);
  } else if (m->kind == GM_MOTION_ROTATE) {
    gm_vec3 x;
    const gm_vec3 axis = motion_axis(m, p, &x);
    const gm_quat q = gm_quat_rotation(gm_scale(m->rate * (t1 - t0), axis));
    p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
    p->position = gm_add(x, gm_quat_rotate(q, gm_sub(p->position, x)));
  } else if (m->kind == GM_MOTION_TABLE) {
    advance_motion_track(m, t0, t1, p);
  } else if (m->kind == GM_MOTION_FLIGHT) {
    const gm_quat q = gm_quat_rotation(gm_scale(t1 - t0, m->spin));
    p->position = gm_madd(p->position, t1 - t0, m->vector);
    p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
  } else {
    const double s = gm_math_sin(motion_swing_angle(m, t1)) -
                     gm_math_sin(motion_swing_angle(m, t0));
    p->position = gm_madd(p->position, s, m->vector);
  }
}

void gm_motion_start(gm_motion *segments, int n, gm_pose *pose)
{
  for (int k = 0; k < n; ++k) {
    if (segments[k].kind != GM_MOTION_TABLE) continue;
    const gm_pose a = track_motion_pose(&segments[k], 0.0);
    pose->position = gm_add(pose->position, a.position);
    pose->orientation =
        gm_quat_unit(gm_quat_product(a.orientation, pose->orientation));
  }
  for (int k = 0; k < n; ++k) {
    gm_motion *m = &segments[k];
    if (!m->carried) continue;
    m->through = gm_pose_to_body(pose, m->through);
    m->vector = gm_quat_unrotate(pose->orientation, m->vector);
  }
  gm_motion_twist(segments, n, 0.0, pose);
}

int gm_motion_shifts(const gm_motion *segments, int n, gm_vec3 by)
{
  for (int k = 0; k < n; ++k) {
    const gm_motion *m = &segments[k];
    if (m->kind == GM_MOTION_ROTATE && !m->carried &&
        gm_norm(gm_cross(m->vector, by)) > 1.0e-12 * gm_norm(by))
      return 0;
  }
  return 1;
}

void gm_motion_advance(const gm_motion *segments, int n, double t, double dt,
                       gm_pose *pose)
{
  for (int k = 0; k < n; ++k) {
    const gm_motion *m = &segments[k];
    const double t0 = clamp_motion_phase(t, m->from, m->to);
    const double t1 = clamp_motion_phase(t + dt, m->from, m->to);
    if (t1 > t0) advance_motion_segment(m, t0, t1, pose);
  }
  gm_motion_twist(segments, n, t + dt, pose);
}

void gm_motion_twist(const gm_motion *segments, int n, double t, gm_pose *pose)
{
  gm_vec3 velocity = {0.0, 0.0, 0.0}, spin = {0.0, 0.0, 0.0};
  for (int k = 0; k < n; ++k) {
    const gm_motion *m = &segments[k];
    if (t < m->from || t >= m->to) continue;
    if (m->kind == GM_MOTION_TRANSLATE) {
      velocity = gm_add(velocity, m->vector);
    } else if (m->kind == GM_MOTION_ROTATE) {
      gm_vec3 x;
      const gm_vec3 w = gm_scale(m->rate, motion_axis(m, pose, &x));
      spin = gm_add(spin, w);
      velocity = gm_add(velocity, gm_cross(w, gm_sub(pose->position, x)));
    } else if (m->kind == GM_MOTION_TABLE) {
      const gm_pose a = track_motion_pose(m, t);
      velocity = gm_add(velocity, a.velocity);
      spin = gm_add(spin, a.spin);
    } else if (m->kind == GM_MOTION_FLIGHT) {
      velocity = gm_add(velocity, m->vector);
      spin = gm_add(spin, m->spin);
    } else {
      const double rate =
          2.0 * GM_PI * m->rate * gm_math_cos(motion_swing_angle(m, t));
      velocity = gm_madd(velocity, rate, m->vector);
    }
  }
  pose->velocity = velocity;
  pose->spin = spin;
}

void gm_motion_fastest(const gm_motion *m, const gm_pose *pose, double *speed,
                       double *spin)
{
  *spin = 0.0;
  if (m->kind == GM_MOTION_TRANSLATE) {
    *speed = gm_norm(m->vector);
  } else if (m->kind == GM_MOTION_ROTATE) {
    gm_vec3 x;
    *spin = fabs(m->rate);
    motion_axis(m, pose, &x);
    *speed = *spin * gm_norm(gm_sub(pose->position, x));
  } else if (m->kind == GM_MOTION_TABLE) {
    gm_motion_track_fastest(&m->track, speed, spin);
  } else if (m->kind == GM_MOTION_FLIGHT) {
    *speed = gm_norm(m->vector);
    *spin = gm_norm(m->spin);
  } else {
    *speed = 2.0 * GM_PI * fabs(m->rate) * gm_norm(m->vector);
  }
}

void gm_motion_clear(gm_motion **motion, int *n)
{
  for (int q = 0; q < *n; ++q)
    gm_motion_track_clear(&(*motion)[q].track);
  GM_FREE(*motion);
  *n = 0;
}
