/* sim/create.c -- creates and releases a simulation. */
#include "sim/sim.h"

#include "base/memory.h"
#include "rules/read.h"
#include "setup/threads.h"
#include "sim/guard.h"
#include "sim/save.h"
#include "sim/source.h"
#include <stdlib.h>
#include <string.h>

/* Keys that a scene file must give and calls need not: a frame every 10 ms for 100 s. */
static const char empty[] = "{title: by calls, time: {end: 100}, "
                            "output: {every: 0.01}}";

const char *gm_sim_version(void)
{
  return GM_VERSION;
}

/* Allocate a simulation, all zero, aligned for the vectors of any processor. */
static gm_sim *made_sim(void)
{
  enum { LINE = 64 };
  gm_sim *sim = aligned_alloc(LINE, (sizeof *sim + LINE - 1) / LINE * LINE);
  if (!sim) return NULL;
  memset(sim, 0, sizeof *sim);
  sim->threads = gm_threads_default();
  return sim;
}

/* Errors in the text of the scene are reported at the start, together with all others. */
static gm_sim *described_sim(gm_sim *sim, gm_status status, size_t n_set,
                             const char *const *set)
{
  for (size_t k = 0; k < n_set && status == GM_OK; ++k)
    status = gm_read_override(&sim->ready.config, set[k]);
  gm_guard_keep(sim, status);
  if (status != GM_OK) sim->stage = GM_SIM_DEAD;
  return sim;
}

gm_sim *gm_sim_open(const char *path, size_t n_set, const char *const *set)
{
  gm_sim *sim = made_sim();
  if (!sim) return NULL;
  if (!path) return described_sim(sim, gm_fail(GM_ERR_USE, "no path"), 0, NULL);
  sim->ready.scene_path = strdup(path);
  if (!sim->ready.scene_path)
    return described_sim(
        sim, gm_fail(GM_ERR_MEMORY, "no memory for '%s'", path), 0, NULL);
  return described_sim(sim, gm_source_read(path, &sim->ready.config), n_set,
                       set);
}

gm_sim *gm_sim_parse(const char *text, const char *folder, size_t n_set,
                     const char *const *set)
{
  gm_sim *sim = made_sim();
  if (!sim) return NULL;
  if (!text) return described_sim(sim, gm_fail(GM_ERR_USE, "no text"), 0, NULL);
  return described_sim(sim,
                       gm_read_begin(text, strlen(text), "scene",
                                     folder ? folder : ".", &sim->ready.config),
                       n_set, set);
}

gm_sim *gm_sim_resume(const char *path, size_t n_set, const char *const *set)
{
  gm_sim *sim = made_sim();
  if (!sim) return NULL;
  if (!path) return described_sim(sim, gm_fail(GM_ERR_USE, "no path"), 0, NULL);
  gm_config_init(&sim->ready.config);
  sim->ready.scene_path = strdup(path);
  return described_sim(sim, gm_save_read(sim, path, n_set, set), 0, NULL);
}

gm_sim *gm_sim_create(void)
{
  return gm_sim_parse(empty, ".", 0, NULL);
}

void gm_sim_free(gm_sim *sim)
{
  if (!sim) return;
  gm_snapshot_close(&sim->snapshot);
  for (int k = 0; k < GM_COLUMNS_MAX + 2; ++k)
    gm_memory_free(&sim->column[k]);
  for (int k = 0; k <= GM_COLUMNS_MAX; ++k)
    gm_memory_free(&sim->clump_column[k]);
  gm_frame_clear_grains(&sim->grains);
  gm_frame_clear_contacts(&sim->contacts);
  gm_gathered_clear(&sim->gathered);
  gm_ready_clear(&sim->ready);
  gm_checkpoint_clear(&sim->from);
  gm_memory_free((void **)&sim->inputs);
  free(sim->goes_on);
  free(sim->written);
  free(sim->result);
  free(sim->message);
  free(sim);
}

gm_status gm_sim_status(const gm_sim *sim)
{
  return sim ? sim->status : GM_ERR_MEMORY;
}

const char *gm_sim_message(const gm_sim *sim)
{
  if (!sim) return "no memory for a simulation";
  return sim->message ? sim->message
                      : (sim->status == GM_OK ? "" : "no memory");
}

gm_status gm_sim_threads(gm_sim *sim, int threads)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_DESCRIBE));
  if (threads < 0 || threads > 1024)
    return gm_guard_end(sim,
                        gm_fail(GM_ERR_INPUT,
                                "%d threads; give 1 to 1024, or 0 for one for "
                                "each core that the run may use",
                                threads));
  sim->threads = threads ? threads : gm_threads_default();
  return gm_guard_end(sim, GM_OK);
}

size_t gm_sim_layout(int k)
{
  static const size_t size[] = {sizeof(gm_sim_view), sizeof(gm_sim_totals),
                                sizeof(gm_sim_event), sizeof(gm_sim_options)};
  return k >= 0 && k < 4 ? size[k] : 0;
}

double gm_sim_time(const gm_sim *sim)
{
  return sim ? sim->ready.scene.time : 0.0;
}

double gm_sim_dt(const gm_sim *sim)
{
  return sim ? sim->ready.scene.dt : 0.0;
}

int64_t gm_sim_step_count(const gm_sim *sim)
{
  return sim ? sim->ready.scene.step : 0;
}
