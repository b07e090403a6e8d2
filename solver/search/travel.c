/* search/travel.c -- bounds of the speed of structures and of their displacement.
 *
 * The distance of a point y from an axis or from another point and its displacement
 * |T1 y - T0 y| between two poses are convex functions of y, so that each is largest at a
 * corner of the bounding box.
 */
#include "search/travel.h"

static gm_vec3 travel_bounds_corner(gm_vec3 min, gm_vec3 max, int k)
{
  return gm_vec(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y,
                k & 4 ? max.z : min.z);
}

static int travel_bounds_finite(gm_vec3 min, gm_vec3 max)
{
  return isfinite(gm_norm2(gm_sub(max, min)));
}

/* Component of a vector perpendicular to the axis of a rotation. */
static gm_vec3 travel_across_axis(const gm_motion *turn, gm_vec3 x)
{
  return gm_madd(x, -gm_dot(x, turn->vector), turn->vector);
}

static double travel_from_axis(const gm_motion *turn, gm_vec3 x)
{
  return gm_norm(travel_across_axis(turn, gm_sub(x, turn->through)));
}

static int travel_same_axis(const gm_motion *a, const gm_motion *b)
{
  const double off = gm_norm(travel_across_axis(a, b->vector));
  return off < 1.0e-12 && travel_from_axis(a, b->through) < 1.0e-12;
}

/* Bound of the distance by which motion segment `m` moves the body off the axis of
 * `turn`. */
static double travel_stray_turn(const gm_motion *turn, const gm_motion *m)
{
  const double aside = gm_norm(travel_across_axis(turn, m->vector));
  switch (m->kind) {
  case GM_MOTION_ROTATE:
    return travel_same_axis(turn, m) ? 0.0 : INFINITY;
  case GM_MOTION_TRANSLATE:
    return aside > 0.0 ? aside * fmax(m->to - fmax(m->from, 0.0), 0.0) : 0.0;
  case GM_MOTION_OSCILLATE:
    return 2.0 * aside;
  default:
    return INFINITY;
  }
}

/* Largest distance of the surface from the axis, at most that of the box. */
static double travel_lever(const gm_structure *s, const gm_motion *turn,
                           gm_vec3 min, gm_vec3 max)
{
  const gm_vec3 a = s->shape.min, b = s->shape.max;
  double body = 0.0, box = 0.0;
  for (int k = 0; k < 8; ++k) {
    const gm_vec3 x = gm_pose_to_world(&s->pose, travel_bounds_corner(a, b, k));
    body = fmax(body, travel_from_axis(turn, x));
    box = fmax(box, travel_from_axis(turn, travel_bounds_corner(min, max, k)));
  }
  for (int q = 0; q < s->n_motion; ++q)
    if (&s->motion[q] != turn) body += travel_stray_turn(turn, &s->motion[q]);
  if (!travel_bounds_finite(a, b)) body = INFINITY;
  return travel_bounds_finite(min, max) ? fmin(body, box) : body;
}

/* Largest distance of the surface from the body's origin, about which tracks rotate
 * it. */
static double travel_longest_arm(const gm_structure *s, gm_vec3 min,
                                 gm_vec3 max)
{
  const gm_vec3 a = s->shape.min, b = s->shape.max;
  const int own = travel_bounds_finite(a, b);
  double most = 0.0;
  for (int k = 0; k < 8; ++k) {
    const gm_vec3 y =
        own ? travel_bounds_corner(a, b, k)
            : gm_sub(travel_bounds_corner(min, max, k), s->pose.position);
    most = fmax(most, gm_norm(y));
  }
  return most;
}

static double travel_speed(const gm_structure *s, const gm_motion *m,
                           gm_vec3 min, gm_vec3 max)
{
  double speed, spin;
  if (m->kind == GM_MOTION_ROTATE)
    return fabs(m->rate) * travel_lever(s, m, min, max);
  gm_motion_fastest(m, &s->pose, &speed, &spin);
  return spin > 0.0 ? speed + spin * travel_longest_arm(s, min, max) : speed;
}

/* The segments active at any time are all active when the last of them begins, so only
 * the beginnings are tested. */
double gm_travel_speed(const gm_structure *s, double end, gm_vec3 min,
                       gm_vec3 max)
{
  double most = 0.0;
  for (int q = 0; q < s->n_motion; ++q) {
    const double t = fmax(s->motion[q].from, 0.0);
    double sum = 0.0;
    if (t >= end) continue;
    for (int p = 0; p < s->n_motion; ++p) {
      const gm_motion *m = &s->motion[p];
      if (m->from <= t && t < m->to) sum += travel_speed(s, m, min, max);
    }
    most = fmax(most, sum);
  }
  return most;
}

/* Displacement of a point of the body plus a bound of its rounding error. */
static double travel_way(const gm_pose *before, const gm_pose *now, gm_vec3 y)
{
  const gm_vec3 from = gm_pose_to_world(before, y);
  const double way = gm_norm(gm_sub(gm_pose_to_world(now, y), from));
  const double off = 1.0e-15 * (gm_norm(before->position) + gm_norm(y));
  return way > 0.0 ? way + off : 0.0;
}

/* A bounded surface moves at most by its own corners, which may be less than the box. */
double gm_travel_step(const gm_structure *s, const gm_pose *before, gm_vec3 min,
                      gm_vec3 max)
{
  const gm_vec3 a = s->shape.min, b = s->shape.max;
  double box = 0.0, own = 0.0;
  for (int k = 0; k < 8; ++k) {
    const gm_vec3 y =
        gm_pose_to_body(before, travel_bounds_corner(min, max, k));
    box = fmax(box, travel_way(before, &s->pose, y));
    own =
        fmax(own, travel_way(before, &s->pose, travel_bounds_corner(a, b, k)));
  }
  return travel_bounds_finite(a, b) ? fmin(box, own) : box;
}
