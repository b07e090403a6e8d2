/* step/relocate.c -- held groups, structures and clumps move to the end of a step.
 *
 * Named structures are few and go one after the other; copies of bodies may be many and
 * go by all threads, since each is moved by loads that are summed already.
 */
#include "step/relocate.h"

#include "measure/measure.h"
#include "search/travel.h"
#include "setup/body.h"
#include "soft/bodies.h"
#include "soft/clump.h"
#include <omp.h>

/* Groups of held grains in a step. */

/* ---- poses ----------------------------------------------------------------------- */

void gm_relocate_held_ahead(gm_scene *s)
{
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    gm_held_group *h = &s->held_groups.row[k];
    if (!h->n_motion) continue;
    h->next = h->pose;
    gm_motion_advance(h->motion, h->n_motion, t0, t1 - t0, &h->next);
  }
}

void gm_relocate_held_arrive(gm_scene *s)
{
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    s->held_groups.row[k].pose = s->held_groups.row[k].next;
}

/* ---- letting go ------------------------------------------------------------------- */

static int is_relocated_held_due(const gm_scene *s, const gm_held_group *h)
{
  return h->holds && (double)s->step * s->dt >= h->until;
}

int gm_relocate_release_due(const gm_scene *s)
{
  int due = 0;
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    due |= is_relocated_held_due(s, &s->held_groups.row[k]);
  return due;
}

gm_status gm_relocate_release(gm_state *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  if (!gm_relocate_release_due(s)) return GM_OK;
  for (gm_index i = 0; i < g->n; ++i) {
    gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_held_group *h = &s->held_groups.row[held->group - 1];
    if (!is_relocated_held_due(s, h)) continue;
    const gm_vec3 at = gm_pose_to_world(&h->pose, held->seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(&h->pose, at), held->mobility);
    g->w[i] = gm_row(h->pose.spin, g->w[i][3]);
    if (g->before) g->before[i].known = 0;
    held->freed = held->group;
    held->group = 0;
  }
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    if (is_relocated_held_due(s, &s->held_groups.row[k]))
      s->held_groups.row[k].holds = 0;
  if (!step->lists.must_build) step->lists.must_build = 1;
  return GM_OK;
}

/* True if contact `row` begins because one of its grains is released now. */
static int is_relocated_new(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_grain_held *held = s->grains.held, *a = &held[c->a[row]];
  if (row >= c->n_grain)
    return a->freed && !a->meets &&
           !gm_structures_yields(&s->structures.row[c->b[row]]);
  const gm_grain_held *b = &held[c->b[row]];
  if (!a->freed && !b->freed) return 0;
  const gm_index p = a->freed ? a->freed : a->group;
  const gm_index q = b->freed ? b->freed : b->group;
  return p && q && (p == q || !a->meets || !b->meets);
}

/* Sets stored velocities, which lack part of a kick, such that the velocity now is that
 * of the group. */
static void hold_back_relocated(const gm_state *step, gm_scene *s, gm_index i)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const double h =
      step->model.scheme->corrects ? 0.0 : step->model.scheme->behind * s->dt;
  gm_grain *g = &s->grains.g[i];
  const gm_load *l = &s->grains.load[i];
  const double mobility = g->v[3];
  g->v -= h * (mobility * (vector * l->f) + gm_row(s->gravity, 0.0));
  const double spin =
      gm_grain_rule_spin_at(gm_grain_rule_spin(&s->grains.rule), g->x[3]);
  s->grains.w[i] += (spin * h * mobility / g->x[3]) * (vector * l->t);
}

void gm_relocate_count_released(const gm_state *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  gm_sum energy = {0};
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    const int mine = !gm_grains_ghost(g, s->contacts.a[row]);
    if (mine && s->contacts.touched[row] && is_relocated_new(s, row))
      gm_sum_add(&energy, gm_measure_elastic(&step->capture, s, row));
  }
  for (gm_index i = 0; i < g->n; ++i) {
    if (!g->held[i].freed || gm_grains_ghost(g, i)) continue;
    hold_back_relocated(step, s, i);
    gm_sum_add(&energy, gm_measure_kinetic(step->model.scheme, s, i));
    gm_sum_add(&energy, -gm_grains_mass(g, i) *
                            gm_dot(s->gravity, gm_row_vec(g->g[i].x)));
  }
  for (gm_index i = 0; i < g->n; ++i)
    g->held[i].freed = 0;
  gm_comm_sums(s->comm, &energy, 1);
  s->balance.energy_in += gm_sum_value(&energy);
}

/* ---- structures that come and go ------------------------------------------------- */

int gm_relocate_changes_due(const gm_scene *s)
{
  const double t1 = (double)(s->step + 1) * s->dt;
  if (s->hard) return 0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (b->present == GM_APPEARED || (b->present && t1 >= b->present_to))
      return 1;
  }
  return 0;
}

/* Elastic energy (J) of the contacts of structure k with grains, which the capture has,
 * and with structures that neither come nor go now. */
static double relocated_elastic(const gm_state *step, const gm_scene *s,
                                gm_index k)
{
  const gm_contacts *c = &s->contacts;
  gm_sum energy = {0};
  for (gm_index row = c->n_grain; row < c->n; ++row)
    if (c->touched[row] && c->b[row] == k &&
        !gm_grains_ghost(&s->grains, c->a[row]))
      gm_sum_add(&energy, gm_measure_elastic(&step->capture, s, row));
  gm_comm_sums(s->comm, &energy, 1);
  double met = 0.0; /* every rank computes all */
  for (gm_index m = 0; m < s->meetings.n; ++m) {
    const gm_meeting *r = &s->meetings.row[m];
    const gm_index other = r->a == k ? r->b : r->a;
    if ((r->a == k || r->b == k) && s->structures.row[other].present == 1 &&
        gm_meetings_touch(r))
      met += r->elastic;
  }
  return gm_sum_value(&energy) + met;
}

/* A structure that has appeared must not stand deep in another that it meets. */
static gm_status check_relocated_meetings(const gm_scene *s, gm_index k)
{
  for (gm_index m = 0; m < s->meetings.n; ++m) {
    const gm_meeting *r = &s->meetings.row[m];
    if ((r->a != k && r->b != k) || !r->deep) continue;
    const gm_structure *other = &s->structures.row[r->a == k ? r->b : r->a];
    return gm_fail(GM_ERR_NUMBER,
                   "structure '%s' appears at t = %.6g s where it overlaps "
                   "'%s' by %.3g m, deeper than two structures that meet may; "
                   "let it appear earlier or move in, or write meets: none",
                   s->structures.row[k].name, s->time, other->name, r->depth);
  }
  return GM_OK;
}

gm_status gm_relocate_count_appeared(const gm_state *step, gm_scene *s)
{
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *b = &s->structures.row[k];
    if (b->present != GM_APPEARED) continue;
    GM_TRY(check_relocated_meetings(s, k));
    s->balance.energy_in += relocated_elastic(step, s, k);
    b->present = 1;
  }
  return GM_OK;
}

/* A structure that appears must not stand deep in a grain. */
static gm_status check_relocated_appearance(const gm_scene *s, gm_index k)
{
  const gm_structures one = {
      .n = 1, .row = &s->structures.row[k], .flat = s->structures.flat};
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_row4 x = s->grains.g[i].x;
    gm_query_result probe = {0};
    if (gm_structures_nearest(&one, &s->domain, gm_row_vec(x), 0.93 * x[3],
                              &probe) < 0) {
      continue;
    }
    return gm_fail(GM_ERR_NUMBER,
                   "structure '%s' appears at t = %.6g s where it overlaps "
                   "grain %lld by more than 7 %% of its radius; let it appear "
                   "earlier or move in",
                   s->structures.row[k].name, s->time,
                   (long long)s->grains.id[i]);
  }
  return GM_OK;
}

/* A structure that moves must be met through the same sides as before. */
static gm_status check_relocated_held_images(const gm_state *step,
                                             const gm_scene *s,
                                             const gm_structure *b, double time)
{
  int axes;
  const char *why =
      gm_structures_images(b, &s->domain, step->model.largest, &axes);
  if (!why && axes == b->images) return GM_OK;
  return gm_fail(GM_ERR_NUMBER, "at t = %.6g s structure '%s' %s", time,
                 b->name,
                 why ? why
                     : "no longer ends, or goes through, where it did along a "
                       "periodic axis; let it swing less, or turn about that "
                       "axis");
}

/* Moves copy k to t1; returns how far its surface may have moved, m. */
static double move_relocated_copy(const gm_state *step, gm_scene *s, gm_index k,
                                  double t0, double t1)
{
  gm_structure *b = &s->structures.row[k];
  const gm_rigid *r = b->rigid;
  if (!b->present) return 0.0;
  gm_bodies_move(b, step->model.scheme->lag, t0, t1);
  return (gm_norm(r->velocity) + gm_norm(r->spin) * b->ball) * (t1 - t0);
}

/* Copies of bodies, which may be many: by all threads. */
static gm_status relocate_copies(gm_state *step, gm_scene *s, double *way)
{
  const gm_index named = s->structures.named, n = s->structures.n;
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  double *moved = step->lists.moved.surface;
  double most = *way;
  if (n == named) return GM_OK;
  omp_set_num_threads(gm_contacts_team(step->threads, 8 * (n - named)));
#pragma omp parallel for schedule(static) reduction(max : most)
  for (gm_index k = named; k < n; ++k) {
    const double gone = move_relocated_copy(step, s, k, t0, t1);
    moved[k] += gone;
    most = fmax(most, gone);
  }
  *way = most;
  for (gm_index k = named; k < n; ++k) {
    if (!s->structures.row[k].present) continue;
    const double gone = gm_norm(s->structures.row[k].rigid->velocity) * s->dt;
    GM_TRY(gm_bodies_check(s, k, gone, step->model.smallest));
    if (s->domain.periodic && gm_bodies_wrap(s, k)) step->lists.must_build = 1;
  }
  return GM_OK;
}

gm_status gm_relocate_structures(gm_state *step, gm_scene *s)
{
  const gm_cells *cells = &step->lists.neighbours.cells;
  const gm_vec3 side = gm_row_vec(s->domain.side); /* images stand beyond */
  const gm_vec3 min = gm_sub(cells->origin, side);
  const gm_vec3 max = gm_add(gm_add(cells->origin, cells->size), side);
  double way = 0.0;
  int any = s->structures.n > s->structures.named;
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *b = &s->structures.row[k];
    const int moves = gm_structures_moves(b);
    any |= moves;
    if (moves) {
      const gm_pose before = b->pose;
      gm_bodies_move(b, step->model.scheme->lag, t0, t1);
      const double gone = gm_travel_step(b, &before, min, max);
      step->lists.moved.surface[k] += gone;
      way = fmax(way, gone);
      if (b->rigid && b->rigid->on)
        GM_TRY(gm_bodies_check(s, k, gone, step->model.smallest));
      if (s->domain.periodic && gm_bodies_wrap(s, k))
        step->lists.must_build = step->meet.list.must = 1;
      gm_bodies_release(s, k, t1);
    }
    if (moves && s->domain.periodic)
      GM_TRY(check_relocated_held_images(step, s, b, t1));
    gm_conveyor_switch(b->conveyor, b->n_conveyor, t1);
    const int present = t1 >= b->present_from && t1 < b->present_to;
    const int appears = present && !b->present;
    if (!present && b->present && !s->hard)
      s->balance.energy_out += relocated_elastic(step, s, k);
    if (appears || (!present && b->present)) {
      step->lists.must_build = 1;
      b->present = appears && !s->hard ? GM_APPEARED : appears;
    }
    if (appears) GM_TRY(check_relocated_appearance(s, k));
  }
  GM_TRY(relocate_copies(step, s, &way));
  if (gm_body_flow_due(s) && gm_body_flow_run(s, t1))
    step->lists.must_build = 1;
  if (any) gm_comm_most(s->comm, &way, 1); /* it depends on each rank's cells */
  step->lists.moved.surfaces += way;
  gm_sinks_switch(&s->sinks, &s->structures, t1);
  return GM_OK;
}

/* ---- clumps -------------------------------------------------------------------- */

gm_status gm_relocate_clump_loads(gm_state *step, gm_scene *s)
{
  const int team = gm_contacts_team(step->threads, s->grains.n);
  if (!s->clumps.n) return GM_OK;
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index k = 0; k < s->clumps.n; ++k)
    gm_clump_motion_loads(&s->clumps, k, k + 1);
  return GM_OK;
}

gm_status gm_relocate_clumps(gm_state *step, gm_scene *s)
{
  const gm_index *first = s->contacts.first_grain;
  const int team = gm_contacts_team(step->threads, s->grains.n);
  const double kick = s->step == 0 ? step->model.scheme->first * s->dt : s->dt;
  if (!s->clumps.n) return GM_OK;
#pragma omp parallel num_threads(team)
  {
#pragma omp for schedule(static)
    for (gm_index k = 0; k < s->clumps.n; ++k) {
      gm_clump_motion_loads(&s->clumps, k, k + 1);
      gm_clump_motion_move(s, k, k + 1, kick, s->dt);
    }
#pragma omp for schedule(static)
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      double *fastest = &step->buffers.result[c].fastest;
      const double most =
          gm_clump_motion_carry(s, first[c], first[c + 1], s->dt);
      *fastest = fmax(*fastest, most);
    }
  }
  return GM_OK;
}
