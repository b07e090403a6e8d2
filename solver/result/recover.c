/* result/recover.c -- repairs a result left behind by a run that was killed.
 *
 * Everything is read first, from a file that is open for reading where possible; a file
 * that has lost its end or leads to other files is refused before it is opened for
 * writing.  What a power cut leaves are frames at the end whose numbers disagree with
 * their checksums; these are removed.  Damage elsewhere is named and left as it is:
 * arrays that are intact can still be read.
 *
 * A copy is changed and takes the place of the file, which is kept.
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
#include "result/result.h"
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The old file is kept when a result is repaired.
 *
 * The old file gets its second name before the new file takes the first: at every moment
 * one of the two names leads to it. */

/* FICLONE: the blocks of a file are shared with another one of the same file system. */
#define SHARE _IOW(0x94, 9, int)

typedef char kept_name[GM_CLAIM_PATH + sizeof GM_KEEP_SUFFIX];

/* Returns true if the name leads to the old file. */
static bool is_recovered_old(const gm_claim *claim, const char *name)
{
  struct stat old, named;
  return fstat(claim->old, &old) == 0 && lstat(name, &named) == 0 &&
         old.st_dev == named.st_dev && old.st_ino == named.st_ino;
}

/* Give the old file its second name, which must be free.  A repair that was killed may
 * have left that name to the same file. */
static gm_status name_recovered_old(const gm_claim *claim, const char *kept)
{
  if (!is_recovered_old(claim, claim->path))
    return gm_fail(GM_ERR_FILE,
                   "'%s' was replaced by another program while it was "
                   "repaired; nothing was changed; try again",
                   claim->path);
  if (link(claim->path, kept) == 0 || is_recovered_old(claim, kept))
    return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "cannot keep the damaged '%s' as '%s': %s; nothing was "
                 "changed; move that file elsewhere, or repair a copy on "
                 "another disk",
                 claim->path, kept, strerror(errno));
}

/* Begin a new file for `path`, empty, with the permissions of the old one; the old one is
 * locked.  *claim must be ended in all cases.  GM_ERR_FILE: another file is called
 * path.broken already; no file can be made there. */
static gm_status begin_recovered_new_file(const char *path, gm_claim *claim)
{
  kept_name kept;
  struct stat info;
  GM_TRY(gm_claim_begin(path, true, claim));
  if (claim->old < 0 || fstat(claim->old, &info) != 0)
    return gm_fail(GM_ERR_FILE, "'%s' was removed while it was repaired", path);
  snprintf(kept, sizeof kept, "%s" GM_KEEP_SUFFIX, path);
  /* Where the system refuses this, the new file belongs to who repairs it. */
  (void)!fchown(claim->fd, info.st_uid, info.st_gid);
  (void)!fchmod(claim->fd, info.st_mode & 07777);
  if (lstat(kept, &info) != 0 || is_recovered_old(claim, kept)) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' has to be repaired, and would be kept as '%s', which "
                 "exists already; nothing was changed; move that file "
                 "elsewhere",
                 path, kept);
}

/* Write n bytes at an offset; the system may take a part of them at a time. */
static bool write_recovered_patient(int fd, const char *bytes, ssize_t n,
                                    off_t at)
{
  while (n > 0) {
    const ssize_t done = pwrite(fd, bytes, (size_t)n, at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes += done;
    at += done;
    n -= done;
  }
  return true;
}

/* Copy the content of the old file to the new one; file systems that can do so share it.
 * GM_ERR_FILE: the disk is full, or cannot be read. */
static gm_status copy_recovered_old_file(const gm_claim *claim)
{
  char block[65536];
  ssize_t n = 0;
  off_t at = 0;
  if (ioctl(claim->fd, SHARE, claim->old) == 0) return GM_OK;
  while ((n = pread(claim->old, block, sizeof block, at)) != 0) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 || !write_recovered_patient(claim->fd, block, n, at))
      return gm_fail(GM_ERR_FILE,
                     "cannot copy '%s' to repair the copy: %s; nothing was "
                     "changed; make room for a second file of its size, or "
                     "repair a copy on another disk",
                     claim->path, strerror(errno));
    at += n;
  }
  return GM_OK;
}

/* Test that a reader accepts the new file. */
static gm_status test_recovered_new(const gm_claim *claim)
{
  gm_result result;
  char reason[512];
  const gm_status status = gm_result_open(claim->temporary, &result);
  gm_result_clear(&result);
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  snprintf(reason, sizeof reason, "%s", gm_status_message());
  return gm_fail(GM_ERR_FILE,
                 "'%s' cannot be repaired, and nothing was changed: the file "
                 "that the repair made is still not a result (%s)",
                 claim->path, reason);
}

/* Write the new file to disk, call the old one path.broken and give the new one its
 * place.  The old file is at `path` if this fails. */
static gm_status exchange_recovered_files(gm_claim *claim)
{
  kept_name kept;
  GM_TRY(test_recovered_new(claim));
  snprintf(kept, sizeof kept, "%s" GM_KEEP_SUFFIX, claim->path);
  GM_TRY(gm_claim_sync(claim));
  GM_TRY(name_recovered_old(claim, kept));
  const gm_status status = gm_claim_publish(claim);
  if (status != GM_OK) unlink(kept);
  return status;
}

/* What is good of a result, in a new file.
 *
 * Chunks are copied as they are on disk: nothing is decompressed, and their checksums
 * are those that the run wrote.
 *
 * A power cut may leave the index of a table half written.  Its first rows can be read,
 * but HDF5 cannot shorten it, because for that it visits all of the index.  Then the rows
 * that are good go to a new file, and the damaged one is kept under another name. */

enum { RANK = 3 };

typedef struct rescue {
  const gm_lengths *l;
  gm_hdf5_file *to;
  int64_t frames, rows;
  gm_status status;
} rescue;

/* --- tables ------------------------------------------------------------------ */

/* Returns the rows of a chunk; 0: the table keeps no bytes in chunks. */
static hsize_t recovered_rows_in_chunk(hid_t set)
{
  hsize_t size[RANK] = {0}, chunk[RANK] = {0};
  const hid_t space = H5Dget_space(set);
  const hid_t plan = H5Dget_create_plist(set);
  const int rank = H5Sget_simple_extent_ndims(space);
  bool good = rank >= 1 && rank <= RANK && H5Pget_layout(plan) == H5D_CHUNKED &&
              H5Sget_simple_extent_dims(space, size, NULL) == rank &&
              H5Pget_chunk(plan, RANK, chunk) == rank;
  for (int k = 1; k < rank && good; ++k)
    good = size[k] > 0 && size[k] <= chunk[k];
  H5Pclose(plan);
  H5Sclose(space);
  return good ? chunk[0] : 0;
}

static bool is_recovered_cuttable(gm_hdf5_file *file, const gm_lengths_array *a,
                                  int64_t rows)
{
  const hid_t set = H5Dopen2(gm_hdf5_handle(file), a->name, H5P_DEFAULT);
  if (set < 0) return false;
  const hsize_t step = recovered_rows_in_chunk(set);
  bool good = true;
  for (hsize_t at = step ? (hsize_t)rows / step * step : 0;
       step && good && at < (hsize_t)a->rows; at += step) {
    const hsize_t start[RANK] = {at};
    hsize_t bytes = 0;
    good = H5Dget_chunk_storage_size(set, start, &bytes) >= 0;
  }
  H5Dclose(set);
  return good;
}

/* Returns true if every array can be cut to f frames and `rows` rows of history. */
static bool can_recovered_be_cut(const gm_lengths *l, int64_t f, int64_t rows)
{
  bool good = true;
  for (int64_t k = 0; k < l->n && good; ++k) {
    const gm_lengths_array *a = &l->array[k];
    const int64_t wanted = gm_lengths_wanted(l, a->name, f, rows);
    if (a->rows > wanted) good = is_recovered_cuttable(l->file, a, wanted);
  }
  H5Eclear2(H5E_DEFAULT);
  return good;
}

/* Copy the chunk that begins at row `at`.  Instead of one that cannot be read there are
 * bytes without a valid checksum: a chunk that is missing would be read as zeros. */
static bool copy_recovered_chunk(hid_t from, hid_t to, hsize_t at)
{
  static const char unreadable[] = "the power cut took this chunk";
  const hsize_t start[RANK] = {at};
  hsize_t bytes = 0;
  uint32_t filters = 0;
  const void *content = unreadable;
  if (H5Dget_chunk_storage_size(from, start, &bytes) < 0) bytes = 0;
  void *good = malloc((size_t)bytes + 1);
  if (!good) return false;
  if (bytes && H5Dread_chunk(from, H5P_DEFAULT, start, &filters, good) >= 0) {
    content = good;
  } else {
    filters = 0;
    bytes = sizeof unreadable;
  }
  const herr_t done =
      H5Dwrite_chunk(to, H5P_DEFAULT, filters, start, (size_t)bytes, content);
  free(good);
  return done >= 0;
}

static bool copy_recovered_rows(hid_t from, hid_t to, hsize_t rows)
{
  hsize_t size[RANK] = {0};
  const hid_t space = H5Dget_space(from);
  H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  size[0] = rows;
  const hsize_t step = recovered_rows_in_chunk(from);
  bool good = H5Dset_extent(to, size) >= 0;
  for (hsize_t at = 0; step && good && at < rows; at += step)
    good = copy_recovered_chunk(from, to, at);
  return good;
}

/* --- attributes -------------------------------------------------------------- */

static herr_t copy_recovered_attribute(hid_t from, const char *name,
                                       const H5A_info_t *info, void *context)
{
  const hid_t *to = context;
  const hid_t old = H5Aopen(from, name, H5P_DEFAULT);
  if (old < 0) return -1;
  const hid_t type = H5Aget_type(old), space = H5Aget_space(old);
  void *value = calloc(1, (size_t)info->data_size + 1);
  herr_t done = -1;
  if (value && H5Aread(old, type, value) >= 0) {
    const hid_t new =
        H5Acreate2(*to, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    done = new < 0 ? -1 : H5Awrite(new, type, value);
    if (new >= 0) H5Aclose(new);
  }
  free(value);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(old);
  return done < 0 ? -1 : 0;
}

static bool copy_recovered_attributes(hid_t from, hid_t to)
{
  hsize_t at = 0;
  return H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, &at,
                     copy_recovered_attribute, &to) >= 0;
}

/* --- objects ----------------------------------------------------------------- */

static bool copy_recovered_table(const rescue *r, hid_t from, const char *name,
                                 int64_t rows)
{
  hsize_t size[RANK] = {0}, most[RANK] = {0};
  const hid_t space = H5Dget_space(from), type = H5Dget_type(from);
  const hid_t plan = H5Dget_create_plist(from);
  const int rank = H5Sget_simple_extent_ndims(space);
  H5Sget_simple_extent_dims(space, size, most);
  size[0] = 0;
  H5Sset_extent_simple(space, rank, size, most);
  const hid_t to = H5Dcreate2(gm_hdf5_handle(r->to), name, type, space,
                              H5P_DEFAULT, plan, H5P_DEFAULT);
  const bool good = to >= 0 && copy_recovered_attributes(from, to) &&
                    copy_recovered_rows(from, to, (hsize_t)rows);
  if (to >= 0) H5Dclose(to);
  H5Pclose(plan);
  H5Tclose(type);
  H5Sclose(space);
  return good;
}

/* The list of properties of the old group itself would not do: HDF5 keeps the address of
 * its links in it. */
static bool copy_recovered_group(const rescue *r, hid_t from, const char *name)
{
  const hid_t old = H5Gget_create_plist(from);
  const hid_t plan = gm_hdf5_plan(H5P_GROUP_CREATE);
  unsigned order = 0;
  H5Pget_link_creation_order(old, &order);
  H5Pset_link_creation_order(plan, order);
  H5Pclose(old);
  const hid_t to = strcmp(name, "/") == 0
                       ? H5Gopen2(gm_hdf5_handle(r->to), name, H5P_DEFAULT)
                       : H5Gcreate2(gm_hdf5_handle(r->to), name, H5P_DEFAULT,
                                    plan, H5P_DEFAULT);
  const bool good = to >= 0 && copy_recovered_attributes(from, to);
  if (to >= 0) H5Gclose(to);
  H5Pclose(plan);
  return good;
}

static bool copy_recovered_object(const rescue *r, hid_t from, const char *name)
{
  if (H5Iget_type(from) == H5I_GROUP)
    return copy_recovered_group(r, from, name);
  for (int64_t k = 0; k < r->l->n; ++k) {
    const char *growing = r->l->array[k].name;
    if (strcmp(growing, name) == 0)
      return copy_recovered_table(
          r, from, name, gm_lengths_wanted(r->l, name, r->frames, r->rows));
  }
  return H5Ocopy(gm_hdf5_handle(r->l->file), name, gm_hdf5_handle(r->to), name,
                 H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

/* Groups come before what is in them. */
static herr_t visit_recovered_object(hid_t root, const char *part,
                                     const H5L_info_t *link, void *context)
{
  rescue *r = context;
  char name[GM_HDF5_NAME];
  (void)link; /* a name of this file: gm_whole_own */
  snprintf(name, sizeof name, "/%s", part);
  const hid_t from = H5Oopen(root, name, H5P_DEFAULT);
  const bool good = from >= 0 && copy_recovered_object(r, from, name);
  if (!good) r->status = gm_hdf5_fail(r->l->file, "copy", name);
  if (from >= 0) H5Oclose(from);
  return good ? 0 : -1;
}

static gm_status copy_recovered_all(rescue *r)
{
  const hid_t root = H5Gopen2(gm_hdf5_handle(r->l->file), "/", H5P_DEFAULT);
  if (root < 0) return gm_hdf5_fail(r->l->file, "open", "/");
  const bool good = copy_recovered_group(r, root, "/") &&
                    H5Lvisit(root, H5_INDEX_NAME, H5_ITER_NATIVE,
                             visit_recovered_object, r) >= 0;
  if (!good && r->status == GM_OK)
    r->status = gm_hdf5_fail(r->l->file, "copy", "/");
  H5Gclose(root);
  GM_TRY(r->status);
  return gm_lengths_mark(r->l->file, r->to, r->frames);
}

/* --- the file ---------------------------------------------------------------- */

static gm_status copy_recovered_file(rescue *r, gm_claim *claim)
{
  const char *path = gm_hdf5_path(r->l->file);
  GM_TRY(begin_recovered_new_file(path, claim));
  GM_TRY(gm_hdf5_create(claim->temporary, true, &r->to));
  gm_status status = copy_recovered_all(r);
  const gm_status closed = gm_hdf5_close(&r->to);
  if (status == GM_OK) status = closed;
  GM_TRY(status);
  return exchange_recovered_files(claim);
}

/* Copy the file of *l to a new one with f frames and `rows` rows of history, chunk by
 * chunk with their checksums; a chunk that is damaged or missing is an error in the new
 * file, too.  The file at its path is then called path.broken, and the new one takes its
 * place.  GM_ERR_FILE: there is a file path.broken already; the disk is full; an object
 * cannot be read.  Then nothing has changed. */
static gm_status copy_recovered_rescued(const gm_lengths *l, int64_t f,
                                        int64_t rows)
{
  gm_claim claim = {.old = -1, .fd = -1};
  rescue r = {.l = l, .frames = f, .rows = rows, .status = GM_OK};
  const gm_status status = copy_recovered_file(&r, &claim);
  gm_claim_end(&claim);
  return status;
}

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

static bool is_recovered_history(const char *name)
{
  return strncmp(name, GM_GROUP_HISTORY "/", strlen(GM_GROUP_HISTORY "/")) == 0;
}

static void note_recovered_fault(patient *p, const char *table, int64_t place)
{
  if (p->table[0]) return;
  snprintf(p->table, sizeof p->table, "%s", table);
  p->place = place;
}

static void note_recovered_damaged(void *context, const char *table,
                                   int64_t first, int64_t end)
{
  patient *p = context;
  int64_t from = first, to = end;
  bool *marks = p->row;
  if (!is_recovered_history(table)) {
    marks = p->frame;
    gm_lengths_frames(&p->lengths, table, first, end, &from, &to);
  }
  for (int64_t k = from; k < to; ++k)
    marks[k] = true;
}

static void recovered_damage_fixed(void *context, const char *table,
                                   int64_t first, int64_t end)
{
  (void)end;
  note_recovered_fault(context, table, first);
}

/* A table that does not grow. */
static gm_status read_recovered_fixed(void *context, const char *name)
{
  patient *p = context;
  gm_table table;
  for (int64_t k = 0; k < p->lengths.n; ++k)
    if (strcmp(p->lengths.array[k].name, name) == 0) return GM_OK;
  GM_TRY(gm_table_open(p->file, name, &table));
  const int64_t rows = table.rows;
  gm_table_close(&table);
  return gm_whole_read(p->file, name, rows, recovered_damage_fixed, p);
}

static gm_status read_recovered_patient(patient *p)
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
                         gm_lengths_wanted(l, name, l->frames, l->rows),
                         note_recovered_damaged, p));
  }
  GM_TRY(gm_door_visit(p->file, GM_GROUP_GRAINS, read_recovered_fixed, p));
  return gm_door_visit(p->file, GM_GROUP_GRANUM, read_recovered_fixed, p);
}

/* --- the plan ----------------------------------------------------------------- */

static bool is_recovered_miscounted(gm_hdf5_file *file, int64_t frames)
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
static int64_t count_recovered_frames(const bool *marks, int64_t n,
                                      int64_t *place)
{
  int64_t found = 0;
  for (int64_t k = n - 1; k >= 0; --k) {
    if (!marks[k]) continue;
    *place = k;
    ++found;
  }
  return found;
}

static void plan_recovered_repair(patient *p, gm_recover_report *report)
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
  report->recounted = is_recovered_miscounted(p->file, frames);
  report->damaged = p->table[0] != '\0';
  const int64_t damaged = count_recovered_frames(p->frame, frames, &place);
  if (damaged) note_recovered_fault(p, "frame", place);
  const int64_t lost = count_recovered_frames(p->row, rows, &place);
  if (lost) note_recovered_fault(p, "row of the history", place);
  report->damaged += damaged + lost;
}

static gm_status report_recovered_rows(const patient *p, const char *path,
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
static gm_status check_recovered_use(const char *path)
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
static gm_status test_recovered_counts(const patient *p, const char *path,
                                       bool unmarked)
{
  const gm_lengths *l = &p->lengths;
  if (unmarked || l->counted >= l->published) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the number of rows of frame %lld of '%s' is damaged; nothing "
                 "was changed",
                 (long long)l->counted, path);
}

static gm_status reopen_result(const char *path, gm_hdf5_way way, patient *p)
{
  GM_TRY(gm_hdf5_close(&p->file));
  GM_TRY(gm_hdf5_open(path, way, &p->file));
  p->lengths.file = p->file;
  return GM_OK;
}

/* From now on the open file is a copy, which may be changed; messages name the result. */
static gm_status open_recovered_copy(const char *path, patient *p)
{
  GM_TRY(gm_hdf5_close(&p->file));
  GM_TRY(begin_recovered_new_file(path, &p->claim));
  GM_TRY(copy_recovered_old_file(&p->claim));
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
static gm_status open_recovered_patient(const char *path, patient *p)
{
  const gm_status status = gm_hdf5_open(path, GM_HDF5_READ, &p->file);
  if (status != GM_OK && status != GM_ERR_MEMORY)
    GM_TRY(open_recovered_copy(path, p));
  p->lengths.file = p->file;
  return p->file ? GM_OK : status;
}

static gm_status change_result(const char *path, patient *p,
                               gm_recover_report *report)
{
  if (report->cut &&
      !can_recovered_be_cut(&p->lengths, report->frames, report->rows)) {
    report->copied = true;
    gm_claim_end(&p->claim); /* a copy stays open, though it has no name now */
    return copy_recovered_rescued(&p->lengths, report->frames, report->rows);
  }
  if (p->claim.fd < 0) GM_TRY(open_recovered_copy(path, p));
  if (report->cut || report->recounted)
    GM_TRY(gm_lengths_cut(&p->lengths, report->frames, report->rows));
  GM_TRY(gm_hdf5_close(&p->file));
  return exchange_recovered_files(&p->claim);
}

static gm_status repair_result(const char *path, patient *p,
                               gm_recover_report *report)
{
  GM_TRY(gm_whole_length(path));
  GM_TRY(open_recovered_patient(path, p));
  GM_TRY(read_recovered_patient(p));
  report->unmarked = p->claim.fd >= 0;
  if (!report->unmarked) {
    const gm_status status = reopen_result(path, GM_HDF5_PLAIN, p);
    report->unmarked = status != GM_OK;
    if (status == GM_ERR_MEMORY) return status;
    GM_TRY(test_recovered_counts(p, path, report->unmarked));
    if (report->unmarked) GM_TRY(open_recovered_patient(path, p));
  }
  plan_recovered_repair(p, report);
  const int64_t damaged = report->damaged;
  report->damaged = 0; /* as long as the repair may fail */
  if (report->unmarked || report->cut || report->recounted)
    GM_TRY(change_result(path, p, report));
  report->kept = report->unmarked || report->cut || report->recounted;
  report->damaged = damaged;
  return report_recovered_rows(p, path, report);
}

gm_status gm_recover_result(const char *path, gm_recover_report *report)
{
  patient p = {.file = NULL, .claim = {.old = -1, .fd = -1}};
  *report = (gm_recover_report){0};
  GM_TRY(check_recovered_use(path));
  gm_status status = repair_result(path, &p, report);
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
