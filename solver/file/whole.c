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
#include <zlib.h>

enum { HEAD = 64, RANK = 3, CHECKSUM = 4, PIECE = 16384 };

static int64_t whole_chunk_number(const unsigned char *bytes)
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
  const int64_t end = whole_chunk_number(head + (head[8] < 2 ? 40 : 28));
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

static bool is_whole_elsewhere(hid_t group, const char *name)
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

static herr_t look_at_whole_link(hid_t group, const char *name,
                                 const H5L_info_t *link, void *context)
{
  finding *f = context;
  if (link->type == H5L_TYPE_HARD && !is_whole_elsewhere(group, name)) return 0;
  snprintf(f->name, sizeof f->name, "/%s", name);
  f->what = link->type == H5L_TYPE_HARD       ? "keeps its numbers elsewhere"
            : link->type == H5L_TYPE_EXTERNAL ? "is a link to another file"
                                              : "is a link to another name";
  return 1;
}

gm_status gm_whole_own(gm_hdf5_file *file)
{
  finding f = {.what = NULL};
  const herr_t done = H5Lvisit(gm_hdf5_handle(file), H5_INDEX_NAME,
                               H5_ITER_NATIVE, look_at_whole_link, &f);
  if (done < 0) return gm_hdf5_fail(file, "list", "/");
  H5Eclear2(H5E_DEFAULT);
  if (!f.what) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' %s, which no result does; nothing was changed",
                 f.name, gm_hdf5_path(file), f.what);
}

/* --- metadata ---------------------------------------------------------------- */

static herr_t pass_whole_attribute(hid_t object, const char *name,
                                   const H5A_info_t *info, void *context)
{
  (void)object, (void)name, (void)info, (void)context;
  return 0;
}

/* Read the header, the attributes and the index of chunks of an object. */
static herr_t read_whole_metadata(hid_t root, const char *name,
                                  const H5O_info_t *info, void *context)
{
  (void)context;
  hsize_t at = 0, n = 0;
  const hid_t object = H5Oopen(root, name, H5P_DEFAULT);
  bool good = object >= 0 && H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_NATIVE,
                                         &at, pass_whole_attribute, NULL) >= 0;
  if (good && info->type == H5O_TYPE_DATASET) {
    const hid_t plan = H5Dget_create_plist(object);
    const hid_t space = H5Dget_space(object);
    good = plan >= 0 && space >= 0 &&
           (H5Pget_layout(plan) != H5D_CHUNKED ||
            H5Dget_num_chunks(object, space, &n) >= 0);
    H5Sclose(space);
    H5Pclose(plan);
  }
  if (object >= 0) H5Oclose(object);
  return good ? 0 : -1;
}

gm_status gm_whole_metadata(gm_hdf5_file *file)
{
  if (H5Ovisit2(gm_hdf5_handle(file), H5_INDEX_NAME, H5_ITER_NATIVE,
                read_whole_metadata, NULL, H5O_INFO_BASIC) >= 0)
    return GM_OK;
  return gm_hdf5_fail(file, "read the index of", "/");
}

/* --- chunks ------------------------------------------------------------------ */

typedef struct chunks {
  hid_t set;
  int rank;
  hsize_t size[H5S_MAX_RANK], chunk[H5S_MAX_RANK];
  size_t wanted; /* bytes of a decoded chunk */
  bool filtered, deflate, fletcher, starved;
  unsigned char *stored; /* [room] */
  size_t room;
} chunks;

/* Describe the storage; false if filters are in another order than HDF5's own functions
 * set them: nothing between deflate and the stored bytes but a checksum. */
static bool describe_whole_chunks(chunks *c, hid_t layout)
{
  const hid_t space = H5Dget_space(c->set), type = H5Dget_type(c->set);
  c->rank = H5Sget_simple_extent_dims(space, c->size, NULL);
  c->wanted = H5Tget_size(type);
  H5Sclose(space);
  H5Tclose(type);
  if (H5Pget_chunk(layout, H5S_MAX_RANK, c->chunk) != c->rank) return false;
  for (int k = 0; k < c->rank; ++k) {
    if (c->chunk[k] == 0) return false;
    c->wanted *= (size_t)c->chunk[k]; /* HDF5 keeps it below 2^32 */
  }
  const int n = H5Pget_nfilters(layout);
  for (int k = 0; k < n; ++k) {
    unsigned flags = 0;
    size_t values = 0;
    const H5Z_filter_t filter = H5Pget_filter2(layout, (unsigned)k, &flags,
                                               &values, NULL, 0, NULL, NULL);
    if (c->fletcher || (c->deflate && filter != H5Z_FILTER_FLETCHER32))
      return false;
    c->filtered = true;
    c->deflate = c->deflate || filter == H5Z_FILTER_DEFLATE;
    c->fletcher = filter == H5Z_FILTER_FLETCHER32;
  }
  return n >= 0;
}

/* Returns true if `length` bytes inflate to exactly as many bytes as wanted. */
static bool whole_chunk_inflates(chunks *c, size_t length)
{
  unsigned char piece[PIECE];
  z_stream stream = {.next_in = c->stored, .avail_in = (uInt)length};
  if (inflateInit(&stream) != Z_OK) {
    c->starved = true;
    return false;
  }
  int status = Z_OK;
  while (status == Z_OK && stream.total_out <= c->wanted) {
    stream.next_out = piece;
    stream.avail_out = PIECE;
    status = inflate(&stream, Z_NO_FLUSH);
  }
  const size_t inflated = stream.total_out;
  inflateEnd(&stream);
  return status == Z_STREAM_END && inflated == c->wanted;
}

/* Returns true if the chunk at that place has its length or is not stored.  HDF5 refuses
 * the length where a full disk has left no index: it then reads zeros or says why not. */
static bool is_chunk_whole(chunks *c, const hsize_t *at)
{
  hsize_t length = 0;
  uint32_t skipped = 0;
  const size_t sum = c->fletcher ? CHECKSUM : 0;
  if (H5Dget_chunk_storage_size(c->set, at, &length) < 0)
    H5Eclear2(H5E_DEFAULT);
  if (length == 0) return true;
  if (!c->deflate) return length == c->wanted + sum;
  if (length < sum || length > compressBound(c->wanted) + sum) return false;
  if (length > c->room) {
    free(c->stored);
    c->room = 0;
    c->stored = malloc((size_t)length);
    if (!c->stored) {
      c->starved = true;
      return false;
    }
    c->room = (size_t)length;
  }
  return H5Dread_chunk(c->set, H5P_DEFAULT, at, &skipped, c->stored) >= 0 &&
         skipped == 0 && whole_chunk_inflates(c, (size_t)length - sum);
}

/* Move `at` to the next chunk of the rows before `end`; false after the last one. */
static bool advance_whole_chunk(const chunks *c, hsize_t *at, hsize_t end)
{
  for (int k = c->rank - 1; k >= 0; --k) {
    at[k] += c->chunk[k];
    if (at[k] < (k > 0 ? c->size[k] : end)) return true;
    if (k > 0) at[k] = 0;
  }
  return false;
}

gm_status gm_whole_chunks(gm_hdf5_file *file, const char *name, int64_t set,
                          int64_t first, int64_t n)
{
  chunks c = {.set = set};
  hsize_t at[H5S_MAX_RANK] = {0};
  const hid_t layout = H5Dget_create_plist(set);
  const bool chunked = n > 0 && H5Pget_layout(layout) == H5D_CHUNKED;
  bool whole = !chunked || describe_whole_chunks(&c, layout);
  H5Pclose(layout);
  if (chunked && whole && c.filtered) {
    at[0] = (hsize_t)first / c.chunk[0] * c.chunk[0];
    do
      whole = is_chunk_whole(&c, at);
    while (whole && advance_whole_chunk(&c, at, (hsize_t)(first + n)));
  }
  free(c.stored);
  if (whole) return GM_OK;
  H5Eclear2(H5E_DEFAULT);
  if (c.starved)
    return gm_fail(GM_ERR_MEMORY, "no memory to test '%s' in '%s'", name,
                   gm_hdf5_path(file));
  return gm_fail(GM_ERR_FILE,
                 "cannot read '%s' in '%s': the chunk of row %lld does not "
                 "decode to its length; the file is damaged",
                 name, gm_hdf5_path(file), (long long)at[0]);
}

/* --- reading ----------------------------------------------------------------- */

typedef struct reader {
  gm_hdf5_file *file;
  const char *name;
  hid_t set, space, type;
  int rank;
  hsize_t size[RANK], chunk[RANK];
  bool chunked;
} reader;

/* Numbers are read in the type of the file, so that nothing is converted. */
static bool open_whole_reader(gm_hdf5_file *file, const char *name, reader *r)
{
  *r = (reader){.file = file,
                .name = name,
                .set = H5Dopen2(gm_hdf5_handle(file), name, H5P_DEFAULT)};
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

static void close_whole_reader(reader *r)
{
  if (r->set < 0) return;
  if (r->type > 0) H5Tclose(r->type);
  if (r->space > 0) H5Sclose(r->space);
  H5Dclose(r->set);
  H5Eclear2(H5E_DEFAULT);
}

static bool read_whole_rows(const reader *r, hsize_t first, hsize_t n,
                            void *out)
{
  const hsize_t start[RANK] = {first};
  const hsize_t count[RANK] = {n, r->size[1], r->size[2]};
  hsize_t bytes = 0;
  if (r->chunked &&
      (H5Dget_chunk_storage_size(r->set, start, &bytes) < 0 || bytes == 0))
    return false;
  if (gm_whole_chunks(r->file, r->name, r->set, (int64_t)first, (int64_t)n) !=
      GM_OK)
    return false;
  const hid_t block = H5Screate_simple(r->rank, count, NULL);
  H5Sselect_hyperslab(r->space, H5S_SELECT_SET, start, NULL, count, NULL);
  const herr_t done =
      H5Dread(r->set, r->type, block, r->space, H5P_DEFAULT, out);
  H5Sclose(block);
  return done >= 0;
}

static size_t whole_bytes(const reader *r, hsize_t rows)
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
  const bool open = open_whole_reader(file, name, &r);
  if (!open) {
    const gm_status status = gm_hdf5_fail(file, "read", name);
    close_whole_reader(&r);
    return status;
  }
  const hsize_t step = r.chunked ? r.chunk[0] : r.size[0];
  const size_t bytes = whole_bytes(&r, step);
  char *out = bytes ? malloc(bytes) : NULL;
  for (int64_t at = 0; out && at < rows; at += (int64_t)step) {
    const int64_t left = rows - at;
    const int64_t n = left < (int64_t)step ? left : (int64_t)step;
    if (!read_whole_rows(&r, (hsize_t)at, (hsize_t)n, out))
      damage(context, name, at, at + n);
  }
  close_whole_reader(&r);
  free(out);
  if (!bytes || out) return GM_OK;
  return gm_fail(GM_ERR_MEMORY, "no memory to read '%s'", name);
}
