/* result/rescue.c -- what is good of a result, in a new file.
 *
 * Chunks are copied as they are on disk: nothing is decompressed, and their checksums
 * are those that the run wrote.
 */
#include "result/rescue.h"

#include "base/memory.h"
#include "file/schema.h"
#include "result/keep.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK = 3 };

typedef struct rescue {
  const gm_lengths *l;
  gm_hdf5_file *to;
  int64_t frames, rows;
  gm_status status;
} rescue;

/* --- tables ------------------------------------------------------------------ */

/* Returns the rows of a chunk; 0: the table keeps no bytes in chunks. */
static hsize_t rows_in_chunk(hid_t set)
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

static bool is_cuttable(gm_hdf5_file *file, const gm_lengths_array *a,
                        int64_t rows)
{
  const hid_t set = H5Dopen2(gm_hdf5_handle(file), a->name, H5P_DEFAULT);
  if (set < 0) return false;
  const hsize_t step = rows_in_chunk(set);
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

bool gm_rescue_is_cuttable(const gm_lengths *l, int64_t f, int64_t rows)
{
  bool good = true;
  for (int64_t k = 0; k < l->n && good; ++k) {
    const gm_lengths_array *a = &l->array[k];
    const int64_t wanted = gm_lengths_wanted(l, a->name, f, rows);
    if (a->rows > wanted) good = is_cuttable(l->file, a, wanted);
  }
  H5Eclear2(H5E_DEFAULT);
  return good;
}

/* Copy the chunk that begins at row `at`.  Instead of one that cannot be read there are
 * bytes without a valid checksum: a chunk that is missing would be read as zeros. */
static bool copy_chunk(hid_t from, hid_t to, hsize_t at)
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

static bool copy_rows(hid_t from, hid_t to, hsize_t rows)
{
  hsize_t size[RANK] = {0};
  const hid_t space = H5Dget_space(from);
  H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  size[0] = rows;
  const hsize_t step = rows_in_chunk(from);
  bool good = H5Dset_extent(to, size) >= 0;
  for (hsize_t at = 0; step && good && at < rows; at += step)
    good = copy_chunk(from, to, at);
  return good;
}

/* --- attributes -------------------------------------------------------------- */

static herr_t copy_attribute(hid_t from, const char *name,
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

static bool copy_attributes(hid_t from, hid_t to)
{
  hsize_t at = 0;
  return H5Aiterate2(from, H5_INDEX_NAME, H5_ITER_NATIVE, &at, copy_attribute,
                     &to) >= 0;
}

/* --- objects ----------------------------------------------------------------- */

static bool copy_table(const rescue *r, hid_t from, const char *name,
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
  const bool good = to >= 0 && copy_attributes(from, to) &&
                    copy_rows(from, to, (hsize_t)rows);
  if (to >= 0) H5Dclose(to);
  H5Pclose(plan);
  H5Tclose(type);
  H5Sclose(space);
  return good;
}

/* The list of properties of the old group itself would not do: HDF5 keeps the address of
 * its links in it. */
static bool copy_group(const rescue *r, hid_t from, const char *name)
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
  const bool good = to >= 0 && copy_attributes(from, to);
  if (to >= 0) H5Gclose(to);
  H5Pclose(plan);
  return good;
}

static bool copy_object(const rescue *r, hid_t from, const char *name)
{
  if (H5Iget_type(from) == H5I_GROUP) return copy_group(r, from, name);
  for (int64_t k = 0; k < r->l->n; ++k) {
    const char *growing = r->l->array[k].name;
    if (strcmp(growing, name) == 0)
      return copy_table(r, from, name,
                        gm_lengths_wanted(r->l, name, r->frames, r->rows));
  }
  return H5Ocopy(gm_hdf5_handle(r->l->file), name, gm_hdf5_handle(r->to), name,
                 H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

/* Groups come before what is in them. */
static herr_t visit(hid_t root, const char *part, const H5L_info_t *link,
                    void *context)
{
  rescue *r = context;
  char name[GM_HDF5_NAME];
  (void)link; /* a name of this file: gm_whole_own */
  snprintf(name, sizeof name, "/%s", part);
  const hid_t from = H5Oopen(root, name, H5P_DEFAULT);
  const bool good = from >= 0 && copy_object(r, from, name);
  if (!good) r->status = gm_hdf5_fail(r->l->file, "copy", name);
  if (from >= 0) H5Oclose(from);
  return good ? 0 : -1;
}

static gm_status copy_all(rescue *r)
{
  const hid_t root = H5Gopen2(gm_hdf5_handle(r->l->file), "/", H5P_DEFAULT);
  if (root < 0) return gm_hdf5_fail(r->l->file, "open", "/");
  const bool good =
      copy_group(r, root, "/") &&
      H5Lvisit(root, H5_INDEX_NAME, H5_ITER_NATIVE, visit, r) >= 0;
  if (!good && r->status == GM_OK)
    r->status = gm_hdf5_fail(r->l->file, "copy", "/");
  H5Gclose(root);
  GM_TRY(r->status);
  return gm_lengths_mark(r->l->file, r->to, r->frames);
}

/* --- the file ---------------------------------------------------------------- */

static gm_status copy_file(rescue *r, gm_claim *claim)
{
  const char *path = gm_hdf5_path(r->l->file);
  GM_TRY(gm_keep_begin(path, claim));
  GM_TRY(gm_hdf5_create(claim->temporary, true, &r->to));
  gm_status status = copy_all(r);
  const gm_status closed = gm_hdf5_close(&r->to);
  if (status == GM_OK) status = closed;
  GM_TRY(status);
  return gm_keep_exchange(claim);
}

gm_status gm_rescue_copy(const gm_lengths *l, int64_t f, int64_t rows)
{
  gm_claim claim = {.old = -1, .fd = -1};
  rescue r = {.l = l, .frames = f, .rows = rows, .status = GM_OK};
  const gm_status status = copy_file(&r, &claim);
  gm_claim_end(&claim);
  return status;
}
