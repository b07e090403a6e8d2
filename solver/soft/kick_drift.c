/* soft/kick_drift.c -- what the loop of a step does with grains that are held or
 * meet a side.
 */
#include "soft/kick_drift.h"

/* ---- reflection of grains by faces of the domain --------------------------------- */

/* Between two kicks by contacts a grain flies on the parabola that gravity makes.  Where
 * its surface meets a reflecting face the normal velocity changes its sign, and the
 * grain goes on from there.  With u the velocity of the move (in the middle of the
 * step), a the part of gravity along the normal, s the time from the start of the step
 * to the impact and y the gap after the move, the state after the step is
 *
 *   u <- -u + a (dt - 2 s)      y <- -y + a (dt - s)^2
 *
 * Without gravity this is the mirror image: angle of incidence = angle of reflection.
 * Tangential velocity, spin and acceleration stay.  The flight with its reflections is
 * exact, so a grain alone keeps its energy to round-off; a grain that lies on the face,
 * whose rebounds are shorter than a step, stays there.  In leapfrog kick and flight are
 * both symplectic.  Held grains pass.  A grain that grows into a face is put before it.
 *
 * The move of a step is taken as a parabola under gravity, whose velocity in the middle
 * of the step is the displacement over dt.  Forces by contacts are kicks between two
 * flights, as in leapfrog, and do not bend them. */

enum {
  TURNS = 4
}; /* in one step along an axis, between faces close together */
static const double BEHIND = 1.0e-3;

/* What is the same for all grains. */
typedef struct setting {
  const gm_domain *domain;
  const gm_scheme *scheme;
  double dt;         /* s */
  double gravity[3]; /* m/s2 */
} setting;

typedef struct face {
  int axis;
  double sense; /* 1: the grains are at larger coordinates; -1: at smaller */
  double at;    /* m */
} face;

static face kick_side_face(const gm_domain *d, int side)
{
  const double at[GM_CONFIG_SIDES] = {d->min.x, d->max.x, d->min.y,
                                      d->max.y, d->min.z, d->max.z};
  return (face){side / 2, side % 2 ? -1.0 : 1.0, at[side]};
}

/* The gap between grain and face in m, negative if they overlap. */
static double kick_face_gap(face f, gm_row4 x)
{
  return f.sense * (x[f.axis] - f.at) - x[3];
}

/* Acceleration along an axis in the move, as far as it is known. */
static double kick_acceleration_along(const setting *t, int axis,
                                      const gm_grain_before *old)
{
  return old ? old->a[axis] : t->gravity[axis];
}

/* ---- the flight of one step ---------------------------------------------- */

/* A flight over dt along the normal of a face: `u` (m/s) is the velocity in the middle
 * of the step, y (m) the gap at its end, both positive away from the face. */
typedef struct flight {
  double u, y, a, dt;
  double blows; /* m/s  sum of the changes of velocity by impacts */
} flight;

/* Reflects the flight, which ends behind the face. */
static void reflect_kick_flight(flight *f)
{
  const double begin = fmax(0.0, f->y - f->u * f->dt);
  const double v0 = f->u - 0.5 * f->a * f->dt;
  const double w = sqrt(fmax(0.0, v0 * v0 - 2.0 * f->a * begin));
  /* The time of the first impact. */
  const double s = v0 < 0.0     ? 2.0 * begin / (w - v0)
                   : f->a < 0.0 ? -(v0 + w) / f->a
                                : 0.0;
  const double hit = fmin(s, f->dt), left = f->dt - hit;
  const double speed = fabs(f->u + f->a * (hit - 0.5 * f->dt));
  f->blows = 2.0 * speed;
  if (!(f->a < 0.0 && 2.0 * speed < -f->a * left)) {
    f->u = -f->u + f->a * (f->dt - 2.0 * hit);
    f->y = -f->y + f->a * left * left;
    return;
  }
  /* It comes back within the step, again and again: after the last impact it flies for
   * `rest`. */
  const double rest = speed > 0.0 ? fmod(left, -2.0 * speed / f->a) : 0.0;
  f->blows += -f->a * (left - rest);
  f->u = speed + f->a * (rest - 0.5 * f->dt);
  f->y = rest * (speed + 0.5 * f->a * rest);
}

/* ---- grains -------------------------------------------------------------- */

/* How far (m, not positive) behind the face a flight begins.  A grain that was put there
 * turns where it is: a step to the other side of the face would press it into grains
 * that it touches.  Less than BEHIND of a radius is the error of a scheme. */
static double kick_begins_behind(const flight *q, double radius)
{
  const double begin = q->y - q->u * q->dt;
  return begin < -BEHIND * radius ? begin : 0.0;
}

/* Reflects grain i at a face if it has passed it.  Returns by how much (m) it may have
 * gone farther than by its velocity, or a negative number if it is not reflected. */
static double reflect_at_kick(const setting *t, gm_grains *all, gm_index i,
                              int side, gm_scheme_sums *sums)
{
  const face f = kick_side_face(t->domain, side);
  const int a = f.axis;
  gm_grain *g = &all->g[i];
  gm_grain_before *old = t->scheme->remembers ? &all->before[i] : NULL;
  const double ahead = t->scheme->ahead * t->dt, pull = t->gravity[a];
  const double y = kick_face_gap(f, g->x);
  const double u =
      f.sense * (g->v[a] - ahead * kick_acceleration_along(t, a, old));
  if (!(y < 0.0 && u < 0.0)) return -1.0;

  flight q = {.u = u, .y = y, .a = f.sense * pull, .dt = t->dt};
  const double shift = kick_begins_behind(&q, g->x[3]);
  q.y -= shift;
  reflect_kick_flight(&q);
  q.y += shift;
  if (old) /* the velocity that would have led here; the force does not turn */
    old->v[a] = f.sense * q.u + (ahead - t->dt) * old->a[a];
  const double to = f.at + f.sense * (g->x[3] + q.y);
  if (all->moved) all->moved[i].v[a] += (to - g->x[a]) / t->dt;
  g->x[a] = to;
  g->v[a] = f.sense * q.u + ahead * kick_acceleration_along(t, a, old);
  gm_sum_add(&sums->impulse[side], q.blows / g->v[3]);
  const int exact = !t->scheme->move || t->scheme->corrects;
  return 2.0 * fmax(0.0, -y - (exact ? -u * t->dt : 0.0)) +
         fabs(pull) * t->dt * t->dt;
}

/* The same at both faces across an axis. */
static double reflect_kick_along(const setting *t, gm_grains *all, gm_index i,
                                 int axis, gm_scheme_sums *sums)
{
  double farther = 0.0;
  for (int k = 0, last = -1; k < TURNS; ++k) {
    int turned = -1;
    for (int side = 2 * axis; side < 2 * axis + 2 && turned < 0; ++side) {
      if (side == last || !(t->domain->reflects >> side & 1)) continue;
      const double more = reflect_at_kick(t, all, i, side, sums);
      if (more < 0.0) continue;
      farther += more;
      turned = side;
    }
    if (turned < 0) break;
    last = turned;
  }
  return farther;
}

/* Puts grain i, which grows, before the faces that it has grown into without moving
 * towards them.  Returns by how much, in m. */
static double push_out_kick(const gm_domain *d, gm_grains *all, gm_index i)
{
  double pushed = 0.0;
  for (int side = 0; side < GM_CONFIG_SIDES; ++side) {
    if (!(d->reflects >> side & 1)) continue;
    const face f = kick_side_face(d, side);
    const double depth = -kick_face_gap(f, all->g[i].x);
    if (depth <= 0.0) continue;
    all->g[i].x[f.axis] += f.sense * depth;
    pushed += depth;
  }
  return pushed;
}

void gm_kick_drift_reflect(const gm_domain *domain, gm_grains *g, gm_index i0,
                           gm_index i1, const gm_scheme *scheme, double dt,
                           gm_vec3 gravity, gm_scheme_sums *sums)
{
  const setting t = {domain, scheme, dt, {gravity.x, gravity.y, gravity.z}};
  double farther = 0.0;
  for (gm_index i = i0; i < i1; ++i) {
    double more = 0.0;
    if (gm_grains_held(g, i)) continue;
    for (int axis = 0; axis < 3; ++axis)
      if (domain->reflects >> 2 * axis & 3)
        more += reflect_kick_along(&t, g, i, axis, sums);
    if (g->grows && g->grows[i].source) more += push_out_kick(domain, g, i);
    farther = fmax(farther, more);
  }
  if (farther == 0.0) return;
  const double speed = sqrt(sums->fastest) + farther / dt;
  sums->fastest = speed * speed;
}

/* ---- held grains go where their group goes --------------------------------------- */

/*   x(t + dt) = X + R seat + shift       X, R: pose of the group at the end of the step
 *
 * If stored velocities lag half a step, v and w are displacement and rotation of this
 * step over dt, as for free grains; otherwise they are those of the group at the end of
 * the step.  The loop of the scheme moves all grains; these values then overwrite those
 * of held ones. */

/* Mean spin of a group in the step, in rad/s. */
static gm_vec3 kick_held_turn(const gm_held_group *h, double dt)
{
  if (!h->n_motion) return gm_vec(0.0, 0.0, 0.0);
  const gm_quat q = gm_quat_product(h->next.orientation,
                                    gm_quat_conjugate(h->pose.orientation));
  return gm_scale(1.0 / dt, gm_quat_vector(q));
}

void gm_kick_drift_turn(const gm_held_groups *h, gm_grains *g, gm_index i0,
                        gm_index i1, double dt)
{
  for (gm_index i = i0; i < i1; ++i) {
    if (!g->held[i].group) continue;
    const gm_held_group *row = &h->row[g->held[i].group - 1];
    g->w[i] = gm_row(kick_held_turn(row, dt), g->w[i][3]);
  }
}

double gm_kick_drift_carry(const gm_held_groups *h, const gm_domain *domain,
                           gm_grains *g, gm_index i0, gm_index i1,
                           const gm_scheme *scheme, double dt)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const int lags = scheme->lag > 0.0;
  double fastest = 0.0;
  for (gm_index i = i0; i < i1; ++i) {
    if (!g->held[i].group) continue;
    const gm_held_group *row = &h->row[g->held[i].group - 1];
    const gm_row4 from = gm_held_groups_place(domain, g, i, &row->pose);
    const gm_row4 to =
        row->n_motion ? gm_held_groups_place(domain, g, i, &row->next) : from;
    const gm_row4 v = (1.0 / dt) * (vector * (to - from));
    g->g[i].x = to;
    g->g[i].v = v;
    if (g->moved)
      g->moved[i] = (gm_grain_moved){v, gm_row(kick_held_turn(row, dt), 0.0)};
    fastest = fmax(fastest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (lags) continue;
    const gm_vec3 at = gm_pose_to_world(&row->next, g->held[i].seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(&row->next, at), 0.0);
    g->w[i] = gm_row(row->next.spin, g->w[i][3]);
  }
  return fastest;
}
