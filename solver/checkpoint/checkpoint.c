/* checkpoint/checkpoint.c -- everything that the next step of a run reads, in one file.
 *
 * What is stored: clock, balance and counters; grains with all columns in their order;
 * contacts that touch with their histories; poses, loads and sums of structures; inlets,
 * sinks, sensors, impacts.  What is not: whatever the scene's text determines, the
 * neighbour list, scratch memory, and the loads of an instant.
 */
#include "checkpoint/checkpoint.h"

#include "base/memory.h"
#include "checkpoint/body_state.h"
#include "checkpoint/collision_state.h"
#include "checkpoint/contact_state.h"
#include "checkpoint/grain_state.h"
#include "checkpoint/meeting_state.h"
#include "checkpoint/partition_state.h"
#include "checkpoint/seal.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char format[] = "granum checkpoint 2";

static const gm_archive_field clock_fields[] = {
    GM_ARCHIVE_FIELD(gm_scene, time, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_scene, gravity, DOUBLE, 3),
};

static const gm_archive_field model_fields[] = {
    GM_ARCHIVE_FIELD(gm_state, model.alike, INT32, 1),
    GM_ARCHIVE_FIELD(gm_state, model.smallest, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, model.largest, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, model.range, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.dissipated, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.power, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.held_power, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_state, capture.growth_power, DOUBLE, 1),
};

/* ---- names --------------------------------------------------------------- */

void gm_checkpoint_path(const char *result, int old, char *path, size_t size)
{
  static const char suffix[] = ".vtkhdf";
  size_t n = strlen(result);
  if (n > sizeof suffix - 1 &&
      !strcmp(result + n - (sizeof suffix - 1), suffix))
    n -= sizeof suffix - 1;
  snprintf(path, size, "%.*s%s%s", (int)n, result, GM_CHECKPOINT_SUFFIX,
           old ? ".old" : "");
}

gm_status gm_checkpoint_may_write(const char *result)
{
  for (int old = 0; old < 2; ++old) {
    char path[GM_SEAL_PATH + 32];
    gm_checkpoint_path(result, old, path, sizeof path);
    if (gm_seal_replaceable(path)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "'%s' exists and is not replaced, even with --force, "
                   "because it is not a whole checkpoint; move it, or choose "
                   "another name for the result",
                   path);
  }
  return GM_OK;
}

void gm_checkpoint_remove(const char *result)
{
  for (int old = 0; old < 2; ++old) {
    char path[GM_SEAL_PATH + 32];
    gm_checkpoint_path(result, old, path, sizeof path);
    if (gm_seal_replaceable(path)) unlink(path);
  }
}

/* ---- both ways ----------------------------------------------------------- */

static gm_status pass_head(gm_archive *a, gm_checkpoint *c)
{
  char mark[sizeof format];
  memcpy(mark, format, sizeof format);
  GM_TRY(gm_archive_group(a, "run"));
  GM_TRY(gm_archive_column(a, "format", GM_TABLE_UINT8, 1, sizeof mark, mark));
  if (memcmp(mark, format, sizeof format) != 0)
    return gm_archive_refuse(a, "its format is not 'granum checkpoint 2'");
  GM_TRY(gm_archive_text(a, "version", &c->version));
  GM_TRY(gm_archive_text(a, "folder", &c->folder));
  GM_TRY(gm_archive_text(a, "written", &c->written));
  GM_TRY(gm_archive_text(a, "scene", &c->scene));
  GM_TRY(gm_archive_text(a, "inputs", &c->inputs));
  GM_TRY(gm_archive_column(a, "dt", GM_TABLE_DOUBLE, 1, 1, &c->dt));
  const struct {
    const char *name;
    int64_t *number;
  } numbers[] = {{"step", &c->step},           {"first", &c->first},
                 {"frames", &c->frames},       {"rows", &c->rows},
                 {"was_above", &c->was_above}, {"rebalance", &c->rebalance}};
  for (int k = 0; k < 6; ++k)
    GM_TRY(gm_archive_column(a, numbers[k].name, GM_TABLE_INT64, 1, 1,
                             numbers[k].number));
  if (c->first >= 0 && c->step > c->first && c->frames >= 0 && c->rows >= 0 &&
      c->dt > 0.0)
    return GM_OK;
  return gm_archive_refuse(a, "the numbers of steps, frames or rows");
}

static gm_status pass_state(gm_archive *a, gm_step *step, gm_scene *s)
{
  GM_TRY(gm_archive_group(a, "clock"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, clock_fields, 1, s));
  GM_TRY(GM_ARCHIVE_RECORDS(a, model_fields, 1, step));
  GM_TRY(gm_body_state_pass(a, s));
  GM_TRY(gm_grain_state_pass(a, step, s));
  GM_TRY(gm_partition_state_pass(a, s));
  GM_TRY(gm_contact_state_pass(a, step, s));
  GM_TRY(gm_meeting_state_pass(a, s));
  return gm_collision_state_pass(a, step, s);
}

/* ---- writing ------------------------------------------------------------- */

static gm_status write_file(const gm_checkpoint *c, const char *path,
                            gm_step *step, gm_scene *scene)
{
  gm_checkpoint head = *c;
  gm_archive a = {0};
  head.step = scene->step;
  head.dt = scene->dt;
  GM_TRY(gm_hdf5_create(path, false, &a.file));
  gm_status status = pass_head(&a, &head);
  if (status == GM_OK) status = pass_state(&a, step, scene);
  if (status == GM_OK && c->more) status = c->more(c->context, &a);
  const gm_status closed = gm_hdf5_close(&a.file);
  return status == GM_OK ? closed : status;
}

gm_status gm_checkpoint_write(const gm_checkpoint *c, const char *path,
                              gm_step *step, gm_scene *scene)
{
  char temporary[GM_SEAL_PATH];
  int lock;
  GM_ASSERT(!step->capture.valid && scene->step > c->first);
  GM_TRY(gm_seal_begin(path, temporary, &lock));
  gm_status status = write_file(c, temporary, step, scene);
  if (status == GM_OK) status = gm_seal_place(path, temporary, &lock);
  if (status != GM_OK) gm_seal_drop(temporary, &lock);
  return status;
}

/* ---- reading ------------------------------------------------------------- */

gm_status gm_checkpoint_open(const char *path, gm_checkpoint *c)
{
  *c = (gm_checkpoint){0};
  c->archive.reads = 1;
  GM_TRY(gm_seal_check(path, &c->archive.bytes));
  GM_TRY(GM_RESIZE(c->path, 0, strlen(path) + 1));
  strcpy(c->path, path);
  GM_TRY(gm_hdf5_open(path, GM_HDF5_PLAIN, &c->archive.file));
  return pass_head(&c->archive, c);
}

gm_status gm_checkpoint_find(const char *result, gm_checkpoint *c)
{
  char path[2][GM_SEAL_PATH + 32], why[2][512] = {"", ""};
  for (int old = 0; old < 2; ++old) {
    struct stat info;
    gm_checkpoint_path(result, old, path[old], sizeof path[old]);
    if (lstat(path[old], &info) != 0) {
      *c = (gm_checkpoint){0};
      continue;
    }
    const gm_status status = gm_checkpoint_open(path[old], c);
    if (status == GM_OK) return GM_OK;
    if (status == GM_ERR_MEMORY) return status;
    snprintf(why[old], sizeof why[old], "%s", gm_status_message());
    if (!old) gm_checkpoint_clear(c);
  }
  if (!*why[0] && !*why[1])
    return gm_fail(GM_ERR_INPUT,
                   "there is no checkpoint '%s' to go on from; start the run "
                   "anew with --force, or name its result with -o",
                   path[0]);
  return gm_fail(GM_ERR_INPUT,
                 "no checkpoint of '%s' can be used: %s%s%s; start the run "
                 "anew with --force",
                 result, why[0], *why[0] && *why[1] ? "; " : "", why[1]);
}

gm_status gm_checkpoint_restore(gm_checkpoint *c, gm_step *step, gm_scene *s)
{
  s->step = c->step;
  GM_TRY(pass_state(&c->archive, step, s));
  if (s->time == (double)c->step * s->dt) return GM_OK;
  return gm_fail(GM_ERR_FILE, "'%s': time and step do not agree", c->path);
}

void gm_checkpoint_clear(gm_checkpoint *c)
{
  gm_hdf5_close(&c->archive.file);
  GM_FREE(c->path);
  GM_FREE(c->version);
  GM_FREE(c->folder);
  GM_FREE(c->written);
  GM_FREE(c->scene);
  GM_FREE(c->inputs);
  *c = (gm_checkpoint){0};
}
