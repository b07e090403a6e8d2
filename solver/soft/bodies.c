/* soft/bodies.c -- structures that forces or servos move, within a step.
 *
 * A free body that is present goes by its forces; before its release, and where there is
 * a servo, a structure goes by its prescribed motion, to which the servo adds.
 */
#include "soft/bodies.h"

/* ---- loads ----------------------------------------------------------------------- */

/* Power on the grains of a body that moves with `velocity` of X and `spin`, under the
 * force and torque that grains exert on it. */
static double free_body_power(gm_rigid_force f, gm_vec3 velocity, gm_vec3 spin)
{
  return -(gm_dot(f.force, velocity) + gm_dot(f.torque, spin));
}

static double settle_body(gm_structure *b, double time, double dt)
{
  const gm_rigid *r = b->rigid;
  const gm_rigid_force f = gm_structures_contact(b);
  const gm_rigid_state now = gm_rigid_measure(r, &b->pose, f, time, dt);
  const gm_vec3 arm = gm_sub(r->place, b->pose.position);
  const gm_vec3 was = gm_add(b->pose.velocity, gm_cross(b->pose.spin, arm));
  const double more = free_body_power(f, now.velocity, now.spin) -
                      free_body_power(f, was, b->pose.spin);
  b->load.power += more;
  b->pose.velocity = gm_sub(now.velocity, gm_cross(now.spin, arm));
  b->pose.spin = now.spin;
  return more - free_body_power(f, now.free_velocity, now.free_spin);
}

/* Whether a servo moves the structure in the step that begins at time t (s). */
static int is_free_body_served(const gm_structure *b, double t)
{
  return b->servo && t >= b->servo->from && b->present;
}

static gm_servo_load load_on_body(const gm_structure *b)
{
  return (gm_servo_load){b->load.force, b->load.torque, b->load.stiffness,
                         b->load.damping};
}

static double settle_free_body_servo(gm_structure *b, double dt)
{
  const double more = gm_servo_power(b->servo, load_on_body(b), dt, &b->pose);
  b->load.power += more;
  return more;
}

double gm_bodies_settle(gm_scene *s)
{
  const double time = (double)s->step * s->dt;
  double power = 0.0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *b = &s->structures.row[k];
    if (b->rigid && b->rigid->on) power += settle_body(b, time, s->dt);
    if (is_free_body_served(b, time)) power += settle_free_body_servo(b, s->dt);
  }
  return power;
}

void gm_bodies_settle_copies(gm_scene *s, int threads)
{
  const gm_structures *all = &s->structures;
  const double time = (double)s->step * s->dt;
  if (all->n == all->named)
    return; /* threads that have nothing to do cost their start */
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index k = all->named; k < all->n; ++k)
    if (all->row[k].present) (void)settle_body(&all->row[k], time, s->dt);
}

/* ---- motion ---------------------------------------------------------------------- */

void gm_bodies_move(gm_structure *b, double lag, double t0, double t1)
{
  const double dt = t1 - t0;
  if (b->rigid && b->rigid->on) {
    if (!b->present) return;
    gm_rigid_advance(b->rigid, b->motion, b->n_motion, gm_structures_contact(b),
                     t0, dt, &b->pose, &b->late);
    return;
  }
  b->late = b->pose;
  gm_motion_advance(b->motion, b->n_motion, t0, (1.0 - lag) * dt, &b->late);
  gm_motion_advance(b->motion, b->n_motion, t0, dt, &b->pose);
  if (is_free_body_served(b, t0))
    gm_servo_advance(b->servo, load_on_body(b), dt, &b->pose, &b->late);
}

void gm_bodies_release(gm_scene *s, gm_index k, double t)
{
  gm_structure *b = &s->structures.row[k];
  gm_rigid *r = b->rigid;
  const gm_rigid_force none = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  if (!r || r->on || t < r->from) return;
  gm_rigid_release(r, &b->pose);
  b->late = b->pose;
  const gm_rigid_state now = gm_rigid_measure(r, &b->pose, none, t, s->dt);
  s->balance.energy_in += now.free + now.potential;
}

/* Images of the pairs of structure k, which is shifted by `image`: as b it is met one
 * period nearer, as a its partners are one period farther. */
static void turn_free_body_meetings(gm_scene *s, gm_index k, int image,
                                    int back)
{
  for (gm_index row = 0; row < s->meetings.n; ++row) {
    gm_meeting *m = &s->meetings.row[row];
    if (m->a != k && m->b != k) continue;
    const int sum = gm_domain_sum(m->image, m->b == k ? back : image);
    m->image = (uint8_t)(sum >= 0 ? sum : 0);
    if (sum < 0) m->side[0].n = m->side[1].n = 0;
  }
}

/* Contacts of structure k, which is shifted by `image`. */
static void turn_body_contacts(gm_scene *s, gm_index k, int image)
{
  gm_contacts *list = &s->contacts;
  const int back =
      gm_domain_number(-gm_domain_sides(image, 0), -gm_domain_sides(image, 1),
                       -gm_domain_sides(image, 2));
  for (gm_index row = list->n_grain; row < list->n; ++row) {
    if (list->b[row] != k) continue;
    const int sum = gm_domain_sum(list->image[row], back);
    if (sum >= 0)
      list->image[row] = (uint8_t)sum;
    else
      list->touched[row] = 0;
  }
  turn_free_body_meetings(s, k, image, back);
}

int gm_bodies_wrap(gm_scene *s, gm_index k)
{
  gm_structure *b = &s->structures.row[k];
  int image = 0;
  if (b->rigid && b->rigid->on) {
    const gm_vec3 centre = gm_pose_to_world(&b->pose, b->rigid->centre);
    image = gm_domain_return(&s->domain, gm_row(centre, 0.0));
    if (!image) return 0;
    const gm_vec3 by = gm_row_vec(s->domain.shift[image]);
    b->pose.position = gm_add(b->pose.position, by);
    b->late.position = gm_add(b->late.position, by);
    gm_rigid_shift(b->rigid, by);
    if (!b->rigid->pivots) /* the energy that the shift has given it */
      s->balance.crossings -= b->rigid->mass * gm_dot(b->rigid->gravity, by);
  } else {
    image = gm_structures_wrap(b, &s->domain);
    if (!image) return 0;
  }
  turn_body_contacts(s, k, image);
  return 1;
}

/* ---- checks ---------------------------------------------------------------------- */

/* The mirror that the point x is behind, or -1. */
static int free_body_behind_mirror(const gm_domain *d, gm_vec3 x, double off)
{
  const double at[3] = {x.x, x.y, x.z};
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  for (int a = 0; a < 3; ++a) {
    if (d->kind[2 * a] == GM_BOUNDARY_MIRROR && at[a] < min[a] - off)
      return 2 * a;
    if (d->kind[2 * a + 1] == GM_BOUNDARY_MIRROR && at[a] > max[a] + off)
      return 2 * a + 1;
  }
  return -1;
}

/* Euler angles overflow near theta = 0 with any step. */
static gm_status free_body_not_finite(const gm_structure *b, double time)
{
  const gm_rigid *r = b->rigid;
  const int singular = gm_rigid_turns(r) && gm_norm2(r->axis) == 0.0 &&
                       r->how.kind == GM_ROTATION_EULER;
  return gm_fail(GM_ERR_NUMBER,
                 "at t = %.6g s the motion of structure '%s' is not finite; %s",
                 time, b->name,
                 singular ? "its Euler angles are singular where theta is 0, "
                            "where the third principal axis is along z: take "
                            "free.rotation: no_squish"
                          : "choose a smaller time.step");
}

gm_status gm_bodies_check(const gm_scene *s, gm_index k, double gone,
                          double smallest)
{
  static const char *const names[] = {"x_min", "x_max", "y_min",
                                      "y_max", "z_min", "z_max"};
  const gm_structure *b = &s->structures.row[k];
  const double time = (double)(s->step + 1) * s->dt;
  if (!isfinite(gone) || !isfinite(gm_norm2(b->pose.spin)))
    return free_body_not_finite(b, time);
  if (s->grains.n && gone > 0.5 * smallest * (1.0 + 1.0e-9))
    return gm_fail(GM_ERR_NUMBER,
                   "at t = %.6g s structure '%s', which forces move, has moved "
                   "by %.3g m in one step, more than half the smallest radius: "
                   "it could pass grains; choose a time.step of at most %.3g s",
                   time, b->name, gone, 0.4 * s->dt * smallest / gone);
  const gm_vec3 centre = gm_pose_to_world(&b->pose, b->rigid->centre);
  const double size = sqrt(b->rigid->moments.z / b->rigid->mass);
  const int side = free_body_behind_mirror(&s->domain, centre, 1.0e-3 * size);
  if (side < 0) return GM_OK;
  return gm_fail(GM_ERR_NUMBER,
                 "at t = %.6g s the centre of structure '%s' has passed the "
                 "mirror at %s; a body cannot leave through a mirror: let it "
                 "stop before, or put its centre on the mirror",
                 time, b->name, names[side]);
}
