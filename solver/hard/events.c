/* hard/events.c -- the loop over events from one synchronisation to the next.
 *
 * Equal times are served in the order of the grains' numbers, so a run is the same
 * whenever it is repeated.
 */
#include "hard/events.h"

#include "base/memory.h"

/* ---- grains and planes from the scene and back ----------------------------------- */

/* Grains in flight have copies of their position, velocity and radius in one line of the
 * cache each. */

static gm_status reserve_event_grains(gm_event_state *e, gm_index n)
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

/* Copies the grains; their clocks show 0.  GM_ERR_INPUT: a grain is held;
 * GM_ERR_MEMORY. */
static gm_status copy_event_grains(gm_event_state *e, const gm_scene *s)
{
  const gm_grains *all = &s->grains;
  GM_TRY(reserve_event_grains(e, all->n));
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

gm_status gm_events_walls(gm_event_state *e, const gm_scene *s)
{
  const size_t n = (size_t)s->structures.named;
  if (n > e->wall_capacity) {
    GM_TRY(GM_RESIZE(e->wall, 0, n));
    e->wall_capacity = n;
  }
  e->n_walls = 0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
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

/* Rounding must not put a grain across a side of a sheared box, where its image has
 * another velocity. */
static gm_row4 keep_within_event(const gm_scene *s, gm_row4 x)
{
  const double low = s->domain.min.y, high = s->domain.max.y;
  if (s->domain.shear == 0.0) return x;
  x[1] = fmin(fmax(x[1], low), high - 1.0e-12 * (high - low));
  return x;
}

/* Brings all grains to the time `span` (s) and back to the scene. */
static void return_event_grains(gm_event_state *e, gm_scene *s, double span)
{
  gm_grains *all = &s->grains;
  for (gm_index i = 0; i < all->n; ++i) {
    gm_event_grain *g = &e->grain[i];
    gm_event_predict_fly(g, s->gravity, span);
    const gm_vec3 x = {g->x[0], g->x[1], g->x[2]},
                  v = {g->v[0], g->v[1], g->v[2]};
    all->g[i].x = gm_row(x, g->r);
    if (s->domain.periodic)
      all->g[i].x =
          keep_within_event(s, gm_domain_snap(&s->domain, all->g[i].x));
    all->g[i].v = gm_row(v, all->g[i].v[3]);
  }
}

/* ---- what happens ------------------------------------------------------------------ */

static gm_vec3 event_vector(const double v[3])
{
  return gm_vec(v[0], v[1], v[2]);
}

static void add_to_event(double v[3], double k, gm_vec3 j)
{
  v[0] += k * j.x;
  v[1] += k * j.y;
  v[2] += k * j.z;
}

/* m r^2 / I over the mass. */
static double event_spin(const gm_scene *s, gm_index i)
{
  const gm_grains *g = &s->grains;
  return gm_grain_rule_spin_at(gm_grain_rule_spin(&g->rule), g->g[i].x[3]) *
         g->g[i].v[3];
}

/* The impulse j at the end of the arm side * r n turns grain i. */
static void turn_event_grain(gm_scene *s, gm_index i, gm_vec3 n, gm_vec3 j,
                             double side)
{
  const double k = side * event_spin(s, i) / s->grains.g[i].x[3];
  s->grains.w[i] += gm_row(gm_scale(k, gm_cross(n, j)), 0.0);
}

/* Restitution 1 after a recent collision (the TC model), which this one will be for the
 * next. */
static double event_restitution(const gm_event_state *e, gm_scene *s,
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

static gm_status keep_event_impulse(gm_event_state *e, const gm_scene *s,
                                    gm_index i, gm_index j, gm_index structure,
                                    gm_vec3 impulse)
{
  const gm_id a = s->grains.id[i], b = j >= 0 ? s->grains.id[j] : -1;
  const int turned = j >= 0 && b < a;
  if (!e->by_pair) return GM_OK;
  return gm_collide_sums_add(
      e->by_pair,
      (gm_collision_sum){.a = turned ? b : a,
                         .b = turned ? a : b,
                         .structure = structure,
                         .patch = structure >= 0 ? 0 : -1,
                         .impulse = gm_scale(turned ? -1.0 : 1.0, impulse),
                         .count = 1.0});
}

/* Of two images along x that which touches, `sum` from the centre. */
static gm_vec3 event_nearer_image(const gm_event_state *e, gm_vec3 d,
                                  double sum)
{
  gm_vec3 other = d;
  other.x += d.x > 0.0 ? -e->period[0] : e->period[0];
  return fabs(gm_norm(other) - sum) < fabs(gm_norm(d) - sum) ? other : d;
}

static gm_status collide_event_pair(gm_event_state *e, gm_scene *s, gm_index i,
                                    gm_index j)
{
  gm_grains *all = &s->grains;
  gm_event_grain *a = &e->grain[i], *b = &e->grain[j];
  const double ma = all->g[i].v[3], mb = all->g[j].v[3];
  double apart_by[3], by[3];
  gm_event_predict_relative(e, a, b, a->t, apart_by, by);
  gm_vec3 d = event_vector(apart_by);
  if (e->slides != 0.0) d = event_nearer_image(e, d, a->r + b->r);
  const double apart = gm_norm(d);
  const gm_vec3 n = gm_scale(1.0 / apart, d);
  const gm_vec3 v = event_vector(by);
  const double across = a->v[0] - b->v[0];
  const gm_row4 wa = all->w[i], wb = all->w[j];
  const gm_vec3 spin = gm_row_vec(wa[3] * wa + wb[3] * wb);
  const gm_collide_pair p = {n, gm_sub(v, gm_cross(spin, n)), ma + mb,
                             ma + mb + event_spin(s, i) + event_spin(s, j)};
  const gm_collide_law *law =
      &e->table[all->material[i] * GM_MATERIALS_MAX + all->material[j]];
  const gm_collide_impulse o = gm_collide_by(
      law, &p, event_restitution(e, s, law, fabs(gm_dot(v, n)), i, j));
  add_to_event(a->v, ma, o.j);
  add_to_event(b->v, -mb, o.j);
  turn_event_grain(s, i, n, o.j, -1.0);
  turn_event_grain(s, j, n, gm_scale(-1.0, o.j), 1.0);
  e->sums.lost += o.lost;
  e->sums.rubbed += o.rubbed;
  e->sums.virial += gm_dot(o.j, d);
  e->sums.virial_xy += o.j.x * d.y;
  e->sums.work += o.j.x * (across - by[0]); /* across a sheared side */
  ++e->sums.pairs;
  return keep_event_impulse(e, s, i, j, -1, o.j);
}

static gm_status bounce_off_event(gm_event_state *e, gm_scene *s, gm_index i,
                                  gm_index k)
{
  gm_grains *all = &s->grains;
  gm_event_grain *a = &e->grain[i];
  gm_event_wall *w = &e->wall[k];
  const double m = all->g[i].v[3];
  const gm_vec3 n = w->normal, v = gm_sub(event_vector(a->v), w->velocity);
  const gm_row4 wa = all->w[i];
  gm_collide_pair p = {n, v, m, 0.0};
  if (!w->smooth) {
    p.u = gm_sub(v, gm_cross(gm_row_vec(wa[3] * wa), n));
    p.tangential = m + event_spin(s, i);
  }
  static const gm_collide_law mirror = {1.0, 1.0, 0.0, 0.0, 1.0};
  const gm_structure *b = &s->structures.row[w->structure];
  const gm_index material = all->material[i];
  const gm_collide_law *law =
      w->elastic ? &mirror
                 : &e->table[material * GM_MATERIALS_MAX +
                             (b->mirror ? material : b->material)];
  const gm_collide_impulse o = gm_collide_by(
      law, &p, event_restitution(e, s, law, fabs(gm_dot(v, n)), i, -1));
  add_to_event(a->v, m, o.j);
  if (!w->smooth) turn_event_grain(s, i, n, o.j, -1.0);
  w->impulse = gm_sub(w->impulse, o.j);
  e->sums.lost += o.lost;
  e->sums.rubbed += o.rubbed;
  e->sums.work += gm_dot(o.j, w->velocity);
  ++e->sums.walls;
  return keep_event_impulse(e, s, i, -1, w->structure, o.j);
}

/* A grain that leaves a sheared box along y returns at the other side as the image that
 * moves with it: where the image is, and with its velocity.  The work of this is that of
 * the shear. */
static void slide_event_grain(gm_event_state *e, gm_index i, double turns,
                              double mass)
{
  gm_event_grain *g = &e->grain[i];
  const double L = e->period[0], was = g->v[0];
  g->x[0] -= turns * (e->slid + e->slides * g->t);
  g->x[0] -= L * floor((g->x[0] - e->low[0]) / L);
  g->v[0] -= turns * e->slides;
  e->sums.work += 0.5 * mass * (g->v[0] * g->v[0] - was * was);
}

/* Returns 1 if all cells around have changed, and not one layer of them. */
static int event_cross_cell(gm_event_state *e, const gm_scene *s, gm_index i,
                            int face)
{
  const int axis = face / 2;
  gm_event_grain *g = &e->grain[i];
  int at[3], turns;
  gm_event_cells_place(e, e->cell[i], at);
  at[axis] += face % 2 ? 1 : -1;
  turns = at[axis] < 0 ? -1 : at[axis] >= e->side[axis];
  at[axis] -= turns * e->side[axis];
  g->x[axis] -= turns * e->period[axis];
  ++e->sums.crossings;
  const int slides = turns && axis == 1 && e->slides != 0.0;
  if (slides) {
    slide_event_grain(e, i, turns, 1.0 / s->grains.g[i].v[3]);
    at[0] = (int)((g->x[0] - e->low[0]) / e->width[0]);
    at[0] = at[0] < 0 ? 0 : at[0] >= e->side[0] ? e->side[0] - 1 : at[0];
  }
  gm_event_cells_leave(e, i);
  gm_event_cells_enter(e, i, gm_event_cells_number(e, at));
  return slides;
}

/* Orientation follows the spin until now, before it changes. */
static void turn_event_orientation(gm_scene *s, gm_index i, double dt)
{
  if (!s->grains.orientation || dt == 0.0) return;
  const gm_vec3 w = gm_row_vec(s->grains.w[i]);
  s->grains.orientation[i] = gm_quat_unit(gm_quat_product(
      gm_quat_rotation(gm_scale(dt, w)), s->grains.orientation[i]));
}

static void bring_to_event(gm_event_state *e, gm_scene *s, gm_index i,
                           double now)
{
  turn_event_orientation(s, i, now - e->grain[i].t);
  gm_event_predict_fly(&e->grain[i], s->gravity, now);
}

static gm_status serve_event(gm_event_state *e, gm_scene *s, gm_index i)
{
  const gm_event_due due = e->due[i];
  const gm_index j = due.partner;
  if (due.cross < due.collide) {
    bring_to_event(e, s, i, due.cross);
    if (due.face == GM_EVENT_RECHECK || event_cross_cell(e, s, i, due.face))
      gm_event_predict(e, s, i);
    else
      gm_event_predict_crossed(e, s, i, due.face);
    return GM_OK;
  }
  bring_to_event(e, s, i, due.collide);
  if (j >= 0 && e->turns[j] != due.turns) { /* it has gone another way */
    gm_event_predict(e, s, i);
    return GM_OK;
  }
  ++e->turns[i];
  if (j < 0) {
    GM_TRY(bounce_off_event(e, s, i, -1 - j));
  } else {
    bring_to_event(e, s, j, due.collide);
    ++e->turns[j];
    GM_TRY(collide_event_pair(e, s, i, j));
    gm_event_predict(e, s, j);
  }
  gm_event_predict(e, s, i);
  return GM_OK;
}

/* ---- a stretch ----------------------------------------------------------------- */

/* Events a second that the present speeds make, to begin with. */
static double event_first_rate(const gm_event_state *e, const gm_scene *s)
{
  double speed = 0.0, width = INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i)
    speed += fabs(e->grain[i].v[0]) + fabs(e->grain[i].v[1]) +
             fabs(e->grain[i].v[2]);
  for (int a = 0; a < 3; ++a)
    if (e->side[a] > 1) width = fmin(width, e->width[a]);
  return isfinite(width) && width > 0.0 ? 2.0 * speed / width : 0.0;
}

static gm_status fail_event_stuck(const gm_scene *s, gm_index i)
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
  e->slides = s->domain.shear * s->domain.side[1];
  e->slid =
      e->slides != 0.0 ? fmod(e->slides * s->time, s->domain.side[0]) : 0.0;
  GM_TRY(gm_events_walls(e, s));
  GM_TRY(copy_event_grains(e, s));
  if (n == 0) return GM_OK;
  GM_TRY(gm_event_cells_build(e, s));
  if (!(e->rate > 0.0)) e->rate = event_first_rate(e, s);
  GM_TRY(gm_event_queue_begin(&e->queue, n, e->rate));
  for (gm_index i = 0; i < n; ++i)
    gm_event_predict(e, s, i);
  for (;;) {
    const gm_index i = gm_event_queue_next(&e->queue, span);
    if (i < 0) break;
    at_once = e->queue.time[i] > now ? 0 : at_once + 1;
    if (at_once > most) return fail_event_stuck(s, i);
    now = e->queue.time[i];
    GM_TRY(serve_event(e, s, i));
    ++served;
  }
  if (served > n) e->rate = (double)served / span;
  for (gm_index i = 0; i < n; ++i)
    turn_event_orientation(s, i, span - e->grain[i].t);
  return_event_grains(e, s, span);
  return GM_OK;
}

void gm_events_account(const gm_event_state *e, gm_scene *s, double span)
{
  gm_balance *b = &s->balance;
  b->dissipated += e->sums.lost;
  b->friction += e->sums.rubbed;
  b->work += e->sums.work;
  b->hard.virial += e->sums.virial;
  b->hard.virial_xy += e->sums.virial_xy;
  b->hard.collisions += e->sums.pairs;
  b->hard.impacts += e->sums.walls;
  for (gm_index k = 0; k < s->structures.named; ++k)
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
