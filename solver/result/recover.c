/* result/recover.c -- repairs a result left behind by a run that was killed.
 *
 * Everything is read first, from a file that is open for reading where possible; a file
 * that has lost its end or leads to other files is refused before it is opened for
 * writing.  What a power cut leaves are frames at the end whose numbers disagree with
 * their checksums; these are removed.  Damage elsewhere is named and left as it is:
 * arrays that are intact can still be read.
 *
 * A copy is changed and takes the place of the file, which is kept (result/keep.h).
 * Where HDF5 cannot cut an array, because its index is damaged behind the rows that stay,
 * these rows go to a new file instead.
 */
#include "result/recover.h"

#include "base/memory.h"
#include "base/regular.h"
#include "file/door.h"
#include "file/lengths.h"
#include "file/schema.h"
#include "file/table.h"
#include "file/whole.h"
#include "result/keep.h"
#include "result/rescue.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* A file and what is known of it. */
typedef struct patient {
  gm_hdf5_file *file;
  gm_claim
      claim; /* of the new file, where the repair writes; fd < 0: none yet */
  gm_lengths lengths;
  bool *frame, *row;        /* [frames], [rows of the history]  damaged */
  int64_t place;            /* of the first damaged row in `table` */
  char table[GM_HDF5_NAME]; /* "": nothing is damaged */
} patient;

/* --- reading everything ------------------------------------------------------- */

static bool is_history(const char *name)
{
  return strncmp(name, GM_GROUP_HISTORY "/", strlen(GM_GROUP_HISTORY "/")) == 0;
}

static void note(patient *p, const char *table, int64_t place)
{
  if (p->table[0]) return;
  snprintf(p->table, sizeof p->table, "%s", table);
  p->place = place;
}

static void damage(void *context, const char *table, int64_t first, int64_t end)
{
  patient *p = context;
  int64_t from = first, to = end;
  bool *marks = p->row;
  if (!is_history(table)) {
    marks = p->frame;
    gm_lengths_frames(&p->lengths, table, first, end, &from, &to);
  }
  for (int64_t k = from; k < to; ++k)
    marks[k] = true;
}

static void damage_fixed(void *context, const char *table, int64_t first,
                         int64_t end)
{
  (void)end;
  note(context, table, first);
}

/* A table that does not grow. */
static gm_status read_fixed(void *context, const char *name)
{
  patient *p = context;
  gm_table table;
  for (int64_t k = 0; k < p->lengths.n; ++k)
    if (strcmp(p->lengths.array[k].name, name) == 0) return GM_OK;
  GM_TRY(gm_table_open(p->file, name, &table));
  const int64_t rows = table.rows;
  gm_table_close(&table);
  return gm_whole_read(p->file, name, rows, damage_fixed, p);
}

static gm_status read_all(patient *p)
{
  gm_lengths *l = &p->lengths;
  GM_TRY(gm_whole_own(p->file));
  if (!gm_hdf5_has(p->file, GM_GROUP_HISTORY))
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is not a result of granum: it has no group %s",
                   gm_hdf5_path(p->file), GM_GROUP_HISTORY);
  GM_TRY(gm_lengths_read(p->file, l));
  GM_TRY(GM_RESIZE(p->frame, 0, l->frames + 1));
  GM_TRY(GM_RESIZE(p->row, 0, l->rows + 1));
  for (int64_t k = 0; k < l->n; ++k) {
    const char *name = l->array[k].name;
    GM_TRY(gm_whole_read(p->file, name,
                         gm_lengths_wanted(l, name, l->frames, l->rows), damage,
                         p));
  }
  GM_TRY(gm_door_visit(p->file, GM_GROUP_GRAINS, read_fixed, p));
  return gm_door_visit(p->file, GM_GROUP_GRANUM, read_fixed, p);
}

/* --- the plan ----------------------------------------------------------------- */

static bool miscounted(gm_hdf5_file *file, int64_t frames)
{
  for (int g = 0; g < GM_LENGTHS_GROUPS; ++g) {
    char steps[GM_HDF5_NAME];
    const char *group = gm_lengths_group(file, g);
    if (!group) continue;
    snprintf(steps, sizeof steps, "%s/" GM_VTK_STEPS, group);
    if (gm_door_count(file, steps, GM_VTK_NSTEPS) != frames) return true;
  }
  return false;
}

/* Counts the marks; place receives the first. */
static int64_t count(const bool *marks, int64_t n, int64_t *place)
{
  int64_t found = 0;
  for (int64_t k = n - 1; k >= 0; --k) {
    if (!marks[k]) continue;
    *place = k;
    ++found;
  }
  return found;
}

static void plan_repair(patient *p, gm_recover_report *report)
{
  const gm_lengths *l = &p->lengths;
  int64_t frames = l->frames, rows = l->rows, place = 0;
  while (report->unmarked && frames > 0 && p->frame[frames - 1])
    --frames;
  while (report->unmarked && rows > 0 && p->row[rows - 1])
    --rows;
  report->cut = gm_lengths_excess(l, frames, rows);
  report->frames = frames;
  report->rows = rows;
  report->frames_dropped = l->published - frames;
  report->recounted = miscounted(p->file, frames);
  report->damaged = p->table[0] != '\0';
  const int64_t damaged = count(p->frame, frames, &place);
  if (damaged) note(p, "frame", place);
  const int64_t lost = count(p->row, rows, &place);
  if (lost) note(p, "row of the history", place);
  report->damaged += damaged + lost;
}

static gm_status tell(const patient *p, const char *path,
                      const gm_recover_report *report)
{
  if (!report->damaged) return GM_OK;
  if (p->table[0] == '/')
    return gm_fail(GM_ERR_FILE,
                   "'%s' in '%s' is damaged at row %lld; it was left as it is",
                   p->table, path, (long long)p->place);
  return gm_fail(GM_ERR_FILE,
                 "%s %lld of '%s' is damaged, %lld in all; they were left as "
                 "they are, and the others can be read",
                 p->table, (long long)p->place, path,
                 (long long)report->damaged);
}

/* --- repair ------------------------------------------------------------------ */

/* A run holds a shared lock on its result as long as it lives, and so do readers. */
static gm_status check_use(const char *path)
{
  GM_TRY(gm_regular_test(path));
  const int fd = open(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ELOOP)
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is a symbolic link; repair the file that it names",
                   path);
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

/* Counts that are damaged in the middle of a closed file hide where the frames after
 * them begin. */
static gm_status test_counts(const patient *p, const char *path, bool unmarked)
{
  const gm_lengths *l = &p->lengths;
  if (unmarked || l->counted >= l->published) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the number of rows of frame %lld of '%s' is damaged; nothing "
                 "was changed",
                 (long long)l->counted, path);
}

static gm_status reopen(const char *path, gm_hdf5_way way, patient *p)
{
  GM_TRY(gm_hdf5_close(&p->file));
  GM_TRY(gm_hdf5_open(path, way, &p->file));
  p->lengths.file = p->file;
  return GM_OK;
}

/* From now on the open file is a copy, which may be changed; messages name the result. */
static gm_status open_copy(const char *path, patient *p)
{
  GM_TRY(gm_hdf5_close(&p->file));
  GM_TRY(gm_keep_begin(path, &p->claim));
  GM_TRY(gm_keep_copy(&p->claim));
  const gm_status status =
      gm_hdf5_open(p->claim.temporary, GM_HDF5_MEND, &p->file);
  if (status == GM_ERR_FILE && /* the message is to name the result */
      gm_hdf5_open(path, GM_HDF5_PLAIN, &p->file) == GM_OK)
    gm_hdf5_close(&p->file);
  GM_TRY(status);
  gm_hdf5_moved(p->file, path);
  p->lengths.file = p->file;
  return GM_OK;
}

/* Open the file for reading, or, if its marks forbid it, a copy for writing. */
static gm_status open_file(const char *path, patient *p)
{
  const gm_status status = gm_hdf5_open(path, GM_HDF5_READ, &p->file);
  if (status != GM_OK && status != GM_ERR_MEMORY) GM_TRY(open_copy(path, p));
  p->lengths.file = p->file;
  return p->file ? GM_OK : status;
}

static gm_status change(const char *path, patient *p, gm_recover_report *report)
{
  if (report->cut &&
      !gm_rescue_is_cuttable(&p->lengths, report->frames, report->rows)) {
    report->copied = true;
    gm_claim_end(&p->claim); /* a copy stays open, though it has no name now */
    return gm_rescue_copy(&p->lengths, report->frames, report->rows);
  }
  if (p->claim.fd < 0) GM_TRY(open_copy(path, p));
  if (report->cut || report->recounted)
    GM_TRY(gm_lengths_cut(&p->lengths, report->frames, report->rows));
  GM_TRY(gm_hdf5_close(&p->file));
  return gm_keep_exchange(&p->claim);
}

static gm_status repair(const char *path, patient *p, gm_recover_report *report)
{
  GM_TRY(gm_whole_length(path));
  GM_TRY(open_file(path, p));
  GM_TRY(read_all(p));
  report->unmarked = p->claim.fd >= 0;
  if (!report->unmarked) {
    const gm_status status = reopen(path, GM_HDF5_PLAIN, p);
    report->unmarked = status != GM_OK;
    if (status == GM_ERR_MEMORY) return status;
    GM_TRY(test_counts(p, path, report->unmarked));
    if (report->unmarked) GM_TRY(open_file(path, p));
  }
  plan_repair(p, report);
  const int64_t damaged = report->damaged;
  report->damaged = 0; /* as long as the repair may fail */
  if (report->unmarked || report->cut || report->recounted)
    GM_TRY(change(path, p, report));
  report->kept = report->unmarked || report->cut || report->recounted;
  report->damaged = damaged;
  return tell(p, path, report);
}

gm_status gm_recover_result(const char *path, gm_recover_report *report)
{
  patient p = {.file = NULL, .claim = {.old = -1, .fd = -1}};
  *report = (gm_recover_report){0};
  GM_TRY(check_use(path));
  gm_status status = repair(path, &p, report);
  if (p.file) {
    const gm_status closed = gm_hdf5_close(&p.file);
    if (status == GM_OK) status = closed;
  }
  gm_claim_end(&p.claim);
  gm_lengths_clear(&p.lengths);
  GM_FREE(p.frame);
  GM_FREE(p.row);
  return status;
}
