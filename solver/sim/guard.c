/* sim/guard.c -- begins and ends every public function. */
#include "sim/guard.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

gm_status gm_guard_keep(gm_sim *sim, gm_status status)
{
  if (status == GM_OK) return GM_OK;
  const char *faults = sim->ready.config.errors;
  const int described =
      sim->stage == GM_SIM_DESCRIBED || sim->stage == GM_SIM_DEAD;
  const int scene = described && faults && *faults && status == GM_ERR_INPUT;
  char *message = strdup(scene ? faults : gm_status_message());
  sim->status = status;
  free(sim->message);
  sim->message = message;
  return status;
}

static gm_status allow_guard_call(const gm_sim *sim, gm_guard_need need)
{
  switch (sim->stage) {
  case GM_SIM_DEAD:
    return gm_fail(GM_ERR_USE, "the simulation could not be started: %.4000s",
                   sim->message ? sim->message : "");
  case GM_SIM_DESCRIBED:
    if (need == GM_GUARD_DESCRIBE || need == GM_GUARD_ALIVE) return GM_OK;
    return gm_fail(GM_ERR_USE, "the simulation is not started; call "
                               "gm_sim_start, or do a step");
  case GM_SIM_STOPPED:
    if (need == GM_GUARD_VIEW) return GM_OK;
    return gm_fail(GM_ERR_USE,
                   "a step has failed with a number error; the simulation can "
                   "only be viewed, written and freed");
  default:
    if (need != GM_GUARD_DESCRIBE) return GM_OK;
    return gm_fail(GM_ERR_USE, "the simulation is started; this call belongs "
                               "before gm_sim_start");
  }
}

gm_status gm_guard_begin(gm_sim *sim, gm_guard_need need)
{
  if (!sim) return gm_fail(GM_ERR_MEMORY, "no memory for a simulation");
  const gm_status status = allow_guard_call(sim, need);
  if (status != GM_OK) {
    const int dead = sim->stage == GM_SIM_DEAD; /* the first message stays */
    return dead ? status : gm_guard_keep(sim, status);
  }
  if (sim->depth++ > 0) return GM_OK;
  sim->outside = omp_get_max_threads();
  omp_set_num_threads(sim->threads);
  return GM_OK;
}

gm_status gm_guard_end(gm_sim *sim, gm_status status)
{
  gm_guard_keep(sim, status);
  if (--sim->depth == 0) omp_set_num_threads(sim->outside);
  return status;
}

void gm_guard_changed(gm_sim *sim)
{
  sim->looked = sim->framed = 0;
}
