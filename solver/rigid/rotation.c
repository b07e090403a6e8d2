/* rigid/rotation.c -- the integrators of the rotation of a rigid body, as one table.
 *
 * Two families.  A leapfrog kicks the momentum, l <- l + kick R^T K, and then turns the
 * free body.  Gear's integrators keep a Taylor series and need a right side.
 *
 * A torque that jumps makes the derivatives from the third on worthless.  With restart
 * `auto` a step that sees a jump begins anew: half a step of the change of the torque is
 * added to the angular momentum, as a leapfrog would, and the Taylor series is that of
 * Euler's equations under the new torque.  A jump is a change by more than a tenth of the
 * largest of the old torque, the new one and |spin| |momentum|; the last is what would
 * change the rotation within a radian, beside which a small torque may jump without harm.
 * To set the derivatives to zero instead is worse than to keep them
 * (tests/verification/rotation_torque.c): they are those of the rotation itself.
 */
#include "rigid/rotation.h"

#include "config/choices.h"
#include "rigid/euler_angles.h"
#include "rigid/gear.h"
#include "rigid/matrix.h"
#include "rigid/no_squish.h"
#include "rigid/quaternion.h"
#include <string.h>

/* The numbers that Gear integrates. */
typedef struct equation {
  int n;     /* numbers per derivative */
  int order; /* of the equation, 1 or 2 */
  void (*right)(gm_vec3 inertia, const double *x, const double *first,
                gm_vec3 torque, double *right);
  void (*start)(gm_vec3 inertia, gm_quat orientation, gm_vec3 momentum,
                gm_vec3 torque, double dt, int n, double (*x)[GM_GEAR_WIDTH]);
  void (*project)(double *x, double *first);
  gm_rotation_state (*state)(gm_vec3 inertia, const double *x,
                             const double *first);
  gm_quat (*orientation)(const double *x);
} equation;

/* Of turn and equation a kind has one. */
typedef struct kind {
  void (*turn)(gm_quat *q, gm_vec3 *l, gm_vec3 inertia, double dt);
  equation gear;
} kind;

static const kind kinds[] = {
    [GM_ROTATION_NO_SQUISH] = {.turn = gm_no_squish_turn},
    [GM_ROTATION_QUATERNION] = {.turn = gm_quaternion_turn},
    [GM_ROTATION_MATRIX] = {.gear = {9, 2, gm_matrix_second, gm_matrix_start,
                                     gm_matrix_project, gm_matrix_state,
                                     gm_matrix_orientation}},
    [GM_ROTATION_EULER] = {.gear = {3, 2, gm_euler_angles_second,
                                    gm_euler_angles_start, NULL,
                                    gm_euler_angles_state,
                                    gm_euler_angles_orientation}},
    [GM_ROTATION_QUATERNION_GEAR] = {.gear = {7, 1, gm_quaternion_rate,
                                              gm_quaternion_start,
                                              gm_quaternion_project,
                                              gm_quaternion_state,
                                              gm_quaternion_orientation}},
};

static gm_vec3 spin_of_rotation_momentum(gm_vec3 l, gm_vec3 inertia)
{
  return gm_vec(l.x / inertia.x, l.y / inertia.y, l.z / inertia.z);
}

void gm_rotation_begin(gm_rotation *r, gm_rotation_how how, gm_vec3 inertia,
                       gm_quat orientation, gm_vec3 spin)
{
  memset(r, 0, sizeof *r);
  const gm_vec3 w = gm_quat_unrotate(orientation, spin);
  r->how = how;
  r->inertia = inertia;
  r->orientation = orientation;
  r->momentum = gm_vec(inertia.x * w.x, inertia.y * w.y, inertia.z * w.z);
}

/* R', or the derivatives of the angles. */
static void rotation_first(const gm_rotation *r, int n, double *first)
{
  for (int c = 0; c < n; ++c)
    first[c] = r->value[1][c] / r->dt;
}

static gm_rotation_state state_of_rotation(const gm_rotation *r,
                                           const equation *e)
{
  double first[GM_GEAR_WIDTH];
  rotation_first(r, e->n, first);
  return e->state(r->inertia, r->value[0], first);
}

gm_vec3 gm_rotation_momentum(const gm_rotation *r)
{
  const kind *is = &kinds[r->how.kind];
  if (is->turn || !r->started) return r->momentum;
  return gm_quat_unrotate(r->orientation,
                          state_of_rotation(r, &is->gear).momentum);
}

/* Makes the values a Taylor series again, if the torque has jumped. */
static int restart_rotation(gm_rotation *r, const equation *e, gm_vec3 torque)
{
  const gm_vec3 change = gm_sub(torque, r->torque);
  const double jump = 10.0 * gm_norm(change);
  if (jump <= fmax(gm_norm(torque), gm_norm(r->torque))) return 0;
  const gm_rotation_state s = state_of_rotation(r, e);
  if (jump <= gm_norm(s.spin) * gm_norm(s.momentum)) return 0;
  const gm_vec3 l = gm_madd(s.momentum, 0.5 * r->dt, change);
  e->start(r->inertia, s.orientation, gm_quat_unrotate(s.orientation, l),
           torque, r->dt, r->how.values, r->value);
  return 1;
}

/* Corrects the predicted values with the torque at their time. */
static void correct_rotation(gm_rotation *r, const equation *e, gm_vec3 torque)
{
  double first[GM_GEAR_WIDTH], right[GM_GEAR_WIDTH];
  if (r->how.restart == GM_RESTART_AUTO && restart_rotation(r, e, torque))
    return;
  for (int k = 0; k < r->how.corrections; ++k) {
    rotation_first(r, e->n, first);
    e->right(r->inertia, r->value[0], first, torque, right);
    gm_gear_correct(r->value, r->how.values, e->n, e->order, r->dt, right);
  }
  if (e->project && r->how.project) e->project(r->value[0], r->value[1]);
}

static void advance_rotation_gear(gm_rotation *r, const equation *e,
                                  gm_vec3 torque, double dt)
{
  if (r->started) {
    correct_rotation(r, e, torque);
    if (r->dt != dt) gm_gear_stretch(r->value, r->how.values, e->n, dt / r->dt);
  } else {
    e->start(r->inertia, r->orientation, r->momentum, torque, dt, r->how.values,
             r->value);
  }
  r->dt = dt;
  gm_gear_predict(r->value, r->how.values, e->n);
  r->orientation = e->orientation(r->value[0]);
}

void gm_rotation_advance(gm_rotation *r, gm_vec3 torque, double kick, double dt)
{
  const kind *is = &kinds[r->how.kind];
  if (is->turn) {
    r->momentum =
        gm_madd(r->momentum, kick, gm_quat_unrotate(r->orientation, torque));
    is->turn(&r->orientation, &r->momentum, r->inertia, dt);
  } else {
    advance_rotation_gear(r, &is->gear, torque, dt);
  }
  r->torque = torque;
  r->started = 1;
}

gm_rotation_state gm_rotation_measure(const gm_rotation *r, gm_vec3 torque,
                                      double kick, double dt)
{
  const kind *is = &kinds[r->how.kind];
  (void)dt;
  if (!is->turn && r->started) {
    gm_rotation copy = *r;
    correct_rotation(&copy, &is->gear, torque);
    return state_of_rotation(&copy, &is->gear);
  }
  const gm_vec3 l = gm_madd(r->momentum, is->turn ? kick : 0.0,
                            gm_quat_unrotate(r->orientation, torque));
  const gm_vec3 w = spin_of_rotation_momentum(l, r->inertia);
  return (gm_rotation_state){
      .orientation = r->orientation,
      .spin = gm_quat_rotate(r->orientation, w),
      .momentum = gm_quat_rotate(r->orientation, l),
      .energy = 0.5 * gm_dot(l, w),
  };
}
