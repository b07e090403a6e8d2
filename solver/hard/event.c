/* hard/event.c -- the calendar of events, cells, and the times of collisions and
 * crossings.
 *
 * Grains of a cell are near each other; each grain has at most one event, the earliest
 * of its collisions and of its crossing into another cell.
 */
#include "hard/events.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>

/* ---- a calendar of events -------------------------------------------------------- */

/* Equal times are ordered by the number of the grain, so that the order of events depends
 * on their times alone and not on how the queue was filled. */

enum { IN_HEAP = -1, NOWHERE = -2, BEYOND = -3 };

gm_status gm_event_queue_begin(gm_event_queue *q, gm_index n, double rate)
{
  gm_index bins = 1;
  while (bins < n && bins < 1 << 24)
    bins *= 2;
  if ((size_t)n > q->capacity) {
    GM_TRY(GM_RESIZE(q->time, 0, n));
    GM_TRY(GM_RESIZE(q->bin, 0, n));
    GM_TRY(GM_RESIZE(q->next, 0, n));
    GM_TRY(GM_RESIZE(q->before, 0, n));
    GM_TRY(GM_RESIZE(q->heap, 0, n));
    q->capacity = (size_t)n;
  }
  if ((size_t)bins > q->bin_capacity) {
    GM_TRY(GM_RESIZE(q->first, 0, bins));
    q->bin_capacity = (size_t)bins;
  }
  for (gm_index i = 0; i < n; ++i) {
    q->bin[i] = NOWHERE;
    q->time[i] = INFINITY;
  }
  for (gm_index k = 0; k < bins; ++k)
    q->first[k] = -1;
  q->bins = bins;
  q->n_heap = 0;
  q->beyond = -1;
  q->now = 0;
  q->scale = rate > 0.0 && isfinite(rate) ? rate : 1.0;
  return GM_OK;
}

/* ---- heap of the present bin ------------------------------------------------------ */

static int is_event_earlier(const gm_event_queue *q, gm_index a, gm_index b)
{
  if (q->time[a] != q->time[b]) return q->time[a] < q->time[b];
  return a < b;
}

static void set_event_heap(gm_event_queue *q, gm_index place, gm_index i)
{
  q->heap[place] = i;
  q->next[i] = place;
}

static void event_rise_in_heap(gm_event_queue *q, gm_index place)
{
  const gm_index i = q->heap[place];
  while (place > 0 && is_event_earlier(q, i, q->heap[(place - 1) / 2])) {
    set_event_heap(q, place, q->heap[(place - 1) / 2]);
    place = (place - 1) / 2;
  }
  set_event_heap(q, place, i);
}

static void event_sink_in_heap(gm_event_queue *q, gm_index place)
{
  const gm_index i = q->heap[place];
  for (;;) {
    gm_index child = 2 * place + 1;
    if (child >= q->n_heap) break;
    if (child + 1 < q->n_heap &&
        is_event_earlier(q, q->heap[child + 1], q->heap[child]))
      ++child;
    if (!is_event_earlier(q, q->heap[child], i)) break;
    set_event_heap(q, place, q->heap[child]);
    place = child;
  }
  set_event_heap(q, place, i);
}

static void leave_event_heap(gm_event_queue *q, gm_index i)
{
  const gm_index place = q->next[i], last = q->heap[--q->n_heap];
  if (last == i) return;
  set_event_heap(q, place, last);
  event_rise_in_heap(q, place);
  event_sink_in_heap(q, q->next[last]);
}

static void enter_event_heap(gm_event_queue *q, gm_index i)
{
  q->bin[i] = IN_HEAP;
  set_event_heap(q, q->n_heap++, i);
  event_rise_in_heap(q, q->n_heap - 1);
}

/* ---- lists ------------------------------------------------------------------------ */

static void leave_event_list(gm_event_queue *q, gm_index i, gm_index *first)
{
  const gm_index before = q->before[i], next = q->next[i];
  if (before >= 0)
    q->next[before] = next;
  else
    *first = next;
  if (next >= 0) q->before[next] = before;
}

static void enter_event_list(gm_event_queue *q, gm_index i, gm_index *first)
{
  q->before[i] = -1;
  q->next[i] = *first;
  if (*first >= 0) q->before[*first] = i;
  *first = i;
}

static void enter_event(gm_event_queue *q, gm_index i)
{
  const double at = q->time[i] * q->scale;
  if (!(at < 9.0e18)) { /* never */
    q->bin[i] = NOWHERE;
    return;
  }
  const int64_t bin = (int64_t)at;
  if (bin <= q->now) {
    enter_event_heap(q, i);
  } else if (bin - q->now < q->bins) {
    q->bin[i] = (gm_index)(bin & (q->bins - 1));
    enter_event_list(q, i, &q->first[q->bin[i]]);
  } else {
    q->bin[i] = BEYOND;
    enter_event_list(q, i, &q->beyond);
  }
}

/* Gives grain i an event at `time` (s), in place of the one it has. */
static void put_event(gm_event_queue *q, gm_index i, double time)
{
  if (q->bin[i] == IN_HEAP) {
    const int64_t bin =
        time * q->scale < 9.0e18 ? (int64_t)(time * q->scale) : INT64_MAX;
    if (bin <= q->now) { /* it stays in the heap */
      q->time[i] = time;
      event_rise_in_heap(q, q->next[i]);
      event_sink_in_heap(q, q->next[i]);
      return;
    }
    leave_event_heap(q, i);
  } else if (q->bin[i] == BEYOND) {
    leave_event_list(q, i, &q->beyond);
  } else if (q->bin[i] >= 0) {
    leave_event_list(q, i, &q->first[q->bin[i]]);
  }
  q->time[i] = time;
  enter_event(q, i);
}

/* Deals the events beyond the ring anew. */
static void deal_beyond_event(gm_event_queue *q)
{
  gm_index i = q->beyond;
  q->beyond = -1;
  while (i >= 0) {
    const gm_index next = q->next[i];
    enter_event(q, i);
    i = next;
  }
}

gm_index gm_event_queue_next(gm_event_queue *q, double end)
{
  while (!q->n_heap) {
    if (!((double)(q->now + 1) < end * q->scale + 1.0)) return -1;
    ++q->now;
    const gm_index bin = (gm_index)(q->now & (q->bins - 1));
    if (bin == 0 && q->beyond >= 0) deal_beyond_event(q);
    gm_index i = q->first[bin];
    q->first[bin] = -1;
    while (i >= 0) {
      const gm_index next = q->next[i];
      enter_event_heap(q, i);
      i = next;
    }
  }
  return q->time[q->heap[0]] < end ? q->heap[0] : -1;
}

void gm_event_queue_clear(gm_event_queue *q)
{
  GM_FREE(q->time);
  GM_FREE(q->bin);
  GM_FREE(q->next);
  GM_FREE(q->before);
  GM_FREE(q->first);
  GM_FREE(q->heap);
  *q = (gm_event_queue){0};
}

/* ---- choice of the cells --------------------------------------------------------- */

/* A cell is as wide as the largest diameter, or wider where grains are few: about one
 * grain in a cell costs the least. */

/* Bounds of all centres, or of the box where it is periodic. */
static void find_event_box(gm_event_state *e, const gm_scene *s, double high[3])
{
  const double min[3] = {s->domain.min.x, s->domain.min.y, s->domain.min.z};
  const gm_index n = s->grains.n;
  for (int a = 0; a < 3; ++a) {
    e->period[a] = s->domain.side[a] > 0.0 ? s->domain.side[a] : 0.0;
    e->low[a] = e->period[a] > 0.0 ? min[a] : INFINITY;
    high[a] = e->period[a] > 0.0 ? min[a] + e->period[a] : -INFINITY;
    if (e->period[a] > 0.0) continue;
    for (gm_index i = 0; i < n; ++i) {
      e->low[a] = fmin(e->low[a], e->grain[i].x[a]);
      high[a] = fmax(high[a], e->grain[i].x[a]);
    }
  }
}

static gm_status choose_event_cells(gm_event_state *e, const gm_scene *s)
{
  const gm_index n = s->grains.n;
  double high[3], widest = 0.0, volume = 1.0;
  int axes = 0;
  find_event_box(e, s, high);
  for (gm_index i = 0; i < n; ++i)
    widest = fmax(widest, 2.0 * e->grain[i].r);
  for (int a = 0; a < 3; ++a) {
    if (!(high[a] - e->low[a] > widest)) continue;
    volume *= high[a] - e->low[a];
    ++axes;
  }
  const double width = fmax(
      1.0001 * widest, axes ? gm_math_pow(volume / n, 1.0 / axes) : widest);
  for (int a = 0; a < 3; ++a) {
    const double extent = high[a] - e->low[a];
    e->side[a] = extent > width ? (int)fmin(extent / width, 2000.0) : 1;
    if (e->period[a] > 0.0 && e->side[a] < 3)
      e->side[a] = (int)fmin(extent / (1.0001 * widest), 3.0);
    if (e->period[a] > 0.0 && e->side[a] < 3)
      return gm_fail(GM_ERR_INPUT,
                     "the periodic side along %c is %.6g m long; event by "
                     "event it must be three diameters of the largest grain, "
                     "%.6g m",
                     "xyz"[a], extent, 3.0003 * widest);
    e->width[a] = extent > 0.0 ? extent / e->side[a] : 1.0;
  }
  return GM_OK;
}

gm_status gm_event_cells_build(gm_event_state *e, const gm_scene *s)
{
  GM_TRY(choose_event_cells(e, s));
  const size_t cells =
      (size_t)e->side[0] * (size_t)e->side[1] * (size_t)e->side[2];
  if (cells > e->cell_capacity) {
    GM_TRY(GM_RESIZE(e->first, 0, cells));
    e->cell_capacity = cells;
  }
  for (size_t c = 0; c < cells; ++c)
    e->first[c] = -1;
  for (gm_index i = s->grains.n - 1; i >= 0; --i) {
    gm_event_grain *g = &e->grain[i];
    int at[3];
    for (int a = 0; a < 3; ++a) {
      if (e->period[a] > 0.0)
        g->x[a] -= e->period[a] * floor((g->x[a] - e->low[a]) / e->period[a]);
      at[a] = (int)((g->x[a] - e->low[a]) / e->width[a]);
      at[a] = at[a] < 0 ? 0 : at[a] >= e->side[a] ? e->side[a] - 1 : at[a];
    }
    gm_event_cells_enter(e, i, gm_event_cells_number(e, at));
  }
  return GM_OK;
}

/* ---- times of collisions and crossings ------------------------------------------- */

/* With relative position d, velocity u and b = d.u, two grains touch at the smaller root
 * of u^2 t^2 + 2 b t + d^2 - s^2, taken in the form that loses no digits,
 *
 *   t = (d^2 - s^2) / (-b + sqrt(b^2 - u^2 (d^2 - s^2))),   b < 0
 *
 * Gravity cancels.  A pair that already overlaps collides at once if it approaches, so
 * that rounding cannot let grains pass through each other. */

/* Approach below this part of |d| |u| is rounding. */
static const double rounded = 1.0e-12;

/* ---- collisions ------------------------------------------------------------------ */

/* Time until two grains touch that are d apart and move with u, s the sum of their radii;
 * INFINITY: never. */
GM_INLINE double meeting_time(const double d[3], const double u[3], double s)
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
GM_INLINE void look_at_partner(gm_event_state *e, gm_vec3 gravity,
                               const gm_event_grain *g, gm_event_due *due,
                               gm_index j)
{
  gm_event_grain h = e->grain[j];
  double d[3], u[3];
  gm_event_predict_fly(&h, gravity, g->t);
  gm_event_predict_relative(e, g, &h, g->t, d, u);
  double t = meeting_time(d, u, g->r + h.r);
  if (e->slides != 0.0) { /* images that slide past come from both sides */
    const double L = e->period[0], other = d[0] > 0.0 ? d[0] - L : d[0] + L;
    const double beside[3] = {other, d[1], d[2]};
    t = fmin(t, meeting_time(beside, u, g->r + h.r));
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
static int event_cell_beside(const gm_event_state *e, int axis, int at, int k)
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

static void compare_event_waiting(gm_event_state *e, gm_vec3 gravity,
                                  gm_index i, gm_event_due *due, waiting *w)
{
  for (gm_index k = 0; k < w->n; ++k)
    look_at_partner(e, gravity, &e->grain[i], due, w->grain[k]);
  w->n = 0;
}

static void look_into_event(gm_event_state *e, gm_vec3 gravity, gm_index i,
                            gm_event_due *due, gm_index cell, waiting *w)
{
  for (gm_index j = e->first[cell]; j >= 0; j = e->next[j]) {
    if (j == i) continue;
    if (w->n == 128) compare_event_waiting(e, gravity, i, due, w);
    __builtin_prefetch(&e->grain[j]);
    w->grain[w->n++] = j;
  }
}

/* Cells from[] to to[] around the cell of grain i; across the y side of a sheared box the
 * whole row along x. */
static void look_around_event(gm_event_state *e, gm_vec3 gravity, gm_index i,
                              gm_event_due *due, const int from[3],
                              const int to[3])
{
  waiting w;
  w.n = 0;
  int at[3], near[3];
  gm_event_cells_place(e, e->cell[i], at);
  for (int z = from[2]; z <= to[2]; ++z) {
    if ((near[2] = event_cell_beside(e, 2, at[2], z)) < 0) continue;
    for (int y = from[1]; y <= to[1]; ++y) {
      if ((near[1] = event_cell_beside(e, 1, at[1], y)) < 0) continue;
      const int slides = e->slides != 0.0 && near[1] != at[1] + y;
      const int low = slides ? -at[0] : from[0];
      const int high = slides ? e->side[0] - 1 - at[0] : to[0];
      for (int x = low; x <= high; ++x) {
        if ((near[0] = event_cell_beside(e, 0, at[0], x)) < 0) continue;
        look_into_event(e, gravity, i, due, gm_event_cells_number(e, near), &w);
      }
    }
  }
  compare_event_waiting(e, gravity, i, due, &w);
}

/* The first time t > 0 at which  d + u t + a t^2 / 2  falls through 0; 0 if d <= 0 and it
 * falls; INFINITY: never. */
static double event_falls_through(double d, double u, double a)
{
  if (d <= 0.0 && u < 0.0) return 0.0;
  if (a == 0.0) return u < 0.0 ? -d / u : INFINITY;
  const double root = u * u - 2.0 * a * d;
  if (root < 0.0) return INFINITY;
  if (u < 0.0) return 2.0 * d / (-u + sqrt(root)); /* the smaller root */
  return a < 0.0 ? (u + sqrt(root)) / -a : INFINITY;
}

static void look_at_event_walls(const gm_event_state *e, gm_vec3 gravity,
                                const gm_event_grain *g, gm_event_due *due)
{
  const gm_vec3 x = {g->x[0], g->x[1], g->x[2]},
                v = {g->v[0], g->v[1], g->v[2]};
  for (gm_index k = 0; k < e->n_walls; ++k) {
    const gm_event_wall *w = &e->wall[k];
    const gm_vec3 at = gm_madd(w->point, g->t, w->velocity);
    const double d = gm_dot(gm_sub(x, at), w->normal) - g->r;
    const double u = gm_dot(gm_sub(v, w->velocity), w->normal);
    const double t =
        g->t + event_falls_through(d, u, gm_dot(gravity, w->normal));
    if (!(t < due->collide)) continue;
    due->collide = t;
    due->partner = -1 - k;
  }
}

/* ---- crossings -------------------------------------------------------------------- */

static void find_event_crossing(const gm_event_state *e, gm_vec3 gravity,
                                const gm_event_grain *g, gm_index cell,
                                gm_event_due *due)
{
  const double a[3] = {gravity.x, gravity.y, gravity.z};
  int at[3];
  gm_event_cells_place(e, cell, at);
  due->cross = INFINITY;
  for (int k = 0; k < 3; ++k) {
    for (int upper = 0; upper < 2; ++upper) {
      if (event_cell_beside(e, k, at[k], upper ? 1 : -1) < 0 || e->side[k] < 2)
        continue;
      const double face = e->low[k] + (at[k] + upper) * e->width[k];
      const double sign = upper ? -1.0 : 1.0;
      const double t = g->t + event_falls_through(sign * (g->x[k] - face),
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
static void find_event_recheck(const gm_event_state *e, const gm_event_grain *g,
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

static void put_event_due(gm_event_state *e, gm_index i,
                          const gm_event_due *due)
{
  e->due[i] = *due;
  put_event(&e->queue, i, fmin(due->collide, due->cross));
}

void gm_event_predict(gm_event_state *e, const gm_scene *s, gm_index i)
{
  static const int from[3] = {-1, -1, -1}, to[3] = {1, 1, 1};
  const gm_event_grain *g = &e->grain[i];
  gm_event_due due = {.collide = INFINITY, .partner = -1 - e->n_walls};
  look_at_event_walls(e, s->gravity, g, &due);
  look_around_event(e, s->gravity, i, &due, from, to);
  find_event_crossing(e, s->gravity, g, e->cell[i], &due);
  find_event_recheck(e, g, e->cell[i], &due);
  put_event_due(e, i, &due);
}

void gm_event_predict_crossed(gm_event_state *e, const gm_scene *s, gm_index i,
                              int face)
{
  int from[3] = {-1, -1, -1}, to[3] = {1, 1, 1};
  gm_event_due due = e->due[i];
  from[face / 2] = to[face / 2] = face % 2 ? 1 : -1;
  look_around_event(e, s->gravity, i, &due, from, to);
  find_event_crossing(e, s->gravity, &e->grain[i], e->cell[i], &due);
  find_event_recheck(e, &e->grain[i], e->cell[i], &due);
  put_event_due(e, i, &due);
}
