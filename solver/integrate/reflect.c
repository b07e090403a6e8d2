/* integrate/reflect.c -- reflection of grains by faces of the domain.
 *
 * The move of a step is taken as a parabola under gravity, whose velocity in the middle
 * of the step is the displacement over dt.  Forces by contacts are kicks between two
 * flights, as in leapfrog, and do not bend them.
 */
#include "integrate/reflect.h"

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

static face face_of(const gm_domain *d, int side)
{
  const double at[GM_CONFIG_SIDES] = {d->min.x, d->max.x, d->min.y,
                                      d->max.y, d->min.z, d->max.z};
  return (face){side / 2, side % 2 ? -1.0 : 1.0, at[side]};
}

/* The gap between grain and face in m, negative if they overlap. */
static double gap_of(face f, gm_row4 x)
{
  return f.sense * (x[f.axis] - f.at) - x[3];
}

/* Acceleration along an axis in the move, as far as it is known. */
static double acceleration(const setting *t, int axis,
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
static void reflect(flight *f)
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
static double behind(const flight *q, double radius)
{
  const double begin = q->y - q->u * q->dt;
  return begin < -BEHIND * radius ? begin : 0.0;
}

/* Reflects grain i at a face if it has passed it.  Returns by how much (m) it may have
 * gone farther than by its velocity, or a negative number if it is not reflected. */
static double reflect_at(const setting *t, gm_grains *all, gm_index i, int side,
                         gm_scheme_sums *sums)
{
  const face f = face_of(t->domain, side);
  const int a = f.axis;
  gm_grain *g = &all->g[i];
  gm_grain_before *old = t->scheme->remembers ? &all->before[i] : NULL;
  const double ahead = t->scheme->ahead * t->dt, pull = t->gravity[a];
  const double y = gap_of(f, g->x);
  const double u = f.sense * (g->v[a] - ahead * acceleration(t, a, old));
  if (!(y < 0.0 && u < 0.0)) return -1.0;

  flight q = {.u = u, .y = y, .a = f.sense * pull, .dt = t->dt};
  const double shift = behind(&q, g->x[3]);
  q.y -= shift;
  reflect(&q);
  q.y += shift;
  if (old) /* the velocity that would have led here; the force does not turn */
    old->v[a] = f.sense * q.u + (ahead - t->dt) * old->a[a];
  const double to = f.at + f.sense * (g->x[3] + q.y);
  if (all->moved) all->moved[i].v[a] += (to - g->x[a]) / t->dt;
  g->x[a] = to;
  g->v[a] = f.sense * q.u + ahead * acceleration(t, a, old);
  gm_sum_add(&sums->impulse[side], q.blows / g->v[3]);
  const int exact = !t->scheme->move || t->scheme->corrects;
  return 2.0 * fmax(0.0, -y - (exact ? -u * t->dt : 0.0)) +
         fabs(pull) * t->dt * t->dt;
}

/* The same at both faces across an axis. */
static double reflect_along(const setting *t, gm_grains *all, gm_index i,
                            int axis, gm_scheme_sums *sums)
{
  double farther = 0.0;
  for (int k = 0, last = -1; k < TURNS; ++k) {
    int turned = -1;
    for (int side = 2 * axis; side < 2 * axis + 2 && turned < 0; ++side) {
      if (side == last || !(t->domain->reflects >> side & 1)) continue;
      const double more = reflect_at(t, all, i, side, sums);
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
static double push_out(const gm_domain *d, gm_grains *all, gm_index i)
{
  double pushed = 0.0;
  for (int side = 0; side < GM_CONFIG_SIDES; ++side) {
    if (!(d->reflects >> side & 1)) continue;
    const face f = face_of(d, side);
    const double depth = -gap_of(f, all->g[i].x);
    if (depth <= 0.0) continue;
    all->g[i].x[f.axis] += f.sense * depth;
    pushed += depth;
  }
  return pushed;
}

void gm_reflect_grains(const gm_domain *domain, gm_grains *g, gm_index i0,
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
        more += reflect_along(&t, g, i, axis, sums);
    if (g->grows && g->grows[i].source) more += push_out(domain, g, i);
    farther = fmax(farther, more);
  }
  if (farther == 0.0) return;
  const double speed = sqrt(sums->fastest) + farther / dt;
  sums->fastest = speed * speed;
}
