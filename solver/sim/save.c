/* sim/save.c -- checkpoints of a simulation, and simulations that go on from them.
 *
 * A simulation goes on in two steps.  Its scene is built from the text in the checkpoint,
 * as at the start of the run: that prepares surfaces, virtual particles, force laws.
 * Then the state of the checkpoint replaces what steps change.
 */
#include "sim/save.h"

#include "base/memory.h"
#include "checkpoint/inputs.h"
#include "file/schema.h"
#include "rules/read.h"
#include "sim/guard.h"
#include "sim/ranks.h"
#include "text/echo.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---------------------------------------------------------------------- */

/* Keys that a run that goes on may change: none of them changes a step. */
static gm_status check_saved_sim_override(const char *set)
{
  static const char *const keys[] = {"time.end", "time.until",
                                     "output.checkpoint"};
  for (int k = 0; k < 3; ++k) {
    const size_t n = strlen(keys[k]);
    if (!strncmp(set, keys[k], n) && strchr("=.", set[n])) return GM_OK;
  }
  return gm_fail(GM_ERR_INPUT,
                 "--set %s: a run that goes on can change time.end, time.until "
                 "and output.checkpoint only; start a new run for the rest",
                 set);
}

static gm_status read_saved_sim_config(gm_sim *sim, size_t n_set,
                                       const char *const *set)
{
  gm_config *config = &sim->ready.config;
  const gm_checkpoint *from = &sim->from;
  for (size_t k = 0; k < n_set; ++k)
    GM_TRY(check_saved_sim_override(set[k]));
  GM_TRY(gm_read_begin(from->scene, strlen(from->scene), from->path,
                       from->folder, config));
  for (size_t k = 0; k < n_set; ++k)
    GM_TRY(gm_read_override(config, set[k]));
  return GM_OK;
}

static int is_saved_sim_named_result(const char *path)
{
  const size_t n = strlen(path), m = strlen(GM_SUFFIX_RESULT);
  return n > m && !strcmp(path + n - m, GM_SUFFIX_RESULT);
}

gm_status gm_save_read(gm_sim *sim, const char *path, size_t n_set,
                       const char *const *set)
{
  gm_checkpoint *from = &sim->from;
  const int result = is_saved_sim_named_result(path);
  GM_TRY(result ? gm_checkpoint_find(path, from)
                : gm_checkpoint_open(path, from));
  if (strcmp(from->version, gm_sim_version()) != 0)
    return gm_fail(
        GM_ERR_INPUT,
        "'%s' was written by granum %s, and this is granum %s, which "
        "may compute other bits; go on with that version, or start "
        "the run anew with --force",
        from->path, from->version, gm_sim_version());
  if (result) {
    sim->goes_on = strdup(path);
    if (!sim->goes_on)
      return gm_fail(GM_ERR_MEMORY, "no memory for '%s'", path);
  }
  sim->ready.kept = from->dt;
  return read_saved_sim_config(sim, n_set, set);
}

gm_status gm_save_restore(gm_sim *sim)
{
  gm_checkpoint *from = &sim->from;
  gm_ready *r = &sim->ready;
  GM_TRY(gm_inputs_list(&r->scene, &sim->inputs));
  if (!from->path) return GM_OK;
  GM_TRY(gm_inputs_compare(from->path, from->inputs, sim->inputs));
  if (r->first != from->first)
    return gm_fail(GM_ERR_INPUT,
                   "'%s' belongs to a run that began with step %lld, and this "
                   "scene begins with step %lld; resume it with its own "
                   "scene",
                   from->path, (long long)from->first, (long long)r->first);
  GM_TRY(gm_checkpoint_restore(from, &r->step, &r->scene));
  sim->until.was_above = (int)from->was_above;
  sim->rebalance = (int)from->rebalance;
  return GM_OK;
}

/* ---- the result ------------------------------------------------------------------- */

/* The rows of the history that the result may lose. */
static gm_status pass_saved_sim_history(void *context, gm_archive *a)
{
  gm_series_rows tail;
  GM_TRY(gm_archive_group(a, "history"));
  for (int k = 0;; ++k) {
    GM_TRY(gm_snapshot_tail(context, k, a->reads, &tail));
    if (!tail.name) return GM_OK;
    if (tail.width > 0)
      GM_TRY(gm_archive_column(a, tail.name, tail.type, (int)tail.width,
                               tail.rows, tail.values));
  }
}

gm_status gm_save_open_result(gm_sim *sim)
{
  const gm_checkpoint *from = &sim->from;
  char newer[4096 + 32];
  if (!sim->written) sim->written = strdup(from->written);
  if (!sim->written)
    return gm_fail(GM_ERR_MEMORY, "no memory for '%s'", sim->goes_on);
  GM_TRY(gm_snapshot_resume(sim->goes_on, &sim->ready.config, &sim->ready.scene,
                            from->written, from->frames, from->rows,
                            &sim->snapshot));
  GM_TRY(pass_saved_sim_history(sim->snapshot, &sim->from.archive));
  sim->frames = from->frames;
  /* The next checkpoint must not move a damaged one over the valid one. */
  gm_checkpoint_path(sim->goes_on, 0, newer, sizeof newer);
  if (strcmp(newer, from->path) != 0) rename(from->path, newer);
  return GM_OK;
}

/* ---- writing ----------------------------------------------------------------------- */

static gm_status write_saved_sim_state(gm_sim *sim, const char *path,
                                       char *text, char *folder, gm_step *step,
                                       gm_scene *scene)
{
  gm_checkpoint c = {.version = (char *)(uintptr_t)gm_sim_version(),
                     .folder = folder,
                     .written = sim->written ? sim->written : text,
                     .scene = text,
                     .inputs = sim->inputs,
                     .first = sim->ready.first,
                     .was_above = sim->until.was_above,
                     .rebalance = sim->rebalance};
  if (sim->snapshot) {
    GM_TRY(gm_snapshot_sync(sim->snapshot));
    c.frames = gm_snapshot_frames(sim->snapshot);
    c.rows = gm_snapshot_history_rows(sim->snapshot);
    c.more = pass_saved_sim_history;
    c.context = sim->snapshot;
  }
  return gm_checkpoint_write(&c, path, step, scene);
}

static gm_status write_saved(gm_sim *sim, const char *path, gm_scene *scene)
{
  gm_step *step = &sim->ready.step;
  char *text = NULL;
  const char *given = sim->ready.config.folder;
  char *folder = realpath(given && *given ? given : ".", NULL);
  if (!folder)
    return gm_fail(GM_ERR_FILE, "cannot find the folder '%s' of the scene",
                   given ? given : ".");
  gm_status status = gm_step_settle(step, scene);
  if (status == GM_OK) status = gm_echo_scene(&sim->ready.config, &text);
  if (status == GM_OK)
    status = write_saved_sim_state(sim, path, text, folder, step, scene);
  free(text);
  free(folder);
  return status;
}

gm_status gm_save_write(gm_sim *sim, const char *path)
{
  gm_ready *r = &sim->ready;
  if (!r->scene.comm) return write_saved(sim, path, &r->scene);
  gm_status status = gm_ranks_whole(sim);
  if (status == GM_OK && gm_ranks_measures(sim))
    status = write_saved(sim, path, &sim->gathered.scene);
  return gm_comm_agree(r->comm, status);
}

static gm_status write_saved_sim_now(gm_sim *sim, const char *path)
{
  const gm_ready *r = &sim->ready;
  if (!path) return gm_fail(GM_ERR_USE, "no path of a checkpoint");
  if (r->scene.step == r->first)
    return gm_fail(GM_ERR_USE, "a checkpoint needs a step; call gm_sim_step "
                               "before gm_sim_checkpoint");
  if (r->step.capture.valid)
    return gm_fail(GM_ERR_USE,
                   "the forces of this instant have been measured; call "
                   "gm_sim_checkpoint after a step, before gm_sim_write, "
                   "gm_sim_measure or a view of measured columns");
  return gm_save_write(sim, path);
}

gm_status gm_sim_checkpoint(gm_sim *sim, const char *path)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  return gm_guard_end(sim, write_saved_sim_now(sim, path));
}
