/* file/whole.c -- is a file whole, and all its own?
 *
 * The recorded length is at a fixed place of the superblock, the first bytes of the
 * file (HDF5 File Format Specification, section II.A).
 */
#include "file/whole.h"

#include <fcntl.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 64, RANK = 3 };

static int64_t number_at(const unsigned char *bytes)
{
  uint64_t value = 0;
  for (int k = 7; k >= 0; --k)
    value = value << 8 | bytes[k];
  return value > INT64_MAX ? -1 : (int64_t)value;
}

gm_status gm_whole_length(const char *path)
{
  unsigned char head[HEAD] = {0};
  struct stat info;
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return GM_OK; /* opening it as HDF5 reports the reason */
  const bool known = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
                     pread(fd, head, HEAD, 0) == HEAD &&
                     memcmp(head, "\211HDF\r\n\032\n", 8) == 0;
  close(fd);
  if (!known) return GM_OK;
  /* Addresses have 8 bytes: version 0 has the end at 40, versions 2 and 3 at 28. */
  const int64_t end = number_at(head + (head[8] < 2 ? 40 : 28));
  if (end <= info.st_size) return GM_OK;
  if (head[8] >= 2 && head[11] != 0) return GM_OK; /* marked as being written */
  return gm_fail(GM_ERR_FILE,
                 "'%s' has %lld bytes and says that it has %lld; its end is "
                 "lost, and nothing was changed; copy it again from where it "
                 "was written",
                 path, (long long)info.st_size, (long long)end);
}

/* --- its own ----------------------------------------------------------------- */

typedef struct finding {
  char name[GM_HDF5_NAME];
  const char *what;
} finding;

static bool is_elsewhere(hid_t group, const char *name)
{
  const hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0) return false; /* a group, or what cannot be opened at all */
  const hid_t plan = H5Dget_create_plist(set);
  const bool elsewhere =
      H5Pget_external_count(plan) > 0 || H5Pget_layout(plan) == H5D_VIRTUAL;
  H5Pclose(plan);
  H5Dclose(set);
  return elsewhere;
}

static herr_t look(hid_t group, const char *name, const H5L_info_t *link,
                   void *context)
{
  finding *f = context;
  if (link->type == H5L_TYPE_HARD && !is_elsewhere(group, name)) return 0;
  snprintf(f->name, sizeof f->name, "/%s", name);
  f->what = link->type == H5L_TYPE_HARD       ? "keeps its numbers elsewhere"
            : link->type == H5L_TYPE_EXTERNAL ? "is a link to another file"
                                              : "is a link to another name";
  return 1;
}

gm_status gm_whole_own(gm_hdf5_file *file)
{
  finding f = {.what = NULL};
  const herr_t done =
      H5Lvisit(gm_hdf5_handle(file), H5_INDEX_NAME, H5_ITER_NATIVE, look, &f);
  if (done < 0) return gm_hdf5_fail(file, "list", "/");
  H5Eclear2(H5E_DEFAULT);
  if (!f.what) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' %s, which no result does; nothing was changed",
                 f.name, gm_hdf5_path(file), f.what);
}

/* --- reading ----------------------------------------------------------------- */

typedef struct reader {
  hid_t set, space, type;
  int rank;
  hsize_t size[RANK], chunk[RANK];
  bool chunked;
} reader;

/* Numbers are read in the type of the file, so that nothing is converted. */
static bool open_reader(gm_hdf5_file *file, const char *name, reader *r)
{
  *r = (reader){.set = H5Dopen2(gm_hdf5_handle(file), name, H5P_DEFAULT)};
  if (r->set < 0) return false;
  r->space = H5Dget_space(r->set);
  r->type = H5Dget_type(r->set);
  r->rank = H5Sget_simple_extent_ndims(r->space);
  if (r->rank < 1 || r->rank > RANK) return false;
  H5Sget_simple_extent_dims(r->space, r->size, NULL);
  memcpy(r->chunk, r->size, sizeof r->chunk);
  const hid_t plan = H5Dget_create_plist(r->set);
  r->chunked = H5Pget_layout(plan) == H5D_CHUNKED &&
               H5Pget_chunk(plan, RANK, r->chunk) == r->rank;
  H5Pclose(plan);
  return H5Tget_class(r->type) != H5T_VLEN && H5Tis_variable_str(r->type) <= 0;
}

static void close_reader(reader *r)
{
  if (r->set < 0) return;
  if (r->type > 0) H5Tclose(r->type);
  if (r->space > 0) H5Sclose(r->space);
  H5Dclose(r->set);
  H5Eclear2(H5E_DEFAULT);
}

static bool read_rows(const reader *r, hsize_t first, hsize_t n, void *out)
{
  const hsize_t start[RANK] = {first};
  const hsize_t count[RANK] = {n, r->size[1], r->size[2]};
  hsize_t bytes = 0;
  if (r->chunked &&
      (H5Dget_chunk_storage_size(r->set, start, &bytes) < 0 || bytes == 0))
    return false;
  const hid_t block = H5Screate_simple(r->rank, count, NULL);
  H5Sselect_hyperslab(r->space, H5S_SELECT_SET, start, NULL, count, NULL);
  const herr_t done =
      H5Dread(r->set, r->type, block, r->space, H5P_DEFAULT, out);
  H5Sclose(block);
  return done >= 0;
}

static size_t bytes_of(const reader *r, hsize_t rows)
{
  size_t bytes = H5Tget_size(r->type) * (size_t)rows;
  for (int k = 1; k < r->rank; ++k)
    bytes *= (size_t)r->size[k];
  return bytes;
}

gm_status gm_whole_read(gm_hdf5_file *file, const char *name, int64_t rows,
                        gm_whole_damage *damage, void *context)
{
  reader r;
  const bool open = open_reader(file, name, &r);
  if (!open) {
    const gm_status status = gm_hdf5_fail(file, "read", name);
    close_reader(&r);
    return status;
  }
  const hsize_t step = r.chunked ? r.chunk[0] : r.size[0];
  const size_t bytes = bytes_of(&r, step);
  char *out = bytes ? malloc(bytes) : NULL;
  for (int64_t at = 0; out && at < rows; at += (int64_t)step) {
    const int64_t left = rows - at;
    const int64_t n = left < (int64_t)step ? left : (int64_t)step;
    if (!read_rows(&r, (hsize_t)at, (hsize_t)n, out))
      damage(context, name, at, at + n);
  }
  close_reader(&r);
  free(out);
  if (!bytes || out) return GM_OK;
  return gm_fail(GM_ERR_MEMORY, "no memory to read '%s'", name);
}
