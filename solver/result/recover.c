/* result/recover.c -- repairs a result left behind by a run that was killed.
 *
 * The length that every array must have follows from the counts of the frames: a frame
 * is one part, its rows follow those of the frame before, and the list of vertices is
 * shared by all frames.
 */
#include "result/recover.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define STEPS_VALUES "/" GM_VTK_STEPS "/" GM_VTK_VALUES

/* An array that grows with the frames. */
typedef struct array {
  char name[GM_HDF5_NAME];
  int64_t rows;
} array;

/* The growing arrays of a file, and the rows of its frames. */
typedef struct inventory {
  gm_hdf5_file *file;
  int64_t n;
  array *array;      /* [n]                                        */
  int64_t frames;    /* published                                  */
  int64_t *grains;   /* [frames + 1]  sum of all frames before     */
  int64_t *contacts; /* [frames + 1]  likewise                     */
  int64_t *most;     /* [frames + 1]  largest number of grains     */
  int64_t rows;      /* of the history that all its arrays have    */
} inventory;

static bool begins(const char *name, const char *start)
{
  return strncmp(name, start, strlen(start)) == 0;
}

static bool ends(const char *name, const char *end)
{
  const size_t length = strlen(name), part = strlen(end);
  return length > part && strcmp(name + length - part, end) == 0;
}

/* --- the arrays of the file -------------------------------------------------- */

static gm_status note_array(void *context, const char *name)
{
  inventory *all = context;
  gm_table table;
  GM_TRY(gm_table_open(all->file, name, &table));
  const bool growing = table.growing;
  const int64_t rows = table.rows;
  gm_table_close(&table);
  if (!growing) return GM_OK;
  GM_TRY(GM_RESIZE(all->array, all->n, all->n + 1));
  array *a = &all->array[all->n++];
  snprintf(a->name, sizeof a->name, "%s", name);
  a->rows = rows;
  return GM_OK;
}

static int64_t rows_of(const inventory *all, const char *name)
{
  for (int64_t k = 0; k < all->n; ++k) {
    if (strcmp(all->array[k].name, name) == 0) return all->array[k].rows;
  }
  return 0;
}

/* Sums of the counts `name` over the frames. */
static gm_status sum_counts(const inventory *all, const char *name,
                            int64_t *sums, int64_t *most)
{
  gm_table table;
  GM_TRY(gm_table_open(all->file, name, &table));
  const gm_status status =
      gm_table_read(&table, GM_TABLE_INT64, 0, all->frames, sums + 1);
  gm_table_close(&table);
  GM_TRY(status);
  for (int64_t f = 0; f < all->frames; ++f) {
    const int64_t n = sums[f + 1];
    if (most) most[f + 1] = n > most[f] ? n : most[f];
    sums[f + 1] = sums[f] + n;
  }
  return GM_OK;
}

static gm_status take_inventory(inventory *all)
{
  GM_TRY(gm_hdf5_visit(all->file, GM_GROUP_GRAINS, note_array, all));
  GM_TRY(gm_hdf5_visit(all->file, GM_GROUP_GRANUM, note_array, all));
  const char *grains = GM_GROUP_GRAINS "/" GM_VTK_NUMBER_OF_POINTS;
  const char *contacts = GM_GROUP_CONTACTS "/" GM_VTK_NUMBER_OF_CELLS;
  all->frames = rows_of(all, GM_GROUP_GRAINS STEPS_VALUES);
  if (rows_of(all, grains) < all->frames) all->frames = rows_of(all, grains);
  if (rows_of(all, contacts) < all->frames)
    all->frames = rows_of(all, contacts);
  GM_TRY(GM_RESIZE(all->grains, 0, all->frames + 1));
  GM_TRY(GM_RESIZE(all->contacts, 0, all->frames + 1));
  GM_TRY(GM_RESIZE(all->most, 0, all->frames + 1));
  GM_TRY(sum_counts(all, grains, all->grains, all->most));
  GM_TRY(sum_counts(all, contacts, all->contacts, NULL));
  all->rows = INT64_MAX;
  for (int64_t k = 0; k < all->n; ++k) {
    const array *a = &all->array[k];
    if (begins(a->name, GM_GROUP_HISTORY "/") && a->rows < all->rows) {
      all->rows = a->rows;
    }
  }
  return GM_OK;
}

static void clear(inventory *all)
{
  GM_FREE(all->array);
  GM_FREE(all->grains);
  GM_FREE(all->contacts);
  GM_FREE(all->most);
}

/* --- the lengths they must have ---------------------------------------------- */

/* Number of rows of the array `name` when there are f frames. */
static int64_t rows_wanted(const inventory *all, const char *name, int64_t f)
{
  const bool contacts = begins(name, GM_GROUP_CONTACTS "/");
  if (begins(name, GM_GROUP_HISTORY "/")) return all->rows;
  if (begins(name, GM_GROUP_POSES "/") || begins(name, GM_GROUP_SUMS "/") ||
      begins(name, GM_GROUP_COLLISIONS "/") ||
      strstr(name, "/" GM_VTK_STEPS "/") ||
      ends(name, "/" GM_VTK_NUMBER_OF_POINTS) ||
      ends(name, "/" GM_VTK_NUMBER_OF_CELLS) ||
      ends(name, "/" GM_VTK_NUMBER_OF_IDS)) {
    return f;
  }
  if (contacts) {
    const int64_t n = all->contacts[f];
    if (ends(name, "/" GM_VTK_OFFSETS)) return n + f;
    const bool twice =
        ends(name, "/" GM_VTK_POINTS) || ends(name, "/" GM_VTK_CONNECTIVITY);
    return twice ? 2 * n : n;
  }
  const bool vertices = strstr(name, "/" GM_VTK_VERTICES "/") != NULL;
  if (ends(name, "/" GM_VTK_OFFSETS)) return vertices ? all->most[f] + 1 : 1;
  if (ends(name, "/" GM_VTK_CONNECTIVITY)) return vertices ? all->most[f] : 0;
  return all->grains[f];
}

static bool complete(const inventory *all, int64_t f)
{
  for (int64_t k = 0; k < all->n; ++k) {
    const array *a = &all->array[k];
    if (a->rows < rows_wanted(all, a->name, f)) return false;
  }
  return true;
}

/* --- repair ------------------------------------------------------------------ */

static bool miscounted(gm_hdf5_file *file, int64_t frames)
{
  return gm_hdf5_count(file, GM_GROUP_GRAINS "/" GM_VTK_STEPS, GM_VTK_NSTEPS) !=
             frames ||
         gm_hdf5_count(file, GM_GROUP_CONTACTS "/" GM_VTK_STEPS,
                       GM_VTK_NSTEPS) != frames;
}

static void plan_repair(inventory *all, gm_recover_report *report)
{
  const int64_t published = rows_of(all, GM_GROUP_GRAINS STEPS_VALUES);
  while (all->frames > 0 && !complete(all, all->frames))
    all->frames -= 1;
  for (int64_t k = 0; k < all->n; ++k) {
    const array *a = &all->array[k];
    report->cut += a->rows > rows_wanted(all, a->name, all->frames);
  }
  report->frames = all->frames;
  report->rows = all->rows;
  report->frames_dropped = published - all->frames;
  report->recounted = miscounted(all->file, all->frames);
}

static gm_status cut_arrays(const inventory *all)
{
  for (int64_t k = 0; k < all->n; ++k) {
    const array *a = &all->array[k];
    const int64_t rows = rows_wanted(all, a->name, all->frames);
    if (a->rows <= rows) continue;
    gm_table table;
    GM_TRY(gm_table_open(all->file, a->name, &table));
    const gm_status status = gm_table_cut(&table, rows);
    gm_table_close(&table);
    GM_TRY(status);
  }
  GM_TRY(gm_hdf5_attribute_count(all->file, GM_GROUP_GRAINS "/" GM_VTK_STEPS,
                                 GM_VTK_NSTEPS, all->frames));
  return gm_hdf5_attribute_count(all->file, GM_GROUP_CONTACTS "/" GM_VTK_STEPS,
                                 GM_VTK_NSTEPS, all->frames);
}

/* A run holds a shared lock on its result as long as it lives, and so do readers. */
static gm_status check_use(const char *path)
{
  const int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) {
    return gm_fail(GM_ERR_INPUT, "cannot open result '%s': %s", path,
                   strerror(errno));
  }
  const bool used = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(fd);
  if (!used) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' is in use: a run is writing it, or another program has "
                 "it open; nothing was changed; close that program and try "
                 "again",
                 path);
}

static gm_status repair(const char *path, inventory *all,
                        gm_recover_report *report)
{
  const gm_status opened = gm_hdf5_open(path, GM_HDF5_PLAIN, &all->file);
  if (opened == GM_ERR_MEMORY) return opened;
  if (opened != GM_OK) {
    GM_TRY(gm_hdf5_open(path, GM_HDF5_MEND, &all->file));
    report->unmarked = true;
  }
  if (!gm_hdf5_has(all->file, GM_GROUP_HISTORY)) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is not a result of granum: it has no group %s", path,
                   GM_GROUP_HISTORY);
  }
  GM_TRY(take_inventory(all));
  plan_repair(all, report);
  if (!report->cut && !report->recounted) return GM_OK;
  if (!report->unmarked) {
    GM_TRY(gm_hdf5_close(&all->file));
    GM_TRY(gm_hdf5_open(path, GM_HDF5_MEND, &all->file));
  }
  return cut_arrays(all);
}

gm_status gm_recover_result(const char *path, gm_recover_report *report)
{
  inventory all = {0};
  *report = (gm_recover_report){0};
  GM_TRY(check_use(path));
  gm_status status = repair(path, &all, report);
  if (all.file) {
    const gm_status closed = gm_hdf5_close(&all.file);
    if (status == GM_OK) status = closed;
  }
  clear(&all);
  return status;
}
