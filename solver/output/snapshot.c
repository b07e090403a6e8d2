/* output/snapshot.c -- writes the result file of a run, frame by frame.
 *
 * Once the file exists, only the writing thread calls HDF5, or its owner while that
 * thread is idle.  The copied frame belongs to that thread until it is done; the
 * history has two sets of rows.
 *
 * A result is made under a temporary name and renamed when it is complete
 * (file/claim.h).  One that is continued is first compared with the scene; then it can
 * be followed again, and only then it is cut: so HDF5 writes in the order that leaves a
 * readable file whenever the process dies.
 *
 * Every so many seconds the file is synchronised with the disk at a frame.  A power cut
 * takes frames since then and none before (file/table.h); it may leave an index that
 * HDF5 cannot shorten, and then `granum repair` copies what is good (result/recover.h).
 */
#include "output/snapshot.h"

#include "base/clock.h"
#include "base/memory.h"
#include "file/claim.h"
#include "file/door.h"
#include "file/lengths.h"
#include "file/schema.h"
#include "file/whole.h"
#include "output/objects.h"
#include "output/writer.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SYNC_EVERY = 30 }; /* s  between synchronisations, at a frame */

struct gm_snapshot {
  gm_hdf5_file *file;
  gm_objects all;
  gm_writer *writer;
  _Atomic int64_t published;
  int64_t rows; /* of the history, those that wait in memory included */
  gm_claim claim;
  double synced; /* s  when the file was last synchronised with the disk */
  char warning[2 * GM_CLAIM_PATH];
};

/* --- names ------------------------------------------------------------------- */

static size_t snapshot_stem_length(const char *path)
{
  const size_t length = strlen(path), suffix = strlen(GM_SUFFIX_RESULT);
  const bool named =
      length > suffix && strcmp(path + length - suffix, GM_SUFFIX_RESULT) == 0;
  return named ? length - suffix : length;
}

void gm_snapshot_contacts_path(const char *path, char *out, size_t bytes)
{
  snprintf(out, bytes, "%.*s%s", (int)snapshot_stem_length(path), path,
           GM_SUFFIX_CONTACTS);
}

/* --- checks before it is made ------------------------------------------------- */

/* GM_OK: it is; GM_ERR_MEMORY; any other status: it is not. */
static gm_status is_snapshot_link_file(const char *path)
{
  gm_hdf5_file *file = NULL;
  gm_status status = gm_hdf5_open(path, GM_HDF5_READ, &file);
  if (status == GM_OK && !gm_hdf5_is_link(file, GM_GROUP_GRAINS))
    status = GM_ERR_INPUT;
  gm_hdf5_close(&file);
  return status;
}

/* The contacts file of a result may be replaced, another file of its name may not. */
static gm_status test_snapshot_result_link(const char *path)
{
  char link[GM_CLAIM_PATH + 32];
  struct stat info;
  gm_snapshot_contacts_path(path, link, sizeof link);
  if (lstat(link, &info) != 0) return GM_OK;
  const gm_status status =
      S_ISREG(info.st_mode) ? is_snapshot_link_file(link) : GM_ERR_INPUT;
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' exists and is not replaced, even with --force, because "
                 "it is not the contacts file of '%s'; move it, or choose "
                 "another name for the result",
                 link, path);
}

gm_status gm_snapshot_may_replace(const char *path, bool replace)
{
  GM_TRY(gm_claim_test(path, replace));
  return test_snapshot_result_link(path);
}

/* --- can readers follow? ----------------------------------------------------- */

/* Let readers follow from now on; why: the reason why they cannot, or null.  As long as
 * this process lives, `granum repair` refuses the file. */
static void let_snapshot_follow(gm_snapshot *s, const char *why)
{
  if (!why && gm_hdf5_publish(s->file) != GM_OK) why = gm_status_message();
  if (why)
    snprintf(s->warning, sizeof s->warning,
             "'%s' cannot be followed during the run: %s; it is flushed "
             "after every frame instead",
             s->claim.path, why);
  flock(s->claim.fd, LOCK_SH | LOCK_NB);
}

/* --- making ------------------------------------------------------------------ */

/* The contacts file: its /VTKHDF is an external link to the contacts of the result, for
 * readers that know only VTK's layout. */
static gm_status make_snapshot_link(const char *path, const char *result,
                                    bool followed)
{
  const char *slash = strrchr(result, '/');
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(path, followed, &file));
  gm_status status = gm_hdf5_link(
      file, GM_GROUP_GRAINS, slash ? slash + 1 : result, GM_GROUP_CONTACTS);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

/* The contacts file is taken by a run that makes the same result at this moment. */
static gm_status snapshot_about_link(gm_status status, const char *result)
{
  if (status != GM_ERR_INPUT) return status;
  return gm_fail(GM_ERR_INPUT,
                 "another run is making '%s' at this moment; wait for that "
                 "run or stop it, or choose another name",
                 result);
}

/* Rename both files, the result last, so that nothing is lost if the other cannot be
 * renamed.  An existing contacts file has the same content and stays, and so does that
 * of a run that has made the result meanwhile. */
static gm_status publish_snapshot_result(gm_claim *result, gm_claim *link)
{
  struct stat info;
  const bool was_there = link->old >= 0;
  GM_TRY(snapshot_about_link(gm_claim_publish(link), result->path));
  const gm_status status = gm_claim_publish(result);
  if (status != GM_OK && !was_there && lstat(result->path, &info) != 0)
    unlink(link->path);
  return status;
}

/* Create the file, ready to be followed, under its temporary name. */
static gm_status fill_snapshot(gm_snapshot *s, const gm_config *config,
                               const gm_scene *scene,
                               const gm_provenance_origin *origin)
{
  const char *why = gm_claim_unfollowable(&s->claim);
  GM_TRY(gm_hdf5_create(s->claim.temporary, !why, &s->file));
  GM_TRY(gm_objects_make(s->file, config, scene, origin, &s->all));
  GM_TRY(gm_hdf5_flush(s->file));
  let_snapshot_follow(s, why);
  const char *doubt = s->all.sums.cells.doubt;
  if (!*s->warning && *doubt)
    snprintf(s->warning, sizeof s->warning, "%s; granum check refuses it",
             doubt);
  return GM_OK;
}

static gm_status create_snapshot(gm_snapshot *s, const char *path, bool replace,
                                 const gm_config *config, const gm_scene *scene,
                                 const gm_provenance_origin *origin)
{
  char link_path[GM_CLAIM_PATH + 32];
  gm_claim link = {.old = -1, .fd = -1};
  gm_status status = gm_claim_begin(path, replace, &s->claim);
  if (status == GM_OK) status = test_snapshot_result_link(path);
  gm_snapshot_contacts_path(path, link_path, sizeof link_path);
  if (status == GM_OK)
    status = snapshot_about_link(gm_claim_begin(link_path, true, &link), path);
  if (status == GM_OK)
    status =
        make_snapshot_link(link.temporary, path, !gm_claim_unfollowable(&link));
  if (status == GM_OK) status = fill_snapshot(s, config, scene, origin);
  if (status == GM_OK) status = publish_snapshot_result(&s->claim, &link);
  if (status == GM_OK) gm_hdf5_moved(s->file, path);
  gm_claim_end(&link);
  return status;
}

static void discard_snapshot(gm_snapshot **snapshot)
{
  gm_snapshot *s = *snapshot;
  gm_writer_free(&s->writer);
  gm_hdf5_close(&s->file);
  gm_claim_end(&s->claim);
  gm_objects_clear(&s->all);
  GM_FREE(*snapshot);
}

static gm_status begin_snapshot(gm_snapshot **snapshot)
{
  *snapshot = NULL;
  GM_TRY(GM_RESIZE(*snapshot, 0, 1));
  (*snapshot)->claim = (gm_claim){.old = -1, .fd = -1};
  (*snapshot)->synced = gm_clock_now();
  return gm_writer_create(&(*snapshot)->writer);
}

gm_status gm_snapshot_create(const char *path, bool replace,
                             const gm_config *config, const gm_scene *scene,
                             const gm_provenance_origin *origin,
                             gm_snapshot **snapshot)
{
  gm_status status = begin_snapshot(snapshot);
  if (status == GM_OK)
    status = create_snapshot(*snapshot, path, replace, config, scene, origin);
  if (status != GM_OK && *snapshot) discard_snapshot(snapshot);
  return status;
}

/* --- continuing -------------------------------------------------------------- */

static gm_status test_snapshot_lengths(const gm_lengths *l, const char *path,
                                       int64_t frames, int64_t rows)
{
  if (frames <= l->frames && rows - gm_series_tail(rows) <= l->rows)
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' has %lld frames and %lld rows of history; it cannot be "
                 "continued after %lld frames and %lld rows",
                 path, (long long)l->frames, (long long)l->rows,
                 (long long)frames, (long long)rows);
}

static gm_status cut_snapshot(gm_snapshot *s, const gm_lengths *l,
                              int64_t frames, int64_t rows)
{
  const char *steps = GM_GROUP_GRAINS "/" GM_VTK_STEPS;
  if (gm_lengths_excess(l, frames, rows) == 0 &&
      gm_door_count(s->file, steps, GM_VTK_NSTEPS) == frames)
    return GM_OK;
  GM_TRY(gm_lengths_cut(l, frames, rows));
  return gm_hdf5_flush(s->file);
}

static gm_status synchronise_snapshot_tables(gm_snapshot *s)
{
  GM_TRY(gm_claim_sync(&s->claim));
  gm_objects_mark(&s->all);
  s->synced = gm_clock_now();
  return GM_OK;
}

/* Test by a look at every index that no metadata of the file is damaged.  A file that is
 * published is read with the patience that a follower of another writer needs, which for
 * a damaged block has no end. */
static gm_status test_snapshot_whole(const char *path)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_whole_length(path));
  gm_status status = gm_hdf5_open(path, GM_HDF5_READ, &file);
  if (status == GM_ERR_FILE) /* a killed run left more than its head says */
    status = gm_hdf5_open(path, GM_HDF5_MEND, &file);
  GM_TRY(status);
  status = gm_door_links(file, "/");
  if (status == GM_OK) status = gm_whole_own(file);
  if (status == GM_OK) status = gm_whole_metadata(file);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

static gm_status resume_snapshot(gm_snapshot *s, const char *path,
                                 const gm_config *config, const gm_scene *scene,
                                 const char *effective, int64_t frames,
                                 int64_t rows, gm_lengths *l)
{
  GM_TRY(gm_claim_existing(path, &s->claim));
  GM_TRY(gm_claim_unused(&s->claim));
  const char *why = gm_claim_unfollowable(&s->claim);
  GM_TRY(test_snapshot_whole(path));
  GM_TRY(gm_hdf5_open(path, GM_HDF5_CONTINUE, &s->file));
  if (!gm_hdf5_has(s->file, GM_GROUP_HISTORY))
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is not a result of granum: it has no group %s", path,
                   GM_GROUP_HISTORY);
  if (effective) GM_TRY(gm_provenance_compare_text(s->file, effective));
  GM_TRY(gm_lengths_read(s->file, l));
  GM_TRY(test_snapshot_lengths(l, path, frames, rows));
  GM_TRY(gm_objects_make(s->file, config, scene, NULL, &s->all));
  let_snapshot_follow(s, why);
  GM_TRY(cut_snapshot(s, l, frames, rows - gm_series_tail(rows)));
  gm_objects_clear(&s->all); /* once more, with the rows that are left */
  GM_TRY(gm_objects_make(s->file, config, scene, NULL, &s->all));
  s->published = frames;
  s->rows = rows;
  return synchronise_snapshot_tables(s);
}

gm_status gm_snapshot_resume(const char *path, const gm_config *config,
                             const gm_scene *scene, const char *effective,
                             int64_t frames, int64_t rows,
                             gm_snapshot **snapshot)
{
  gm_lengths lengths = {0};
  gm_status status = begin_snapshot(snapshot);
  if (status == GM_OK)
    status = resume_snapshot(*snapshot, path, config, scene, effective, frames,
                             rows, &lengths);
  gm_lengths_clear(&lengths);
  if (status != GM_OK && *snapshot) discard_snapshot(snapshot);
  return status;
}

/* --- growing ----------------------------------------------------------------- */

static gm_status write_snapshot_frame(void *context)
{
  gm_snapshot *s = context;
  bool touched = false;
  gm_hdf5_quiet();
  GM_TRY(gm_objects_append(&s->all, &touched));
  if (touched) GM_TRY(gm_claim_barrier(&s->claim));
  GM_TRY(gm_objects_publish(&s->all));
  ++s->published;
  return gm_clock_now() - s->synced < SYNC_EVERY
             ? GM_OK
             : synchronise_snapshot_tables(s);
}

static gm_status write_snapshot_history(void *context)
{
  gm_snapshot *s = context;
  bool touched = false;
  gm_hdf5_quiet();
  GM_TRY(gm_objects_history(&s->all, &touched));
  if (touched) GM_TRY(gm_claim_barrier(&s->claim));
  return gm_hdf5_flush(s->file);
}

gm_status gm_snapshot_frame(gm_snapshot *s, const gm_scene *scene,
                            const gm_frame_grains *grains,
                            const gm_frame_contacts *contacts)
{
  GM_TRY(gm_writer_wait(s->writer));
  GM_TRY(gm_objects_take(&s->all, scene, grains, contacts));
  return gm_writer_hand(s->writer, write_snapshot_frame, s);
}

gm_status gm_snapshot_history(gm_snapshot *s, const gm_scene *scene,
                              const gm_measure *measure, double energy_error)
{
  gm_series *series = &s->all.series;
  GM_TRY(gm_writer_look(s->writer));
  gm_series_append(series, scene, measure, energy_error);
  s->rows += 1;
  if (series->waiting < GM_SERIES_ROWS) return GM_OK;
  GM_TRY(gm_writer_wait(s->writer));
  gm_series_take(series);
  return gm_writer_hand(s->writer, write_snapshot_history, s);
}

gm_status gm_snapshot_sync(gm_snapshot *s)
{
  GM_TRY(gm_writer_wait(s->writer));
  gm_series_take(&s->all.series);
  GM_TRY(gm_writer_hand(s->writer, write_snapshot_history, s));
  GM_TRY(gm_writer_wait(s->writer));
  return synchronise_snapshot_tables(s);
}

gm_status gm_snapshot_tail(gm_snapshot *s, int k, int restores,
                           gm_series_rows *tail)
{
  return gm_series_column(&s->all.series, s->rows, k, restores, tail);
}

const char *gm_snapshot_warning(const gm_snapshot *s)
{
  return s->warning;
}

gm_status gm_snapshot_wait(gm_snapshot *s)
{
  return gm_writer_wait(s->writer);
}

gm_status gm_snapshot_look(gm_snapshot *s)
{
  return gm_writer_look(s->writer);
}

int64_t gm_snapshot_frames(const gm_snapshot *s)
{
  return s->published;
}

int64_t gm_snapshot_history_rows(const gm_snapshot *s)
{
  return s->rows;
}

double gm_snapshot_seconds(gm_snapshot *s)
{
  return gm_writer_seconds(s->writer);
}

gm_status gm_snapshot_close(gm_snapshot **snapshot)
{
  gm_snapshot *s = *snapshot;
  if (!s) return GM_OK;
  gm_status status = gm_snapshot_sync(s);
  if (status == GM_OK) status = gm_hdf5_close(&s->file);
  if (status == GM_OK) status = gm_claim_sync(&s->claim);
  discard_snapshot(snapshot);
  return status;
}
