/* sim/advance.c -- starts, steps and measures a simulation.
 *
 * An instant is measured once, when something of it is viewed, and its frame is made
 * once; columns of clumps are filled from that frame.
 */
#include "sim/advance.h"

#include "base/memory.h"
#include "file/schema.h"
#include "measure/frame.h"
#include "measure/measure.h"
#include "sim/guard.h"
#include "sim/ranks.h"
#include "sim/save.h"
#include "step/step.h"
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

gm_status gm_advance_start(gm_sim *sim)
{
  if (sim->stage != GM_SIM_DESCRIBED) return GM_OK;
  gm_ready *r = &sim->ready;
  gm_status status = gm_ready_prepare(r, omp_get_max_threads());
  if (status == GM_OK) {
    gm_until_init(&sim->until, &r->config, r->scene.dt, r->history_every);
    status = gm_save_restore(sim);
  }
  if (status == GM_OK && r->comm) status = gm_ranks_begin(sim);
  status = gm_comm_agree(r->comm, status);
  sim->stage = status == GM_OK ? GM_SIM_STARTED : GM_SIM_DEAD;
  return status;
}

/* The message of a motion that failed begins with the instant. */
static gm_status with_instant(const gm_sim *sim, gm_status status)
{
  static const char begin[] = "at t = ";
  char message[4096];
  if (status != GM_ERR_NUMBER) return status;
  snprintf(message, sizeof message, "%s", gm_status_message());
  if (!strncmp(message, begin, sizeof begin - 1)) return status;
  return gm_fail(status, "%s%.6g s: %s", begin, sim->ready.scene.time, message);
}

gm_status gm_advance_some(gm_sim *sim, int64_t most)
{
  gm_guard_changed(sim);
  const gm_status status =
      with_instant(sim, gm_step_run(&sim->ready.step, &sim->ready.scene, most));
  if (status != GM_OK) sim->stage = GM_SIM_STOPPED;
  return status;
}

static void measure_sim(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  const gm_capture *now = gm_ranks_capture(sim);
  gm_measure_scene(now, gm_ranks_scene(sim), sim->ready.step.threads,
                   &sim->now);
  s->balance.peak = fmax(s->balance.peak, gm_measure_moving(&sim->now));
  if (s->step == sim->ready.first) {
    /* What left before the first step was there at the start. */
    s->balance.initial = 0.0;
    s->balance.initial = gm_measure_error(now, gm_ranks_scene(sim), &sim->now);
  } else if (sim->rebalance) {
    s->balance.energy_in += gm_measure_error(now, s, &sim->now);
  }
}

gm_status gm_advance_look(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  gm_step *step = &sim->ready.step;
  if (sim->looked) return GM_OK;
  GM_TRY(with_instant(sim, gm_step_loads(step, s)));
  GM_TRY(gm_ranks_gather(sim));
  if (gm_ranks_measures(sim)) measure_sim(sim);
  sim->rebalance = 0;
  sim->looked = 1;
  return GM_OK;
}

gm_status gm_advance_frames(gm_sim *sim)
{
  GM_TRY(gm_advance_look(sim));
  if (sim->framed) return GM_OK;
  gm_step *step = &sim->ready.step;
  gm_scene *s = gm_ranks_scene(sim);
  const gm_capture *now = gm_ranks_capture(sim);
  GM_TRY(gm_frame_fill_grains(now, step->threads, s, &sim->grains));
  if (s->hard) {
    GM_TRY(gm_step_collisions(step, s));
    GM_TRY(gm_frame_fill_collisions(&step->hard.sums, s, &sim->grains,
                                    &sim->contacts));
  } else {
    GM_TRY(gm_frame_fill_contacts(now, step->threads, s, &sim->grains,
                                  &sim->contacts));
  }
  sim->framed = 1;
  return GM_OK;
}

/* Column k of the clumps of result files, or their places for k = n. */
static gm_status fill_clumps(gm_sim *sim, const gm_column *c, void **column,
                             gm_sim_view *view)
{
  GM_TRY(gm_advance_frames(sim));
  const gm_index n = sim->grains.clumps.n;
  const int width = c ? c->width : 3;
  const gm_column_source source = {.scene = &sim->ready.scene,
                                   .grains = &sim->grains};
  gm_memory_free(column);
  GM_TRY(gm_memory_resize(column, 0, (size_t)n + 1, (size_t)width * 8));
  (c ? c->fill : gm_columns_clump_place)(&source, 0, n, *column);
  *view = (gm_sim_view){.data = *column,
                        .n = n,
                        .stride = 8 * width,
                        .components = width,
                        .type = !c || c->kind == GM_COLUMN_REAL ? GM_SIM_DOUBLE
                                                                : GM_SIM_INT64,
                        .unit = c ? c->units : "m"};
  return GM_OK;
}

gm_status gm_advance_clumps(gm_sim *sim, const char *name, gm_sim_view *view)
{
  int n = 0;
  const gm_column *table = gm_columns_clumps(&n);
  if (!strcmp(name, GM_NAME_POSITION))
    return fill_clumps(sim, NULL, &sim->clump_column[n], view);
  for (int k = 0; k < n; ++k)
    if (!strcmp(table[k].name, name))
      return fill_clumps(sim, &table[k], &sim->clump_column[k], view);
  return gm_fail(GM_ERR_USE,
                 "the table of clumps has no column '%.60s'; "
                 "gm_sim_column_name lists those it has",
                 name);
}

gm_status gm_sim_start(gm_sim *sim)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  return gm_guard_end(sim, gm_advance_start(sim));
}

/* Measure before the first step, because the energy balance needs the initial state. */
static gm_status take_steps(gm_sim *sim, int64_t n)
{
  gm_scene *s = &sim->ready.scene;
  const int64_t end = s->step + n;
  while (s->step < end) {
    if (s->step == sim->ready.first || sim->rebalance)
      GM_TRY(gm_advance_look(sim));
    GM_TRY(gm_advance_some(sim, end - s->step));
  }
  return GM_OK;
}

gm_status gm_sim_step(gm_sim *sim, int64_t n)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = gm_advance_start(sim);
  if (status == GM_OK) status = take_steps(sim, n);
  return gm_guard_end(sim, status);
}

gm_status gm_sim_run_to(gm_sim *sim, double time)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  gm_status status = gm_advance_start(sim);
  if (status == GM_OK && !isfinite(time))
    status =
        gm_fail(GM_ERR_USE, "the time to run to, %g s, is not finite", time);
  if (status == GM_OK) {
    const double n =
        ceil((time - sim->ready.scene.time) / sim->ready.scene.dt - 1.0e-6);
    if (n > 0.0) status = take_steps(sim, (int64_t)fmin(n, 1.0e18));
  }
  return gm_guard_end(sim, status);
}
