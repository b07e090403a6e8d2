/* events/events.c -- the loop over events from one synchronisation to the next.
 *
 * Equal times are served in the order of the grains' numbers, so a run is the same
 * whenever it is repeated.
 */
#include "events/events.h"

#include "base/memory.h"
#include "events/event_cells.h"
#include "events/event_predict.h"

/* ---- columns ---------------------------------------------------------------------- */

static gm_status reserve(gm_event_state *e, gm_index n)
{
  if ((size_t)n <= e->capacity) return GM_OK;
  const size_t rows = (size_t)n + (size_t)n / 8;
  GM_TRY(GM_RESIZE(e->grain, 0, rows));
  GM_TRY(GM_RESIZE(e->due, 0, rows));
  GM_TRY(GM_RESIZE(e->turns, 0, rows));
  GM_TRY(GM_RESIZE(e->cell, 0, rows));
  GM_TRY(GM_RESIZE(e->next, 0, rows));
  GM_TRY(GM_RESIZE(e->before, 0, rows));
  e->capacity = rows;
  return GM_OK;
}

static gm_status take_grains(gm_event_state *e, const gm_scene *s)
{
  const gm_grains *all = &s->grains;
  GM_TRY(reserve(e, all->n));
  for (gm_index i = 0; i < all->n; ++i) {
    const gm_row4 x = all->g[i].x, v = all->g[i].v;
    if (!(v[3] > 0.0))
      return gm_fail(GM_ERR_INPUT, "event by event no grain is held");
    e->grain[i] = (gm_event_grain){
        .x = {x[0], x[1], x[2]}, .v = {v[0], v[1], v[2]}, .r = x[3]};
    e->turns[i] = 0;
  }
  return GM_OK;
}

static gm_status take_walls(gm_event_state *e, const gm_scene *s)
{
  const size_t n = (size_t)s->structures.n;
  if (n > e->wall_capacity) {
    GM_TRY(GM_RESIZE(e->wall, 0, n));
    e->wall_capacity = n;
  }
  e->n_walls = 0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    const gm_patch *patch =
        b->shape.n == 1 ? gm_shape_patch(&b->shape, 0) : NULL;
    if (!b->present) continue;
    if (!patch || patch->kind != GM_PATCH_PLANE || b->rigid ||
        gm_norm2(b->pose.spin) > 0.0)
      return gm_fail(GM_ERR_INPUT,
                     "structure '%s' is no plane that stands still or moves "
                     "evenly, and event by event grains meet planes alone; "
                     "write collisions.engine: impulses",
                     b->name);
    const gm_vec3 normal = gm_quat_rotate(b->pose.orientation, patch->normal);
    e->wall[e->n_walls++] =
        (gm_event_wall){.point = gm_pose_to_world(&b->pose, patch->point),
                        .normal = normal,
                        .velocity = b->pose.velocity,
                        .structure = k,
                        .smooth = b->mirror || b->reflects,
                        .elastic = b->reflects != 0};
  }
  return GM_OK;
}

static void return_grains(gm_event_state *e, gm_scene *s, double span)
{
  gm_grains *all = &s->grains;
  for (gm_index i = 0; i < all->n; ++i) {
    gm_event_grain *g = &e->grain[i];
    gm_event_predict_fly(g, s->gravity, span);
    const gm_vec3 x = {g->x[0], g->x[1], g->x[2]},
                  v = {g->v[0], g->v[1], g->v[2]};
    all->g[i].x = gm_row(x, g->r);
    if (s->domain.periodic)
      all->g[i].x = gm_domain_snap(&s->domain, all->g[i].x);
    all->g[i].v = gm_row(v, all->g[i].v[3]);
  }
}

/* ---- what happens ------------------------------------------------------------------ */

static gm_vec3 vector_of(const double v[3])
{
  return gm_vec(v[0], v[1], v[2]);
}

static void add_to(double v[3], double k, gm_vec3 j)
{
  v[0] += k * j.x;
  v[1] += k * j.y;
  v[2] += k * j.z;
}

/* m r^2 / I over the mass. */
static double spin_of(const gm_scene *s, gm_index i)
{
  const gm_grains *g = &s->grains;
  return gm_grain_rule_spin_at(gm_grain_rule_spin(&g->rule), g->g[i].x[3]) *
         g->g[i].v[3];
}

/* The impulse j at the end of the arm side * r n turns grain i. */
static void turn(gm_scene *s, gm_index i, gm_vec3 n, gm_vec3 j, double side)
{
  const double k = side * spin_of(s, i) / s->grains.g[i].x[3];
  s->grains.w[i] += gm_row(gm_scale(k, gm_cross(n, j)), 0.0);
}

/* Restitution 1 after a recent collision (the TC model), which this one will be for the
 * next. */
static double restitution(const gm_event_state *e, gm_scene *s,
                          const gm_collide_law *law, double v, gm_index i,
                          gm_index j)
{
  double *last = s->grains.struck;
  if (!(e->resting_time > 0.0)) return gm_collide_restitution(law, v);
  const double now = s->time + e->grain[i].t;
  const int recent = now - last[i] < e->resting_time ||
                     (j >= 0 && now - last[j] < e->resting_time);
  last[i] = now;
  if (j >= 0) last[j] = now;
  return recent ? 1.0 : gm_collide_restitution(law, v);
}

static gm_status keep(gm_event_state *e, const gm_scene *s, gm_index i,
                      gm_index j, gm_index structure, gm_vec3 impulse)
{
  const gm_id a = s->grains.id[i], b = j >= 0 ? s->grains.id[j] : -1;
  const int turned = j >= 0 && b < a;
  if (!e->by_pair) return GM_OK;
  return gm_collision_sums_add(
      e->by_pair,
      (gm_collision_sum){.a = turned ? b : a,
                         .b = turned ? a : b,
                         .structure = structure,
                         .patch = structure >= 0 ? 0 : -1,
                         .impulse = gm_scale(turned ? -1.0 : 1.0, impulse),
                         .count = 1.0});
}

static gm_status collide(gm_event_state *e, gm_scene *s, gm_index i, gm_index j)
{
  gm_grains *all = &s->grains;
  gm_event_grain *a = &e->grain[i], *b = &e->grain[j];
  const double ma = all->g[i].v[3], mb = all->g[j].v[3];
  gm_vec3 d = gm_sub(vector_of(a->x), vector_of(b->x));
  double *const of[3] = {&d.x, &d.y, &d.z};
  for (int k = 0; k < 3; ++k)
    if (e->period[k] > 0.0)
      *of[k] -= e->period[k] * rint(*of[k] / e->period[k]);
  const double apart = gm_norm(d);
  const gm_vec3 n = gm_scale(1.0 / apart, d);
  const gm_vec3 v = gm_sub(vector_of(a->v), vector_of(b->v));
  const gm_row4 wa = all->w[i], wb = all->w[j];
  const gm_vec3 spin = gm_row_vec(wa[3] * wa + wb[3] * wb);
  const gm_collide_pair p = {n, gm_sub(v, gm_cross(spin, n)), ma + mb,
                             ma + mb + spin_of(s, i) + spin_of(s, j)};
  const gm_collide_law *law =
      &e->table[all->material[i] * GM_MATERIALS_MAX + all->material[j]];
  const gm_collide_impulse o =
      gm_collide_by(law, &p, restitution(e, s, law, fabs(gm_dot(v, n)), i, j));
  add_to(a->v, ma, o.j);
  add_to(b->v, -mb, o.j);
  turn(s, i, n, o.j, -1.0);
  turn(s, j, n, gm_scale(-1.0, o.j), 1.0);
  e->sums.lost += o.lost;
  e->sums.rubbed += o.rubbed;
  e->sums.virial += gm_dot(o.j, d);
  ++e->sums.pairs;
  return keep(e, s, i, j, -1, o.j);
}

static gm_status bounce(gm_event_state *e, gm_scene *s, gm_index i, gm_index k)
{
  gm_grains *all = &s->grains;
  gm_event_grain *a = &e->grain[i];
  gm_event_wall *w = &e->wall[k];
  const double m = all->g[i].v[3];
  const gm_vec3 n = w->normal, v = gm_sub(vector_of(a->v), w->velocity);
  const gm_row4 wa = all->w[i];
  gm_collide_pair p = {n, v, m, 0.0};
  if (!w->smooth) {
    p.u = gm_sub(v, gm_cross(gm_row_vec(wa[3] * wa), n));
    p.tangential = m + spin_of(s, i);
  }
  static const gm_collide_law mirror = {1.0, 1.0, 0.0, 0.0, 1.0};
  const gm_structure *b = &s->structures.row[w->structure];
  const gm_index material = all->material[i];
  const gm_collide_law *law =
      w->elastic ? &mirror
                 : &e->table[material * GM_MATERIALS_MAX +
                             (b->mirror ? material : b->material)];
  const gm_collide_impulse o =
      gm_collide_by(law, &p, restitution(e, s, law, fabs(gm_dot(v, n)), i, -1));
  add_to(a->v, m, o.j);
  if (!w->smooth) turn(s, i, n, o.j, -1.0);
  w->impulse = gm_sub(w->impulse, o.j);
  e->sums.lost += o.lost;
  e->sums.rubbed += o.rubbed;
  e->sums.work += gm_dot(o.j, w->velocity);
  ++e->sums.walls;
  return keep(e, s, i, -1, w->structure, o.j);
}

static void cross(gm_event_state *e, gm_index i, int face)
{
  const int axis = face / 2;
  int at[3];
  gm_event_cells_place(e, e->cell[i], at);
  at[axis] += face % 2 ? 1 : -1;
  if (at[axis] < 0) {
    at[axis] += e->side[axis];
    e->grain[i].x[axis] += e->period[axis];
  } else if (at[axis] >= e->side[axis]) {
    at[axis] -= e->side[axis];
    e->grain[i].x[axis] -= e->period[axis];
  }
  gm_event_cells_leave(e, i);
  gm_event_cells_enter(e, i, gm_event_cells_number(e, at));
  ++e->sums.crossings;
}

/* Orientation follows the spin until now, before it changes. */
static void orient(gm_scene *s, gm_index i, double dt)
{
  if (!s->grains.orientation || dt == 0.0) return;
  const gm_vec3 w = gm_row_vec(s->grains.w[i]);
  s->grains.orientation[i] = gm_quat_unit(gm_quat_product(
      gm_quat_rotation(gm_scale(dt, w)), s->grains.orientation[i]));
}

static void bring(gm_event_state *e, gm_scene *s, gm_index i, double now)
{
  orient(s, i, now - e->grain[i].t);
  gm_event_predict_fly(&e->grain[i], s->gravity, now);
}

static gm_status serve(gm_event_state *e, gm_scene *s, gm_index i)
{
  const gm_event_due due = e->due[i];
  const gm_index j = due.partner;
  if (due.cross < due.collide) {
    bring(e, s, i, due.cross);
    cross(e, i, due.face);
    gm_event_predict_crossed(e, s, i, due.face);
    return GM_OK;
  }
  bring(e, s, i, due.collide);
  if (j >= 0 && e->turns[j] != due.turns) { /* it has gone another way */
    gm_event_predict(e, s, i);
    return GM_OK;
  }
  ++e->turns[i];
  if (j < 0) {
    GM_TRY(bounce(e, s, i, -1 - j));
  } else {
    bring(e, s, j, due.collide);
    ++e->turns[j];
    GM_TRY(collide(e, s, i, j));
    gm_event_predict(e, s, j);
  }
  gm_event_predict(e, s, i);
  return GM_OK;
}

/* ---- a stretch ----------------------------------------------------------------- */

/* Events a second that the present speeds make, to begin with. */
static double first_rate(const gm_event_state *e, const gm_scene *s)
{
  double speed = 0.0, width = INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i)
    speed += fabs(e->grain[i].v[0]) + fabs(e->grain[i].v[1]) +
             fabs(e->grain[i].v[2]);
  for (int a = 0; a < 3; ++a)
    if (e->side[a] > 1) width = fmin(width, e->width[a]);
  return isfinite(width) && width > 0.0 ? 2.0 * speed / width : 0.0;
}

static gm_status stuck(const gm_scene *s, gm_index i)
{
  return gm_fail(GM_ERR_NUMBER,
                 "at t = %.6g s grain %lld collides without end (inelastic "
                 "collapse); give collisions.resting_time, shorter than the "
                 "time between collisions",
                 s->time, (long long)s->grains.id[i]);
}

gm_status gm_events_advance(gm_event_state *e, gm_scene *s, double span)
{
  const gm_index n = s->grains.n;
  const int64_t most = 1000 + 20 * (int64_t)n;
  int64_t at_once = 0, served = 0;
  double now = 0.0;
  e->sums = (gm_event_sums){0};
  if (e->resting_time > 0.0) GM_TRY(gm_grains_note_collisions(&s->grains));
  GM_TRY(take_walls(e, s));
  GM_TRY(take_grains(e, s));
  if (n == 0) return GM_OK;
  GM_TRY(gm_event_cells_build(e, s));
  if (!(e->rate > 0.0)) e->rate = first_rate(e, s);
  GM_TRY(gm_event_queue_begin(&e->queue, n, e->rate));
  for (gm_index i = 0; i < n; ++i)
    gm_event_predict(e, s, i);
  for (;;) {
    const gm_index i = gm_event_queue_next(&e->queue, span);
    if (i < 0) break;
    at_once = e->queue.time[i] > now ? 0 : at_once + 1;
    if (at_once > most) return stuck(s, i);
    now = e->queue.time[i];
    GM_TRY(serve(e, s, i));
    ++served;
  }
  if (served > n) e->rate = (double)served / span;
  for (gm_index i = 0; i < n; ++i)
    orient(s, i, span - e->grain[i].t);
  return_grains(e, s, span);
  return GM_OK;
}

void gm_events_account(const gm_event_state *e, gm_scene *s, double span)
{
  gm_balance *b = &s->balance;
  b->dissipated += e->sums.lost;
  b->friction += e->sums.rubbed;
  b->work += e->sums.work;
  b->hard.virial += e->sums.virial;
  b->hard.collisions += e->sums.pairs;
  b->hard.impacts += e->sums.walls;
  for (gm_index k = 0; k < s->structures.n; ++k)
    s->structures.row[k].load = (gm_structure_load){0};
  for (gm_index k = 0; k < e->n_walls; ++k) {
    const gm_event_wall *w = &e->wall[k];
    gm_structure *body = &s->structures.row[w->structure];
    body->load.force = gm_scale(1.0 / span, w->impulse);
    body->load.power = -gm_dot(body->load.force, w->velocity);
    body->work += body->load.power * span;
  }
}

void gm_events_clear(gm_event_state *e)
{
  GM_FREE(e->wall);
  GM_FREE(e->grain);
  GM_FREE(e->due);
  GM_FREE(e->turns);
  GM_FREE(e->cell);
  GM_FREE(e->next);
  GM_FREE(e->before);
  GM_FREE(e->first);
  gm_event_queue_clear(&e->queue);
  *e = (gm_event_state){0};
}
