/* events/event_predict.c -- times of collisions and crossings.
 *
 * With relative position d, velocity u and b = d.u, two grains touch at the smaller root
 * of u^2 t^2 + 2 b t + d^2 - s^2, taken in the form that loses no digits,
 *
 *   t = (d^2 - s^2) / (-b + sqrt(b^2 - u^2 (d^2 - s^2))),   b < 0
 *
 * Gravity cancels.  A pair that already overlaps collides at once if it approaches, so
 * that rounding cannot let grains pass through each other.
 */
#include "events/event_predict.h"

#include "events/event_cells.h"

/* Approach below this part of |d| |u| is rounding. */
static const double rounded = 1.0e-12;

/* ---- collisions ------------------------------------------------------------------ */

/* Time until two grains touch that are d apart and move with u, s the sum of their radii;
 * INFINITY: never. */
GM_INLINE double meeting(const double d[3], const double u[3], double s)
{
  const double d2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const double u2 = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const double b = d[0] * u[0] + d[1] * u[1] + d[2] * u[2];
  if (!(b < 0.0) || !(b * b > rounded * rounded * d2 * u2)) return INFINITY;
  const double c = d2 - s * s;
  if (c <= 0.0) return 0.0;
  const double root = b * b - u2 * c;
  return root >= 0.0 ? c / (sqrt(root) - b) : INFINITY;
}

/* Compares with grain j. */
GM_INLINE void look_at(gm_event_state *e, gm_vec3 gravity,
                       const gm_event_grain *g, gm_event_due *due, gm_index j)
{
  gm_event_grain h = e->grain[j];
  double d[3], u[3];
  gm_event_predict_fly(&h, gravity, g->t);
  gm_event_predict_relative(e, g, &h, g->t, d, u);
  double t = meeting(d, u, g->r + h.r);
  if (e->slides != 0.0) { /* images that slide past come from both sides */
    const double L = e->period[0], other = d[0] > 0.0 ? d[0] - L : d[0] + L;
    const double beside[3] = {other, d[1], d[2]};
    t = fmin(t, meeting(beside, u, g->r + h.r));
  }
  t += g->t;
  if (!(t <= due->collide) || t == INFINITY ||
      (t == due->collide && due->partner >= 0 && j > due->partner))
    return;
  due->collide = t;
  due->partner = j;
  due->turns = e->turns[j];
}

/* Neighbour `k` of place `at` along `axis`; -1: there is none. */
static int beside(const gm_event_state *e, int axis, int at, int k)
{
  const int side = e->side[axis], to = at + k;
  if (to >= 0 && to < side) return to;
  if (!(e->period[axis] > 0.0)) return -1;
  return to < 0 ? to + side : to - side;
}

/* Grains that wait to be compared: their data are on the way from memory. */
typedef struct waiting {
  gm_index n, grain[128];
} waiting;

static void compare(gm_event_state *e, gm_vec3 gravity, gm_index i,
                    gm_event_due *due, waiting *w)
{
  for (gm_index k = 0; k < w->n; ++k)
    look_at(e, gravity, &e->grain[i], due, w->grain[k]);
  w->n = 0;
}

static void look_into(gm_event_state *e, gm_vec3 gravity, gm_index i,
                      gm_event_due *due, gm_index cell, waiting *w)
{
  for (gm_index j = e->first[cell]; j >= 0; j = e->next[j]) {
    if (j == i) continue;
    if (w->n == 128) compare(e, gravity, i, due, w);
    __builtin_prefetch(&e->grain[j]);
    w->grain[w->n++] = j;
  }
}

/* Cells from[] to to[] around the cell of grain i; across the y side of a sheared box the
 * whole row along x. */
static void look_around(gm_event_state *e, gm_vec3 gravity, gm_index i,
                        gm_event_due *due, const int from[3], const int to[3])
{
  waiting w;
  w.n = 0;
  int at[3], near[3];
  gm_event_cells_place(e, e->cell[i], at);
  for (int z = from[2]; z <= to[2]; ++z) {
    if ((near[2] = beside(e, 2, at[2], z)) < 0) continue;
    for (int y = from[1]; y <= to[1]; ++y) {
      if ((near[1] = beside(e, 1, at[1], y)) < 0) continue;
      const int slides = e->slides != 0.0 && near[1] != at[1] + y;
      const int low = slides ? -at[0] : from[0];
      const int high = slides ? e->side[0] - 1 - at[0] : to[0];
      for (int x = low; x <= high; ++x) {
        if ((near[0] = beside(e, 0, at[0], x)) < 0) continue;
        look_into(e, gravity, i, due, gm_event_cells_number(e, near), &w);
      }
    }
  }
  compare(e, gravity, i, due, &w);
}

/* The first time t > 0 at which  d + u t + a t^2 / 2  falls through 0; 0 if d <= 0 and it
 * falls; INFINITY: never. */
static double falls_through(double d, double u, double a)
{
  if (d <= 0.0 && u < 0.0) return 0.0;
  if (a == 0.0) return u < 0.0 ? -d / u : INFINITY;
  const double root = u * u - 2.0 * a * d;
  if (root < 0.0) return INFINITY;
  if (u < 0.0) return 2.0 * d / (-u + sqrt(root)); /* the smaller root */
  return a < 0.0 ? (u + sqrt(root)) / -a : INFINITY;
}

static void look_at_walls(const gm_event_state *e, gm_vec3 gravity,
                          const gm_event_grain *g, gm_event_due *due)
{
  const gm_vec3 x = {g->x[0], g->x[1], g->x[2]},
                v = {g->v[0], g->v[1], g->v[2]};
  for (gm_index k = 0; k < e->n_walls; ++k) {
    const gm_event_wall *w = &e->wall[k];
    const gm_vec3 at = gm_madd(w->point, g->t, w->velocity);
    const double d = gm_dot(gm_sub(x, at), w->normal) - g->r;
    const double u = gm_dot(gm_sub(v, w->velocity), w->normal);
    const double t = g->t + falls_through(d, u, gm_dot(gravity, w->normal));
    if (!(t < due->collide)) continue;
    due->collide = t;
    due->partner = -1 - k;
  }
}

/* ---- crossings -------------------------------------------------------------------- */

static void find_crossing(const gm_event_state *e, gm_vec3 gravity,
                          const gm_event_grain *g, gm_index cell,
                          gm_event_due *due)
{
  const double a[3] = {gravity.x, gravity.y, gravity.z};
  int at[3];
  gm_event_cells_place(e, cell, at);
  due->cross = INFINITY;
  for (int k = 0; k < 3; ++k) {
    for (int upper = 0; upper < 2; ++upper) {
      if (beside(e, k, at[k], upper ? 1 : -1) < 0 || e->side[k] < 2) continue;
      const double face = e->low[k] + (at[k] + upper) * e->width[k];
      const double sign = upper ? -1.0 : 1.0;
      const double t = g->t + falls_through(sign * (g->x[k] - face),
                                            sign * g->v[k], sign * a[k]);
      if (!(t < due->cross)) continue;
      due->cross = t;
      due->face = 2 * k + upper;
    }
  }
}

/* ---- both -------------------------------------------------------------------------- */

/* In a sheared box: images beyond y have come nearer by half a period, so that others of
 * them count. */
static void find_recheck(const gm_event_state *e, const gm_event_grain *g,
                         gm_index cell, gm_event_due *due)
{
  int at[3];
  if (e->slides == 0.0) return;
  gm_event_cells_place(e, cell, at);
  if (at[1] > 0 && at[1] < e->side[1] - 1) return;
  const double t = g->t + 0.25 * e->period[0] / fabs(e->slides);
  if (!(t < due->cross)) return;
  due->cross = t;
  due->face = GM_EVENT_RECHECK;
}

static void put(gm_event_state *e, gm_index i, const gm_event_due *due)
{
  e->due[i] = *due;
  gm_event_queue_put(&e->queue, i, fmin(due->collide, due->cross));
}

void gm_event_predict(gm_event_state *e, const gm_scene *s, gm_index i)
{
  static const int from[3] = {-1, -1, -1}, to[3] = {1, 1, 1};
  const gm_event_grain *g = &e->grain[i];
  gm_event_due due = {.collide = INFINITY, .partner = -1 - e->n_walls};
  look_at_walls(e, s->gravity, g, &due);
  look_around(e, s->gravity, i, &due, from, to);
  find_crossing(e, s->gravity, g, e->cell[i], &due);
  find_recheck(e, g, e->cell[i], &due);
  put(e, i, &due);
}

void gm_event_predict_crossed(gm_event_state *e, const gm_scene *s, gm_index i,
                              int face)
{
  int from[3] = {-1, -1, -1}, to[3] = {1, 1, 1};
  gm_event_due due = e->due[i];
  from[face / 2] = to[face / 2] = face % 2 ? 1 : -1;
  look_around(e, s->gravity, i, &due, from, to);
  find_crossing(e, s->gravity, &e->grain[i], e->cell[i], &due);
  find_recheck(e, &e->grain[i], e->cell[i], &due);
  put(e, i, &due);
}
