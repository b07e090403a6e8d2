/* rigid/rigid.c -- motion of a rigid body by forces, along and about its free axes.
 *
 * One step is: forces of the instant, kick of the velocities over dt, drift over dt.
 * Drag is part of a kick in closed form, so that it never reverses a velocity.
 * The shadow pose `driven` goes by the prescribed motion alone; along axes that are not
 * free the body takes its displacement from it.
 */
#include "rigid/rigid.h"

#include "base/math.h"
#include "base/memory.h"
#include "base/vec3.h"
#include <math.h>

/* A velocity that decays by drag while a constant force drives it.
 *
 * v' = a - c v over the time h, in closed form, so that any drag is stable at any step;
 * two halves are one whole. */

/* Mean of exp(-x s) over 0 < s < 1. */
GM_INLINE double mean_drag(double x)
{
  return x > 0.0 ? -gm_math_expm1(-x) / x : 1.0;
}

/* v after h (s); c: 1/s. */
GM_INLINE double kick_of_drag(double v, double a, double c, double h)
{
  return v * gm_math_exp(-c * h) + h * a * mean_drag(c * h);
}

/* What the drag took meanwhile, per mass (J/kg): the integral of c v^2, which is never
 * negative; v1 is the velocity after h.  With x = c h: from 1 on as
 * v(t) = end + (v - end) exp(-c t); below, v goes from v to v1 by a share s(t), and near
 * x = 0 the means of s and s^2 are their series. */
GM_INLINE double loss_of_drag(double v, double v1, double c, double h)
{
  const double x = c * h, e = mean_drag(x), d = v1 - v;
  if (x > 1.0) {
    const double left = gm_math_exp(-x), end = (v1 - left * v) / (1.0 - left);
    const double away = (v - end) * (1.0 - left);
    return end * (x * end + 2.0 * away) +
           0.5 * away * away * (1.0 + left) / (1.0 - left);
  }
  double s = 1.0 / 2.0 + x / 12.0, s2 = 1.0 / 3.0 + x / 12.0;
  if (x > 1.0e-4) {
    s = (1.0 - e) / (x * e);
    s2 = (1.0 - 2.0 * e + mean_drag(2.0 * x)) / (x * e * x * e);
  }
  return x * (v * v + 2.0 * v * d * s + d * d * s2);
}

/* Velocities after a kick of h (s) by a force, under drag; m: kg or kg m2. */
GM_INLINE gm_vec3 kicks_of_drag(gm_vec3 m, double drag, gm_vec3 v,
                                gm_vec3 force, double h)
{
  return gm_vec(kick_of_drag(v.x, force.x / m.x, drag / m.x, h),
                kick_of_drag(v.y, force.y / m.y, drag / m.y, h),
                kick_of_drag(v.z, force.z / m.z, drag / m.z, h));
}

/* Sum over the axes of what drag takes in a kick; m: kg or kg m2. */
GM_INLINE double losses_of_drag(gm_vec3 m, double drag, gm_vec3 v, gm_vec3 v1,
                                double h)
{
  return m.x * loss_of_drag(v.x, v1.x, drag / m.x, h) +
         m.y * loss_of_drag(v.y, v1.y, drag / m.y, h) +
         m.z * loss_of_drag(v.z, v1.z, drag / m.z, h);
}

/* ---- small pieces --------------------------------------------------------------- */

/* Components of `free` along the axes of the bit mask, of `other` along the rest. */
static gm_vec3 choose_rigid_axes(int axes, gm_vec3 free, gm_vec3 other)
{
  return gm_vec(axes & 1 ? free.x : other.x, axes & 2 ? free.y : other.y,
                axes & 4 ? free.z : other.z);
}

static int is_rigid_hinged(const gm_rigid *r)
{
  return gm_norm2(r->axis) > 0.0;
}

/* Principal axes to world. */
static gm_quat rigid_principal_turn(const gm_rigid *r, const gm_pose *pose)
{
  return gm_quat_product(pose->orientation, r->turn);
}

/* A diagonal tensor of principal axes applied to a vector of the world. */
static gm_vec3 apply_rigid_diagonal(gm_quat q, gm_vec3 diagonal, gm_vec3 w)
{
  const gm_vec3 b = gm_quat_unrotate(q, w);
  return gm_quat_rotate(
      q, gm_vec(diagonal.x * b.x, diagonal.y * b.y, diagonal.z * b.z));
}

static gm_vec3 rigid_inverse_moments(gm_vec3 moments)
{
  return gm_vec(1.0 / moments.x, 1.0 / moments.y, 1.0 / moments.z);
}

/* Place of the reference point of a body at this pose. */
static gm_vec3 rigid_seat(const gm_rigid *r, const gm_pose *pose)
{
  return gm_pose_to_world(pose, r->seat);
}

/* ---- inverse inertia ------------------------------------------------------------ */

/* The world axis about which a body that turns about the two others does not, or -1. */
static int rigid_locked(int turns, gm_vec3 axis)
{
  static const int locked[8] = {-1, -1, -1, 2, -1, 1, 0, -1};
  return gm_norm2(axis) > 0.0 ? -1 : locked[turns & GM_RIGID_ALL];
}

static int rigid_locked_axis(const gm_rigid *r)
{
  return rigid_locked(r->turns, r->axis);
}

static gm_vec3 rigid_unit_axis(int a)
{
  return gm_vec(a == 0, a == 1, a == 2);
}

static void find_rigid_mobility(gm_rigid *r, const gm_pose *pose)
{
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  const gm_quat q = rigid_principal_turn(r, pose);
  const gm_vec3 mobile =
      gm_scale(gm_rigid_part(r), rigid_inverse_moments(r->moments));
  const gm_vec3 axis = r->whole.axis;
  gm_vec3 to[3];
  if (gm_norm2(axis) > 0.0) {
    for (int a = 0; a < 3; ++a)
      to[a] = gm_scale(gm_rigid_part(r) * gm_dot(rigid_unit_axis(a), axis) /
                           r->moment,
                       axis);
  } else {
    const int locked = rigid_locked(r->whole.turns, axis);
    for (int a = 0; a < 3; ++a)
      to[a] = r->whole.turns
                  ? apply_rigid_diagonal(q, mobile, rigid_unit_axis(a))
                  : gm_vec(0.0, 0.0, 0.0);
    if (locked >= 0) {
      const gm_vec3 z = rigid_unit_axis(locked), column_z = to[locked];
      const double held = gm_dot(z, column_z);
      for (int a = 0; a < 3; ++a)
        to[a] = gm_madd(to[a], -gm_dot(z, to[a]) / held, column_z);
    }
  }
  for (int k = 0; k < 6; ++k)
    r->mobility[k] = gm_dot(rigid_unit_axis(row[k]), to[column[k]]);
}

double gm_rigid_moment(const gm_rigid *r, gm_quat orientation)
{
  const gm_quat q = gm_quat_product(orientation, r->turn);
  return gm_dot(r->axis, apply_rigid_diagonal(q, r->moments, r->axis));
}

/* ---- forces --------------------------------------------------------------------- */

/* Factor of a load at time t. */
static double rigid_factor_at(const gm_rigid_load *l, double t)
{
  const double s = t - l->from;
  if (t < l->from || t >= l->to) return 0.0;
  if (l->n == 0) return 1.0;
  if (s <= l->row[0].time) return l->row[0].factor;
  int low = 0,
      high = l->n; /* row[low].time < s, row[high].time >= s or the end */
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    *(l->row[middle].time < s ? &low : &high) = middle;
  }
  if (high == l->n) return l->row[l->n - 1].factor;
  const gm_rigid_factor *a = &l->row[low], *b = &l->row[high];
  return a->factor +
         (b->factor - a->factor) * (s - a->time) / (b->time - a->time);
}

/* Forces of the loads and of a call, torque about X. */
static gm_rigid_force rigid_loads_at(const gm_rigid *r, const gm_pose *pose,
                                     double t)
{
  const gm_vec3 centre =
      gm_quat_rotate(pose->orientation, gm_sub(r->centre, r->seat));
  gm_rigid_force sum = r->push;
  sum.torque = gm_add(sum.torque, gm_cross(centre, r->push.force));
  for (int k = 0; k < r->n_load; ++k) {
    const gm_rigid_load *l = &r->load[k];
    const double factor = rigid_factor_at(l, t);
    if (factor == 0.0) continue;
    gm_vec3 f = gm_scale(factor, l->force), m = gm_scale(factor, l->torque);
    if (l->axes == GM_AXES_BODY) {
      f = gm_quat_rotate(pose->orientation, f);
      m = gm_quat_rotate(pose->orientation, m);
    }
    const gm_vec3 arm =
        gm_quat_rotate(pose->orientation, gm_sub(l->at, r->seat));
    sum.force = gm_add(sum.force, f);
    sum.torque = gm_add(sum.torque, gm_add(m, gm_cross(arm, f)));
  }
  return sum;
}

/* Weight of the body, torque about X. */
static gm_rigid_force rigid_weight(const gm_rigid *r, const gm_pose *pose)
{
  const gm_vec3 f = gm_scale(r->mass, r->gravity);
  const gm_vec3 arm =
      gm_quat_rotate(pose->orientation, gm_sub(r->centre, r->seat));
  return (gm_rigid_force){f, gm_cross(arm, f)};
}

/* Torque of the dipoles; *energy receives their potential. */
static gm_vec3 rigid_dipoles_at(const gm_rigid *r, const gm_pose *pose,
                                double *energy)
{
  gm_vec3 sum = {0.0, 0.0, 0.0};
  *energy = 0.0;
  for (int k = 0; k < r->n_dipole; ++k) {
    const gm_rigid_dipole *d = &r->dipole[k];
    const gm_vec3 m = gm_quat_rotate(pose->orientation, d->moment);
    sum = gm_madd(sum, d->torque, gm_cross(m, d->field));
    *energy -= d->torque * gm_dot(m, d->field);
  }
  return sum;
}

/* All forces on the body but drag. */
static gm_rigid_force all_rigid_forces(const gm_rigid *r, const gm_pose *pose,
                                       gm_rigid_force contact,
                                       gm_rigid_force loads)
{
  double energy;
  const gm_rigid_force weight = rigid_weight(r, pose);
  const gm_vec3 turns =
      gm_add(weight.torque, rigid_dipoles_at(r, pose, &energy));
  return (gm_rigid_force){
      gm_add(gm_add(contact.force, loads.force), weight.force),
      gm_add(gm_add(contact.torque, loads.torque), turns)};
}

static gm_vec3 rigid_inverse_masses(const gm_rigid *r)
{
  return gm_vec(r->mass, r->mass, r->mass);
}

static double kick_rigid_rate(const gm_rigid *r, gm_vec3 torque, double h)
{
  return kick_of_drag(r->rate, gm_dot(torque, r->axis) / r->moment,
                      r->angular_drag / r->moment, h);
}

/* Stored spin in principal axes. */
static gm_vec3 rigid_stored_spin(const gm_rigid *r)
{
  const gm_vec3 l = gm_rotation_momentum(&r->rotation), i = r->moments;
  return gm_vec(l.x / i.x, l.y / i.y, l.z / i.z);
}

/* Adds the mean torque of drag when the momentum is kicked over h (s). */
static gm_vec3 rigid_with_drag(const gm_rigid *r, const gm_pose *pose,
                               gm_vec3 torque, double h)
{
  if (r->angular_drag == 0.0 || h == 0.0) return torque;
  const gm_quat q = rigid_principal_turn(r, pose);
  const gm_vec3 w = rigid_stored_spin(r), local = gm_quat_unrotate(q, torque);
  const gm_vec3 w1 = kicks_of_drag(r->moments, r->angular_drag, w, local, h);
  const gm_vec3 change = gm_quat_rotate(q, gm_sub(w1, w));
  return gm_scale(1.0 / h, apply_rigid_diagonal(q, r->moments, change));
}

/* Adds the torque of a bearing that holds the angular velocity about the locked axis at 0
 * when the momentum is kicked over h (s). */
static gm_vec3 rigid_with_bearing(const gm_rigid *r, const gm_pose *pose,
                                  gm_vec3 torque, double h)
{
  const int locked = rigid_locked_axis(r);
  if (locked < 0 || h == 0.0) return torque;
  const gm_quat q = rigid_principal_turn(r, pose);
  const gm_vec3 z = rigid_unit_axis(locked),
                mobile = rigid_inverse_moments(r->moments);
  const gm_vec3 l = gm_madd(gm_quat_rotate(q, r->rotation.momentum), h, torque);
  const double held = gm_dot(z, apply_rigid_diagonal(q, mobile, z));
  return gm_madd(
      torque, -gm_dot(z, apply_rigid_diagonal(q, mobile, l)) / (h * held), z);
}

/* Torque that kicks the momentum over h (s). */
static gm_vec3 kick_rigid_torque(const gm_rigid *r, const gm_pose *pose,
                                 gm_vec3 torque, double h)
{
  return rigid_with_bearing(r, pose, rigid_with_drag(r, pose, torque, h), h);
}

/* J  what drag takes in a kick of h (s) by these forces. */
static double is_rigid_dragged(const gm_rigid *r, const gm_pose *pose,
                               gm_rigid_force all, double h)
{
  const gm_vec3 none = {0.0, 0.0, 0.0}, m = rigid_inverse_masses(r);
  const gm_vec3 v = choose_rigid_axes(r->translates, r->velocity, none);
  const gm_vec3 v1 = kicks_of_drag(m, r->drag, v, all.force, h);
  const double loss = losses_of_drag(
      m, r->drag, v, choose_rigid_axes(r->translates, v1, none), h);
  if (r->angular_drag == 0.0 || !gm_rigid_turns(r)) return loss;
  if (is_rigid_hinged(r))
    return loss + r->moment * loss_of_drag(r->rate,
                                           kick_rigid_rate(r, all.torque, h),
                                           r->angular_drag / r->moment, h);
  const gm_quat q = rigid_principal_turn(r, pose);
  const gm_vec3 w = rigid_stored_spin(r);
  const gm_vec3 torque = kick_rigid_torque(r, pose, all.torque, h);
  const gm_vec3 w1 = gm_madd(
      w, h,
      gm_quat_unrotate(q, apply_rigid_diagonal(
                              q, rigid_inverse_moments(r->moments), torque)));
  return loss + losses_of_drag(r->moments, r->angular_drag, w, w1, h);
}

/* ---- the instant ---------------------------------------------------------------- */

/* Spin and angular momentum about X; energy of the rotation. */
static void measure_rigid_rotation(const gm_rigid *r, const gm_pose *pose,
                                   gm_vec3 torque, double h, double dt,
                                   gm_rigid_state *s)
{
  const gm_quat q = rigid_principal_turn(r, pose);
  if (gm_rigid_turns(r) && !is_rigid_hinged(r)) {
    const gm_rotation_state now = gm_rotation_measure(
        &r->rotation, kick_rigid_torque(r, pose, torque, h), h, dt);
    s->spin = now.spin;
    s->angular = now.momentum;
    s->rotational = now.energy;
    s->orthogonality = now.orthogonality;
    return;
  }
  s->spin = is_rigid_hinged(r)
                ? gm_scale(kick_rigid_rate(r, torque, h), r->axis)
                : r->driven.spin;
  s->angular = apply_rigid_diagonal(q, r->moments, s->spin);
  s->rotational = 0.5 * gm_dot(s->spin, s->angular);
}

gm_rigid_state gm_rigid_measure(const gm_rigid *r, const gm_pose *pose,
                                gm_rigid_force contact, double t, double dt)
{
  const double h = r->fresh ? 0.0 : 0.5 * dt;
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const gm_rigid_force loads = rigid_loads_at(r, pose, t);
  const gm_rigid_force all = all_rigid_forces(r, pose, contact, loads);
  gm_rigid_state s = {.centre = gm_pose_to_world(pose, r->centre)};
  const gm_vec3 driven =
      r->pivots ? none
                : gm_pose_velocity_at(&r->driven, rigid_seat(r, &r->driven));
  s.velocity = choose_rigid_axes(r->translates,
                                 kicks_of_drag(rigid_inverse_masses(r), r->drag,
                                               r->velocity, all.force, h),
                                 driven);
  measure_rigid_rotation(r, pose, all.torque, h, dt, &s);
  s.free_velocity = choose_rigid_axes(r->translates, s.velocity, none);
  s.free_spin = gm_rigid_turns(r) ? s.spin : none;
  const gm_vec3 arm = gm_sub(s.centre, r->place);
  s.momentum = gm_scale(r->mass, gm_add(s.velocity, gm_cross(s.spin, arm)));
  s.kinetic = s.rotational + 0.5 * r->mass * gm_norm2(s.velocity);
  s.free = 0.5 * r->mass * gm_norm2(s.free_velocity) +
           (gm_rigid_turns(r) ? s.rotational : 0.0);
  const gm_vec3 falls =
      r->pivots ? s.centre : choose_rigid_axes(r->translates, s.centre, none);
  s.potential = -r->mass * gm_dot(r->gravity, falls);
  double stored;
  (void)rigid_dipoles_at(r, pose, &stored);
  if (gm_rigid_turns(r)) s.potential += stored;
  s.applied =
      gm_dot(loads.force, s.free_velocity) + gm_dot(loads.torque, s.free_spin);
  s.work = r->applied + h * s.applied;
  s.loss = r->dragged + is_rigid_dragged(r, pose, all, h);
  return s;
}

/* ---- the step ------------------------------------------------------------------- */

/* Orientation of the body after the step. */
static gm_quat turned_rigid(gm_rigid *r, const gm_pose *pose, gm_vec3 torque,
                            double kick, double dt)
{
  if (!gm_rigid_turns(r)) return r->driven.orientation;
  if (is_rigid_hinged(r)) {
    r->rate = kick_rigid_rate(r, torque, kick);
    const gm_quat q = gm_quat_rotation(gm_scale(dt * r->rate, r->axis));
    return gm_quat_unit(gm_quat_product(q, pose->orientation));
  }
  gm_rotation_advance(&r->rotation, kick_rigid_torque(r, pose, torque, kick),
                      kick, dt);
  return gm_quat_unit(
      gm_quat_product(r->rotation.orientation, gm_quat_conjugate(r->turn)));
}

/* Pose of the structure with X at `place`, velocity of X and spin. */
static gm_pose rigid_posed_about(const gm_rigid *r, gm_vec3 place, gm_quat q,
                                 gm_vec3 velocity, gm_vec3 spin)
{
  const gm_vec3 arm = gm_quat_rotate(q, gm_scale(-1.0, r->seat));
  return (gm_pose){gm_add(place, arm), q, gm_add(velocity, gm_cross(spin, arm)),
                   spin};
}

void gm_rigid_advance(gm_rigid *r, const gm_motion *motion, int n,
                      gm_rigid_force contact, double t, double dt,
                      gm_pose *pose, gm_pose *late)
{
  const double over = r->fresh ? 0.5 * dt : dt;
  const gm_rigid_state now = gm_rigid_measure(r, pose, contact, t, dt);
  const gm_rigid_force all =
      all_rigid_forces(r, pose, contact, rigid_loads_at(r, pose, t));
  const gm_vec3 none = {0.0, 0.0, 0.0};
  r->applied += over * now.applied;
  r->dragged += is_rigid_dragged(r, pose, all, over);
  const gm_vec3 from = rigid_seat(r, &r->driven);
  gm_motion_advance(motion, n, t, dt, &r->driven);
  const gm_vec3 driven =
      r->pivots ? none
                : gm_scale(1.0 / dt, gm_sub(rigid_seat(r, &r->driven), from));
  r->velocity =
      choose_rigid_axes(r->translates,
                        kicks_of_drag(rigid_inverse_masses(r), r->drag,
                                      r->velocity, all.force, over),
                        driven);
  const gm_quat q0 = pose->orientation;
  const gm_quat q1 = turned_rigid(r, pose, all.torque, over, dt);
  const gm_vec3 way =
      gm_quat_vector(gm_quat_product(q1, gm_quat_conjugate(q0)));
  r->spin = gm_scale(1.0 / dt, way);
  const gm_quat half =
      gm_quat_product(gm_quat_rotation(gm_scale(0.5, way)), q0);
  *late = rigid_posed_about(r, gm_madd(r->place, 0.5 * dt, r->velocity), half,
                            r->velocity, r->spin);
  r->place = gm_madd(r->place, dt, r->velocity);
  *pose = rigid_posed_about(r, r->place, q1, r->velocity, r->spin);
  find_rigid_mobility(r, pose);
  r->fresh = 0;
}

void gm_rigid_release(gm_rigid *r, gm_pose *pose)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  r->on = r->fresh = 1;
  r->driven = *pose;
  r->place = rigid_seat(r, pose);
  if (is_rigid_hinged(r)) r->moment = gm_rigid_moment(r, pose->orientation);
  const gm_vec3 spin =
      gm_rigid_turns(r) ? gm_add(pose->spin, r->spin_at) : pose->spin;
  const gm_vec3 moves =
      gm_add(gm_pose_velocity_at(pose, r->place), r->velocity_at);
  r->velocity = choose_rigid_axes(r->translates, moves, none);
  r->spin = spin;
  r->rate = gm_dot(spin, r->axis);
  if (gm_rigid_turns(r) && !is_rigid_hinged(r))
    gm_rotation_begin(&r->rotation, r->how, r->moments,
                      rigid_principal_turn(r, pose), spin);
  find_rigid_mobility(r, pose);
  const gm_vec3 driven =
      r->pivots ? none : gm_pose_velocity_at(&r->driven, r->place);
  *pose =
      rigid_posed_about(r, r->place, pose->orientation,
                        choose_rigid_axes(r->translates, moves, driven), spin);
}

void gm_rigid_shift(gm_rigid *r, gm_vec3 by)
{
  r->place = gm_add(r->place, by);
  r->driven.position = gm_add(r->driven.position, by);
}

void gm_rigid_clear(gm_rigid *r)
{
  for (int k = 0; k < r->n_load; ++k)
    GM_FREE(r->load[k].row);
  GM_FREE(r->load);
  GM_FREE(r->dipole);
  r->n_load = r->n_dipole = 0;
}
