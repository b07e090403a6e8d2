/* motion/motion.c -- moves structures along prescribed motions.
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
#include "motion/motion.h"

#include "base/math.h"
#include "base/memory.h"

static double clamp(double t, double low, double high)
{
  return t < low ? low : t > high ? high : t;
}

static double swing_angle(const gm_motion *m, double t)
{
  return 2.0 * GM_PI * m->rate * (t - m->from) + m->phase;
}

/* Pose of a table motion at time t (s) of the run. */
static gm_pose track_pose(const gm_motion *m, double t)
{
  return gm_track_pose(&m->track, clamp(t, m->from, m->to) - m->from);
}

static void advance_track(const gm_motion *m, double t0, double t1, gm_pose *p)
{
  const gm_pose a = track_pose(m, t0), b = track_pose(m, t1);
  const gm_quat q =
      gm_quat_product(b.orientation, gm_quat_conjugate(a.orientation));
  p->position = gm_add(p->position, gm_sub(b.position, a.position));
  p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
}

/* Axis of a rotation in the world: unit direction, and a point of it. */
static gm_vec3 axis_of(const gm_motion *m, const gm_pose *p, gm_vec3 *through)
{
  *through = m->carried ? gm_pose_to_world(p, m->through) : m->through;
  return m->carried ? gm_quat_rotate(p->orientation, m->vector) : m->vector;
}

static void advance_segment(const gm_motion *m, double t0, double t1,
                            gm_pose *p)
{
  if (m->kind == GM_MOTION_TRANSLATE) {
    p->position = gm_madd(p->position, t1 - t0, m->vector);
  } else if (m->kind == GM_MOTION_ROTATE) {
    gm_vec3 x;
    const gm_vec3 axis = axis_of(m, p, &x);
    const gm_quat q = gm_quat_rotation(gm_scale(m->rate * (t1 - t0), axis));
    p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
    p->position = gm_add(x, gm_quat_rotate(q, gm_sub(p->position, x)));
  } else if (m->kind == GM_MOTION_TABLE) {
    advance_track(m, t0, t1, p);
  } else if (m->kind == GM_MOTION_FLIGHT) {
    const gm_quat q = gm_quat_rotation(gm_scale(t1 - t0, m->spin));
    p->position = gm_madd(p->position, t1 - t0, m->vector);
    p->orientation = gm_quat_unit(gm_quat_product(q, p->orientation));
  } else {
    const double s =
        gm_math_sin(swing_angle(m, t1)) - gm_math_sin(swing_angle(m, t0));
    p->position = gm_madd(p->position, s, m->vector);
  }
}

void gm_motion_start(gm_motion *segments, int n, gm_pose *pose)
{
  for (int k = 0; k < n; ++k) {
    if (segments[k].kind != GM_MOTION_TABLE) continue;
    const gm_pose a = track_pose(&segments[k], 0.0);
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
    const double t0 = clamp(t, m->from, m->to);
    const double t1 = clamp(t + dt, m->from, m->to);
    if (t1 > t0) advance_segment(m, t0, t1, pose);
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
      const gm_vec3 w = gm_scale(m->rate, axis_of(m, pose, &x));
      spin = gm_add(spin, w);
      velocity = gm_add(velocity, gm_cross(w, gm_sub(pose->position, x)));
    } else if (m->kind == GM_MOTION_TABLE) {
      const gm_pose a = track_pose(m, t);
      velocity = gm_add(velocity, a.velocity);
      spin = gm_add(spin, a.spin);
    } else if (m->kind == GM_MOTION_FLIGHT) {
      velocity = gm_add(velocity, m->vector);
      spin = gm_add(spin, m->spin);
    } else {
      const double rate =
          2.0 * GM_PI * m->rate * gm_math_cos(swing_angle(m, t));
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
    axis_of(m, pose, &x);
    *speed = *spin * gm_norm(gm_sub(pose->position, x));
  } else if (m->kind == GM_MOTION_TABLE) {
    gm_track_fastest(&m->track, speed, spin);
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
    gm_track_clear(&(*motion)[q].track);
  GM_FREE(*motion);
  *n = 0;
}
