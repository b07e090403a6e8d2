/* step/totals.c -- sums the results of the chunks. */
#include "step/totals.h"

#include "soft/bodies.h"
#include "soft/growing.h"
#include "soft/loads.h"
#include "soft/overlap.h"
#include "soft/wear.h"

gm_status gm_totals_meet(gm_state *step, gm_scene *s)
{
  return gm_meet_run(&step->meet, &step->model, 0, s);
}

gm_status gm_totals_meet_captured(gm_state *step, gm_scene *s)
{
  return gm_meet_run(&step->meet, &step->model, 1, s);
}

void gm_totals_loads(gm_state *step, gm_scene *s)
{
  const gm_work_buffers *b = &step->buffers;
  gm_capture *capture = &step->capture;
  capture->power = gm_loads_sum_structures(s, b);
  capture->power += gm_meet_add_loads(s);
  capture->power += gm_mpm_add_loads(&step->mpm, s);
  capture->power += gm_bodies_settle(s);
  gm_bodies_settle_copies(s, step->threads);
  step->met.dissipated = gm_meet_dissipated(s, s->dt, &step->met.friction);
  capture->held_power = gm_loads_sum_held(s, b);
  if (!capture->valid) gm_wear_settle(b, step->threads, s);
  capture->growth_power = gm_growing_sum(b, s);
}

/* Adds the work of structures, held groups and growing grains in this step. */
static void add_total_work(const gm_capture *rate, gm_scene *s)
{
  s->balance.work += rate->power * s->dt;
  s->balance.held += rate->held_power * s->dt;
  s->balance.growth += rate->growth_power * s->dt;
  for (gm_index k = 0; k < s->structures.named; ++k)
    s->structures.row[k].work += s->structures.row[k].load.power * s->dt;
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    s->held_groups.row[k].work += s->held_groups.row[k].load.power * s->dt;
}

/* Adds what grains did in this step to the faces of the domain that reflect them. */
static void add_total_reflections(const gm_state *step, gm_scene *s)
{
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *body = &s->structures.row[k];
    const int side = body->reflects - 1;
    if (side < 0) continue;
    gm_sum all = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c)
      gm_sum_join(&all, &step->buffers.result[c].impulse[side]);
    gm_comm_sums(s->comm, &all, 1);
    const double sum = gm_sum_value(&all);
    double *const of[3] = {&body->sums.impulse.x, &body->sums.impulse.y,
                           &body->sums.impulse.z};
    *of[side / 2] += side % 2 ? sum : -sum;
  }
}

/* Add the losses of contacts in this step; none may be below 0. */
static void add_total_losses(double dissipated, double friction, double rolling,
                             double torsion, gm_balance *b)
{
  const double damped = dissipated - friction - rolling - torsion;
  b->fallen -= fmin(damped, 0.0) + fmin(friction, 0.0) + fmin(rolling, 0.0) +
               fmin(torsion, 0.0);
  b->dissipated += dissipated;
  b->friction += friction;
  b->rolling += rolling;
  b->torsion += torsion;
}

/* What the ranks have in common after a step; a run whose contacts are too deep on one
 * ends on all. */
static void share_totals(gm_state *step, gm_scene *s, gm_sum sum[8],
                         double *fastest, double *overlap)
{
  double most[3] = {*fastest, *overlap, step->exchange.wants};
  if (!s->comm) return;
  gm_comm_join(s->comm, sum, 8, most, 3);
  *fastest = most[0];
  *overlap = most[1];
  step->exchange.wants = (int)most[2];
}

gm_status gm_totals_step(gm_state *step, gm_scene *s)
{
  gm_displacements *moved = &step->lists.moved;
  gm_balance *balance = &s->balance;
  gm_sum *lost = step->buffers.over; /* [2][4] */
  gm_sum_rows rows[2] = {{.n = 0}, {.n = 0}};
  double fastest = 0.0, overlap = 0.0, sum[8];
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
    const gm_work_result *r = &step->buffers.result[c];
    fastest = fmax(fastest, r->fastest);
    moved->chunk[c] += sqrt(r->fastest) * s->dt;
    gm_sum_rows_join(&rows[0], lost, &r->lost);
    gm_sum_rows_join(&rows[1], lost + 4, &r->couples);
    overlap = fmax(overlap, r->overlap);
    balance->centre_inside += r->events.centre_inside;
    balance->sites += r->events.sites;
    balance->exact += r->events.exact;
    balance->coverage_lost += r->events.coverage_lost;
  }
  for (int k = 0; k < 2; ++k)
    gm_sum_rows_close(&rows[k], lost + 4 * k);
  const double deepest = overlap;
  share_totals(step, s, lost, &fastest, &overlap);
  moved->grains += sqrt(fastest) * s->dt;
  for (int k = 0; k < 2; ++k)
    gm_sum_join(&lost[k], &lost[2 + k]); /* of two grains (soft/scheme.h) */
  for (int k = 0; k < 8; ++k) {
    sum[k] = gm_sum_value(&lost[k]);
    lost[k] = (gm_sum){0};
  }
  add_total_losses(sum[0], sum[1], sum[4], sum[5], balance);
  balance->dissipated += step->met.dissipated;
  balance->friction += step->met.friction;
  gm_meet_count(s);
  step->capture.dissipated = sum[0] + step->met.dissipated;
  add_total_work(&step->capture, s);
  add_total_reflections(step, s);
  balance->overlap = fmax(balance->overlap, overlap);
  if (overlap <= step->model.overlap_limit) return GM_OK;
  const int here = deepest == overlap;
  return gm_comm_agree(s->comm,
                       here ? gm_overlap_fail(step->buffers.result, s) : GM_OK);
}
