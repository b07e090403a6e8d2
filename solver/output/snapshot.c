/* output/snapshot.c -- writes the result file of a run, frame by frame.
 *
 * Once the file exists, only the writing thread calls HDF5.  Copies of grains, contacts
 * and poses belong to that thread until it is done; the history has two sets of rows.
 *
 * A frame is written in this order: everything except its time; flush; its time; flush.
 * A reader that sees the time sees the rest, whenever the process dies.
 */
#include "output/snapshot.h"

#include "base/memory.h"
#include "base/writer.h"
#include "file/schema.h"
#include "output/columns.h"
#include "output/lattices.h"
#include "output/poses.h"
#include "output/provenance.h"
#include "output/series.h"
#include "output/surface_sums.h"
#include "output/surfaces.h"
#include "output/transient.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { PATH = 4096 };

struct gm_snapshot {
  gm_hdf5_file *file;
  gm_transient grains, contacts;
  const gm_column *grain_column[GM_COLUMNS_MAX]; /* those that are written */
  const gm_column *contact_column[GM_COLUMNS_MAX];
  gm_poses poses;
  gm_surface_sums sums;
  gm_series series;
  gm_writer *writer;
  double time; /* s  of the frame being written */
  _Atomic int64_t published;
  int lock;        /* shared lock: the file is in use; -1: none */
  char path[PATH]; /* of the result                           */
  char warning[2 * PATH];
};

/* --- names ------------------------------------------------------------------- */

static size_t stem(const char *path)
{
  const size_t length = strlen(path), suffix = strlen(GM_SUFFIX_RESULT);
  const bool named =
      length > suffix && strcmp(path + length - suffix, GM_SUFFIX_RESULT) == 0;
  return named ? length - suffix : length;
}

void gm_snapshot_contacts_path(const char *path, char *out, size_t bytes)
{
  snprintf(out, bytes, "%.*s%s", (int)stem(path), path, GM_SUFFIX_CONTACTS);
}

/* --- checks before it is made ------------------------------------------------- */

/* The folder that contains `path` must exist. */
static gm_status check_folder(const char *path)
{
  char folder[PATH] = ".";
  struct stat info;
  const char *slash = strrchr(path, '/');
  if (slash) {
    const int length = slash == path ? 1 : (int)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", length, path);
  }
  if (stat(folder, &info) != 0) {
    return gm_fail(GM_ERR_INPUT,
                   "the folder '%s' of the result does not exist; create it "
                   "first",
                   folder);
  }
  if (S_ISDIR(info.st_mode)) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "'%s' is not a folder; choose another path",
                 folder);
}

/* GM_OK: it is; GM_ERR_MEMORY; any other status: it is not. */
static gm_status is_link_file(const char *path)
{
  gm_hdf5_file *file = NULL;
  gm_status status = gm_hdf5_open(path, GM_HDF5_READ, &file);
  if (status == GM_OK && !gm_hdf5_is_link(file, GM_GROUP_GRAINS))
    status = GM_ERR_INPUT;
  gm_hdf5_close(&file);
  return status;
}

gm_status gm_snapshot_may_replace(const char *path)
{
  char link[PATH + 32];
  struct stat info;
  if (strlen(path) >= PATH)
    return gm_fail(GM_ERR_INPUT,
                   "the path of the result is longer than 4095 bytes: '%s'",
                   path);
  GM_TRY(check_folder(path));
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is a folder; the result must be a file, so choose "
                   "another name",
                   path);
  gm_snapshot_contacts_path(path, link, sizeof link);
  if (stat(link, &info) != 0) return GM_OK;
  const gm_status status =
      S_ISREG(info.st_mode) ? is_link_file(link) : GM_ERR_INPUT;
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' exists and is not replaced, even with --force, because "
                 "it is not the contacts file of '%s'; move it, or choose "
                 "another name for the result",
                 link, path);
}

/* --- can readers follow? ----------------------------------------------------- */

/* Returns why readers cannot follow the file `path`, or null.  Network file systems do
 * not preserve the order of writes, on which SWMR depends. */
static const char *unfollowable(const char *path)
{
  static const long network[] = {0x6969, 0x517b, (long)0xff534d42,
                                 (long)0xfe534d42};
  const char *why = NULL;
  const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return NULL; /* creating the file reports the reason */
  struct statfs fs;
  if (!gm_hdf5_lockable(path)) why = "its file system does not lock files";
  if (fstatfs(fd, &fs) == 0) {
    for (int k = 0; k < 4; ++k) {
      if ((long)fs.f_type == network[k]) why = "it is on a network file system";
    }
  }
  close(fd);
  return why;
}

/* --- making ------------------------------------------------------------------ */

static int64_t between(double value, int64_t low, int64_t high)
{
  return value < (double)low    ? low
         : value > (double)high ? high
                                : (int64_t)value;
}

/* A compressed chunk that grows is moved and leaves a hole.  With an eighth of a frame
 * in a chunk, within limits, these holes are a few per cent of the file. */
static int64_t chunk_of(const gm_scene *scene)
{
  const gm_index n = scene->grains.n;
  return n == 0 ? 512 : between(n / 8.0, 64, 16384);
}

static gm_transient_array array_of(const gm_column *column, bool single)
{
  gm_table_type type = single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE;
  if (column->kind == GM_COLUMN_INT32) type = GM_TABLE_INT32;
  if (column->kind == GM_COLUMN_INT64) type = GM_TABLE_INT64;
  return (gm_transient_array){column->name, column->units, type, column->width};
}

static bool is_wanted(const gm_column *column, const gm_config *config,
                      const gm_scene *scene)
{
  switch (column->when) {
  case GM_COLUMN_HELD:
    return scene->held_groups.n > 0;
  case GM_COLUMN_FULL:
    return config->output.arrays >= GM_ARRAYS_FULL;
  case GM_COLUMN_RESUME:
    return config->output.arrays == GM_ARRAYS_RESUME;
  default:
    return true;
  }
}

/* A state from which a run is resumed must not be rounded. */
static bool is_single(const gm_config *config)
{
  return config->output.precision == GM_PRECISION_SINGLE &&
         config->output.arrays != GM_ARRAYS_RESUME;
}

/* Selects the columns of a table that are written, and the arrays that they become. */
static int choose_columns(const gm_column *table, int n, const gm_config *c,
                          const gm_scene *scene, const gm_column **column,
                          gm_transient_array *array)
{
  int chosen = 0;
  for (int k = 0; k < n; ++k) {
    if (!is_wanted(&table[k], c, scene)) continue;
    column[chosen] = &table[k];
    array[chosen++] = array_of(&table[k], is_single(c));
  }
  return chosen;
}

static gm_status make_frames(gm_snapshot *s, const gm_config *config,
                             const gm_scene *scene, int64_t frame_chunk)
{
  gm_transient_array array[GM_COLUMNS_MAX];
  gm_transient_form form = {.array = array,
                            .single = is_single(config),
                            .deflate = config->output.compression,
                            .chunk = chunk_of(scene),
                            .frame_chunk = frame_chunk};
  int n = 0;
  const gm_column *column = gm_grain_columns(&n);
  form.kind = GM_TRANSIENT_GRAINS;
  form.group = GM_GROUP_GRAINS;
  form.n = choose_columns(column, n, config, scene, s->grain_column, array);
  GM_TRY(gm_transient_make(s->file, &form, &s->grains));
  GM_TRY(gm_hdf5_group(s->file, GM_GROUP_GRANUM));

  column = gm_contact_columns(&n);
  form.kind = GM_TRANSIENT_CONTACTS;
  form.group = GM_GROUP_CONTACTS;
  form.n = choose_columns(column, n, config, scene, s->contact_column, array);
  return gm_transient_make(s->file, &form, &s->contacts);
}

static gm_status make_objects(gm_snapshot *s, const gm_config *config,
                              const gm_scene *scene,
                              const gm_provenance_origin *origin)
{
  const double frames = config->time.end / config->output.every + 2.0;
  const int64_t frame_chunk = between(frames, 16, 512);
  const gm_index n = scene->structures.n;
  GM_TRY(make_frames(s, config, scene, frame_chunk));
  const bool single = is_single(config);
  gm_surface_cells cells;
  gm_status status =
      gm_surfaces_put(s->file, scene, config->output.audit, single, &cells);
  const gm_surface_sums_form form = {.single = single,
                                     .full = config->output.arrays >=
                                             GM_ARRAYS_FULL,
                                     .deflate = config->output.compression,
                                     .frame_chunk = frame_chunk};
  if (status == GM_OK)
    status = gm_surface_sums_make(s->file, &form, &scene->structures,
                                  &scene->collisions, &cells, &s->sums);
  gm_surface_sums_clear_cells(&cells);
  GM_TRY(status);
  GM_TRY(gm_lattices_put(s->file, scene, !config->output.virtual_particles,
                         single, config->output.compression));
  GM_TRY(gm_poses_make(s->file, n, frame_chunk, &s->poses));
  GM_TRY(gm_series_make(s->file, scene, &s->series));
  return gm_provenance_put(s->file, scene, origin);
}

/* The contacts file: its /VTKHDF is an external link to the contacts of the result, for
 * readers that know only VTK's layout. */
static gm_status make_link(const char *path, const char *result, bool followed)
{
  const char *slash = strrchr(result, '/');
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(path, followed, &file));
  gm_status status = gm_hdf5_link(
      file, GM_GROUP_GRAINS, slash ? slash + 1 : result, GM_GROUP_CONTACTS);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

static gm_status move(const char *from, const char *to)
{
  if (rename(from, to) == 0) return GM_OK;
  return gm_fail(GM_ERR_FILE, "cannot rename '%s' to '%s': %s", from, to,
                 strerror(errno));
}

/* Rename both files, the result last, so that nothing is lost if the other cannot be
 * renamed.  An existing contacts file has the same content and stays. */
static gm_status publish(const char *part, const char *path,
                         const char *link_part, const char *link)
{
  const bool was_there = access(link, F_OK) == 0;
  GM_TRY(move(link_part, link));
  const gm_status status = move(part, path);
  if (status != GM_OK && !was_there) unlink(link);
  return status;
}

/* why: the reason why readers cannot follow, or null. */
static gm_status create(gm_snapshot *s, const char *part,
                        const gm_config *config, const gm_scene *scene,
                        const gm_provenance_origin *origin, const char *why)
{
  GM_TRY(gm_hdf5_create(part, !why, &s->file));
  GM_TRY(make_objects(s, config, scene, origin));
  GM_TRY(gm_hdf5_flush(s->file));
  if (!why && gm_hdf5_publish(s->file) != GM_OK) why = gm_status_message();
  if (why)
    snprintf(s->warning, sizeof s->warning,
             "'%s' cannot be followed during the run: %s; it is flushed "
             "after every frame instead",
             s->path, why);
  /* As long as this process lives, `granum repair` refuses the file. */
  s->lock = open(part, O_RDONLY | O_CLOEXEC);
  if (s->lock >= 0) flock(s->lock, LOCK_SH | LOCK_NB);
  return GM_OK;
}

static void discard(gm_snapshot **snapshot)
{
  gm_snapshot *s = *snapshot;
  gm_writer_free(&s->writer);
  gm_hdf5_close(&s->file);
  if (s->lock >= 0) close(s->lock);
  gm_transient_clear(&s->grains);
  gm_transient_clear(&s->contacts);
  gm_poses_clear(&s->poses);
  gm_surface_sums_clear(&s->sums);
  gm_series_clear(&s->series);
  GM_FREE(*snapshot);
}

gm_status gm_snapshot_create(const char *path, const gm_config *config,
                             const gm_scene *scene,
                             const gm_provenance_origin *origin,
                             gm_snapshot **snapshot)
{
  char part[PATH + 16], link[PATH + 32], link_part[PATH + 48];
  *snapshot = NULL;
  GM_TRY(gm_snapshot_may_replace(path));
  GM_TRY(GM_RESIZE(*snapshot, 0, 1));
  gm_snapshot *s = *snapshot;
  s->lock = -1;
  snprintf(s->path, sizeof s->path, "%s", path);
  snprintf(part, sizeof part, "%s.part", path);
  gm_snapshot_contacts_path(path, link, sizeof link);
  snprintf(link_part, sizeof link_part, "%s.part", link);

  const char *why = unfollowable(part);
  gm_status status = gm_writer_create(&s->writer);
  if (status == GM_OK) status = make_link(link_part, path, !why);
  if (status == GM_OK) status = create(s, part, config, scene, origin, why);
  if (status == GM_OK) status = publish(part, path, link_part, link);
  if (status == GM_OK) {
    gm_hdf5_moved(s->file, path);
    return GM_OK;
  }
  discard(snapshot);
  unlink(part);
  unlink(link_part);
  return status;
}

/* --- growing ----------------------------------------------------------------- */

/* The frame being copied. */
typedef struct frame {
  const gm_snapshot *snapshot;
  gm_column_source source;
} frame;

static void fill_grains(const void *context, int k, int64_t first, int64_t n,
                        void *out)
{
  const frame *f = context;
  gm_column_fill *fill =
      k < 0 ? gm_grain_columns_place : f->snapshot->grain_column[k]->fill;
  fill(&f->source, (gm_index)first, (gm_index)n, out);
}

static void fill_contacts(const void *context, int k, int64_t first, int64_t n,
                          void *out)
{
  const frame *f = context;
  gm_column_fill *fill =
      k < 0 ? gm_contact_columns_ends : f->snapshot->contact_column[k]->fill;
  fill(&f->source, (gm_index)first, (gm_index)n, out);
}

static gm_status write_frame(void *context)
{
  gm_snapshot *s = context;
  gm_hdf5_quiet();
  GM_TRY(gm_transient_append(&s->grains));
  GM_TRY(gm_transient_append(&s->contacts));
  GM_TRY(gm_poses_append(&s->poses));
  GM_TRY(gm_surface_sums_append(&s->sums));
  GM_TRY(gm_series_write(&s->series));
  GM_TRY(gm_transient_publish(&s->contacts, s->time));
  GM_TRY(gm_hdf5_flush(s->file));
  GM_TRY(gm_transient_publish(&s->grains, s->time));
  GM_TRY(gm_transient_count(&s->contacts));
  GM_TRY(gm_transient_count(&s->grains));
  GM_TRY(gm_hdf5_flush(s->file));
  ++s->published;
  return GM_OK;
}

static gm_status write_history(void *context)
{
  gm_snapshot *s = context;
  gm_hdf5_quiet();
  GM_TRY(gm_series_write(&s->series));
  return gm_hdf5_flush(s->file);
}

gm_status gm_snapshot_frame(gm_snapshot *s, const gm_scene *scene,
                            const gm_frame_grains *grains,
                            const gm_frame_contacts *contacts)
{
  const frame f = {s, {scene, grains, contacts}};
  GM_TRY(gm_writer_wait(s->writer));
  GM_TRY(gm_transient_take(&s->grains, grains->n, fill_grains, &f));
  GM_TRY(gm_transient_take(&s->contacts, contacts->n, fill_contacts, &f));
  gm_poses_take(&s->poses, &scene->structures);
  gm_surface_sums_take(&s->sums, &scene->structures, &scene->contacts,
                       &scene->collisions);
  gm_series_take(&s->series);
  s->time = scene->time;
  return gm_writer_hand(s->writer, write_frame, s);
}

gm_status gm_snapshot_history(gm_snapshot *s, const gm_scene *scene,
                              const gm_measure *measure, double energy_error)
{
  GM_TRY(gm_writer_look(s->writer));
  gm_series_append(&s->series, scene, measure, energy_error);
  if (s->series.waiting < GM_SERIES_ROWS) return GM_OK;
  GM_TRY(gm_writer_wait(s->writer));
  gm_series_take(&s->series);
  return gm_writer_hand(s->writer, write_history, s);
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

double gm_snapshot_seconds(gm_snapshot *s)
{
  return gm_writer_seconds(s->writer);
}

gm_status gm_snapshot_close(gm_snapshot **snapshot)
{
  gm_snapshot *s = *snapshot;
  if (!s) return GM_OK;
  gm_status status = gm_writer_wait(s->writer);
  if (status == GM_OK) {
    gm_series_take(&s->series);
    status = write_history(s);
  }
  if (status == GM_OK) status = gm_hdf5_close(&s->file);
  discard(snapshot);
  return status;
}
