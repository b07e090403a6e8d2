/* step/stages.c -- the stages of a step with forces: of grains, and of material points.
 *
 * The stage `contacts and motion` runs chunk by chunk; its passes (narrow phase, force
 * law, scatter, kick and drift ...) are listed in soft/chunk.c.
 */
#include "step/stages.h"

#include "device/device_step.h"
#include "device/slots.h"
#include "measure/measure.h"
#include "soft/growing.h"
#include "soft/team.h"
#include "step/ahead.h"
#include "step/held.h"
#include "step/relocate.h"
#include "step/totals.h"

gm_status gm_stages_groups_ahead(gm_state *step, gm_scene *s)
{
  (void)step;
  gm_held_ahead(s);
  return GM_OK;
}

gm_status gm_stages_grain_order(gm_state *step, gm_scene *s)
{
  return gm_lists_order(&step->lists, &step->leavers, &step->exchange,
                        &step->model, step->threads, s);
}

gm_status gm_stages_neighbour_list(gm_state *step, gm_scene *s)
{
  return gm_lists_build(&step->lists, &step->buffers, &step->exchange,
                        &step->model, step->threads, s);
}

gm_status gm_stages_note_positions(gm_state *step, gm_scene *s)
{
  return gm_flux_note(&step->flux, s,
                      gm_contacts_team(step->threads, s->grains.n));
}

gm_work gm_stages_work_of(gm_state *step, gm_scene *s, double kick)
{
  step->capture.model = &step->model;
  gm_work w = gm_work_of(&step->model, &step->buffers, s, kick);
  w.grows = gm_growing_due(s);
  w.grains_moved = step->lists.moved.chunk;
  w.surfaces_moved = step->lists.moved.surface;
  w.gap = gm_lists_gap(&step->lists);
  w.timed = step->timers.on;
  return w;
}

/* Velocities start in step with positions: the first kick of a run may be another. */
double gm_stages_kick_of(const gm_state *step, const gm_scene *s)
{
  return s->step == 0 ? step->model.scheme->first * s->dt : s->dt;
}

/* Does the device this step, or several?  Between them the rest of a step is done; that
 * of the last follows. */
static gm_status by_device(gm_state *step, gm_scene *s)
{
  gm_work w = gm_stages_work_of(step, s, gm_stages_kick_of(step, s));
  const gm_device_run run = {.work = &w,
                             .threads = step->threads,
                             .listed = step->lists.builds,
                             .skin = step->lists.skin,
                             .moved = step->lists.moved.grains,
                             .most = step->together};
  int64_t done = 0;
  GM_TRY(gm_device_step_run(step->device, &run, &done));
  for (int64_t k = 0; k < done; ++k) {
    GM_TRY(gm_device_step_results(step->device, &w, k));
    if (k + 1 == done) break;
    GM_TRY(gm_stages_totals(step, s));
    GM_TRY(gm_stages_structures(step, s));
  }
  return GM_OK;
}

gm_status gm_stages_contacts_and_motion(gm_state *step, gm_scene *s)
{
  if (step->device) {
    if (gm_ahead_alone(step, s, 1) && gm_device_step_can(&s->contacts))
      return by_device(step, s);
    gm_slots_stale(step->device);
    ++step->device->cost.host_steps;
  }
  GM_TRY(gm_growing_begin(&step->buffers, s));
  const gm_work w = gm_stages_work_of(step, s, gm_stages_kick_of(step, s));
  gm_team_run(&w, step->threads);
  return GM_OK;
}

gm_status gm_stages_contacts(gm_state *step, gm_scene *s)
{
  if (step->device) gm_slots_stale(step->device); /* histories go on */
  gm_capture *capture = &step->capture;
  GM_TRY(gm_capture_reserve(capture, s->contacts.n));
  GM_TRY(gm_growing_begin(&step->buffers, s));
  GM_TRY(gm_grains_keep_loads(&s->grains));
  gm_work w = gm_stages_work_of(step, s, 0.0);
  w.capture = capture;
  w.kept = s->grains.load;
  gm_team_run(&w, step->threads);
  gm_totals_loads(step, s);
  gm_sum lost = {0};
  for (gm_index i = 0; i < s->grains.n; ++i)
    gm_sum_add(&lost, s->grains.load[i].t[3]);
  gm_comm_sums(s->comm, &lost, 1);
  capture->dissipated = gm_sum_value(&lost) + step->met.dissipated;
  capture->valid = 1;
  if (s->grains.held) gm_held_count(step, s);
  return GM_OK;
}

gm_status gm_stages_motion(gm_state *step, gm_scene *s)
{
  if (step->device) ++step->device->cost.host_steps;
  gm_work w = gm_stages_work_of(step, s, gm_stages_kick_of(step, s));
  w.kept = s->grains.load;
  gm_team_move(&w, step->threads);
  return GM_OK;
}

gm_status gm_stages_halo(gm_state *step, gm_scene *s)
{
  gm_work_result *first = step->buffers.result;
  if (s->comm)
    gm_exchange_halo(&step->exchange, s, first ? &first->fastest : NULL,
                     sizeof *first);
  return GM_OK;
}

gm_status gm_stages_totals(gm_state *step, gm_scene *s)
{
  if (!step->capture.valid) gm_totals_loads(step, s); /* else already done */
  return gm_totals_step(step, s);
}

gm_status gm_stages_count_passages(gm_state *step, gm_scene *s)
{
  return gm_flux_count(&step->flux, s,
                       gm_contacts_team(step->threads, s->grains.n));
}

gm_status gm_stages_growth(gm_state *step, gm_scene *s)
{
  gm_lists_grown(&step->lists, s, gm_growing_advance(s));
  return GM_OK;
}

gm_status gm_stages_structures(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_relocate_structures(step, s));
  gm_held_arrive(s);
  ++s->step;
  s->time = (double)s->step * s->dt;
  step->capture.valid = 0;
  return GM_OK;
}

/* ---- stages of material points ------------------------------------------- */

/* Points step once in a stride of the grains: their forces are those of its beginning,
 * and they move at its end.  Their loads on structures stay until the next. */
static int points_step(const gm_scene *s)
{
  return s->step % s->continuum.stride == 0;
}

gm_status gm_stages_continuum_forces(gm_state *step, gm_scene *s)
{
  if (!points_step(s)) return GM_OK;
  return gm_mpm_forces(&step->mpm, s,
                       s->continuum.stride * gm_stages_kick_of(step, s),
                       step->threads);
}

/* The same of an instant that is measured.  Within a stride points are those of its
 * beginning. */
gm_status gm_stages_continuum_instant(gm_state *step, gm_scene *s)
{
  const double behind = s->step == 0 ? 0.0 : step->model.scheme->behind;
  GM_TRY(gm_stages_continuum_forces(step, s));
  if (step->unseen) return GM_OK;
  gm_mpm_instant(&step->mpm, s, points_step(s) ? behind : 0.0, step->threads);
  return GM_OK;
}

/* How far the grains of a row overlap, or a grain and a structure that is the nearest to
 * it; radius: the effective one. */
static double overlap_of(const gm_scene *s, gm_index row, double *radius)
{
  const gm_contacts *list = &s->contacts;
  const gm_row4 a = s->grains.g[list->a[row]].x;
  *radius = a[3];
  if (row < list->n_grain) {
    const gm_row4 b = s->grains.g[list->b[row]].x;
    *radius = a[3] * b[3] / (a[3] + b[3]);
    return a[3] + b[3] - gm_norm(gm_row_vec(a - b));
  }
  gm_query_result q;
  const gm_index nearest = gm_structures_nearest(&s->structures, &s->domain,
                                                 gm_row_vec(a), a[3], &q);
  return nearest == list->b[row] ? a[3] - q.distance : 0.0;
}

/* J  in the springs of contacts at the present positions. */
static double springs_of(const gm_state *step, const gm_scene *s)
{
  gm_sum sum = {0};
  double radius;
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    const double overlap = overlap_of(s, row, &radius);
    if (overlap > 0.0)
      gm_sum_add(&sum,
                 gm_measure_spring(&step->model, s, row, overlap, radius));
  }
  return gm_sum_value(&sum);
}

/* Grains and points turn into each other. */
gm_status gm_stages_zones(gm_state *step, gm_scene *s)
{
  gm_conversion_state *c = &step->hybrid.conversion;
  if (!gm_conversion_due(c, s)) return GM_OK;
  GM_TRY(gm_conversion_weigh(c, s));
  if (c->n_gone) GM_TRY(gm_lists_remove(&step->lists, s, c->gone));
  const gm_index before = s->grains.n;
  GM_TRY(gm_conversion_make(c, s));
  if (s->grains.n > before && !step->lists.must_build)
    step->lists.must_build = 1;
  step->mpm.grid.stale = 1;
  return GM_OK;
}

/* Before a conversion, while the list is that of the last step; and after it, with the
 * contacts of new grains. */
gm_status gm_stages_old_contacts(gm_state *step, gm_scene *s)
{
  if (gm_conversion_due(&step->hybrid.conversion, s))
    s->partition.sums.energy -= springs_of(step, s);
  return GM_OK;
}

gm_status gm_stages_new_contacts(gm_state *step, gm_scene *s)
{
  if (gm_conversion_due(&step->hybrid.conversion, s))
    s->partition.sums.energy += springs_of(step, s);
  return GM_OK;
}

gm_status gm_stages_note_velocities(gm_state *step, gm_scene *s)
{
  if (!s->grains.weight) return GM_OK;
  return gm_coupling_note(&step->hybrid.coupling, &s->grains);
}

gm_status gm_stages_sample(gm_state *step, gm_scene *s)
{
  if (!gm_hybrid_samples(&step->hybrid, s)) return GM_OK;
  return gm_hybrid_sample(&step->hybrid, s, &step->capture);
}

gm_status gm_stages_coupling(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_hybrid_couple(&step->hybrid, &step->mpm.grid, s, step->threads));
  gm_lists_grown(&step->lists, s, step->hybrid.swiftest * s->dt);
  return GM_OK;
}

gm_status gm_stages_continuum_motion(gm_state *step, gm_scene *s)
{
  if ((s->step + 1) % s->continuum.stride != 0) return GM_OK;
  return gm_mpm_move(&step->mpm, s, step->threads);
}
