/* file/table.c -- data sets as tables of rows that can grow.
 *
 * A table that grows is stored in chunks.  HDF5 caches the chunk that is being appended
 * to and the next one, so that appending does not read a chunk back from disk.
 */
#include "file/table.h"

#include "file/fits.h"
#include "file/schema.h"
#include "file/settle.h"

#include <hdf5.h>
#include <string.h>

static hid_t kept_as(gm_table_type type)
{
  switch (type) {
  case GM_TABLE_DOUBLE:
    return H5T_IEEE_F64LE;
  case GM_TABLE_FLOAT:
    return H5T_IEEE_F32LE;
  case GM_TABLE_INT64:
    return H5T_STD_I64LE;
  case GM_TABLE_INT32:
    return H5T_STD_I32LE;
  case GM_TABLE_UINT8:
    break;
  }
  return H5T_STD_U8LE;
}

static hid_t held_as(gm_table_type type)
{
  switch (type) {
  case GM_TABLE_DOUBLE:
    return H5T_NATIVE_DOUBLE;
  case GM_TABLE_FLOAT:
    return H5T_NATIVE_FLOAT;
  case GM_TABLE_INT64:
    return H5T_NATIVE_INT64;
  case GM_TABLE_INT32:
    return H5T_NATIVE_INT32;
  case GM_TABLE_UINT8:
    break;
  }
  return H5T_NATIVE_UINT8;
}

size_t gm_table_bytes(gm_table_type type)
{
  switch (type) {
  case GM_TABLE_DOUBLE:
  case GM_TABLE_INT64:
    return 8;
  case GM_TABLE_FLOAT:
  case GM_TABLE_INT32:
    return 4;
  case GM_TABLE_UINT8:
    break;
  }
  return 1;
}

#define PACK(from, to)                                                         \
  for (int64_t k = 0; k < n; ++k)                                              \
  ((to *)out)[k] = (to)((const from *)wide)[k]

void gm_table_pack(gm_table_type type, int64_t n, const void *wide, void *out)
{
  switch (type) {
  case GM_TABLE_DOUBLE:
  case GM_TABLE_INT64:
    memcpy(out, wide, 8 * (size_t)n);
    return;
  case GM_TABLE_FLOAT:
    PACK(double, float);
    return;
  case GM_TABLE_INT32:
    PACK(int64_t, int32_t);
    return;
  case GM_TABLE_UINT8:
    PACK(int64_t, uint8_t);
  }
}

/* --- making ------------------------------------------------------------------ */

/* Create the data set.  A table of fixed size gets all its rows.  Chunks carry checksums,
 * so that a damaged byte is an error and not a number; they are of the bytes on disk, so
 * the filter is the last one. */
static gm_status make(gm_hdf5_file *file, const char *name,
                      const gm_table_form *form, bool growing, int64_t rows,
                      hid_t *set)
{
  hsize_t size[3] = {(hsize_t)rows}, most[3] = {(hsize_t)rows}, chunk[3] = {1};
  if (growing) most[0] = H5S_UNLIMITED;
  chunk[0] = growing || form->deflate ? (hsize_t)form->chunk : 65536;
  if (!growing && chunk[0] > size[0]) chunk[0] = size[0];
  int64_t width = 1;
  for (int k = 0; k < form->rank; ++k) {
    const hsize_t n = (hsize_t)form->size[k];
    width *= form->size[k];
    size[k + 1] = n;
    /* HDF5 requires at least one number in a chunk and in the maximum size. */
    most[k + 1] = chunk[k + 1] = n || !growing ? n : 1;
  }
  const bool chunked = growing || rows * width > 0;
  const hid_t space = H5Screate_simple(form->rank + 1, size, most);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (chunked) {
    H5Pset_chunk(layout, form->rank + 1, chunk);
    if (form->deflate > 0) {
      H5Pset_shuffle(layout);
      H5Pset_deflate(layout, (unsigned)form->deflate);
    }
    H5Pset_fletcher32(layout);
    /* Rows are only appended, so the cache needs the last chunk and the next one. */
    const size_t bytes = (size_t)(form->chunk * (width ? width : 1)) * 8;
    H5Pset_chunk_cache(access, 7, 2 * bytes, 1.0);
  }
  *set = H5Dcreate2(gm_hdf5_handle(file), name, kept_as(form->type), space,
                    H5P_DEFAULT, layout, access);
  gm_status status = *set < 0 ? gm_hdf5_fail_to_write(file, name) : GM_OK;
  H5Pclose(access);
  H5Pclose(layout);
  H5Sclose(space);
  GM_TRY(status);
  status = gm_hdf5_attribute_text(file, name, GM_ATTR_UNITS, form->units);
  if (status != GM_OK) H5Dclose(*set);
  return status;
}

/* Find the table of a file that is continued. */
static gm_status find(gm_hdf5_file *file, const char *name,
                      const gm_table_form *form, gm_table *table)
{
  if (!gm_hdf5_has(file, name))
    return gm_fail(GM_ERR_INPUT,
                   "'%s' has no table '%s' and cannot be continued by this "
                   "scene",
                   gm_hdf5_path(file), name);
  GM_TRY(gm_table_open(file, name, table));
  bool same =
      table->growing && table->type == form->type && table->rank == form->rank;
  for (int k = 0; k < form->rank && same; ++k)
    same = table->size[k] == form->size[k];
  if (same) return GM_OK;
  gm_table_close(table);
  return gm_fail(GM_ERR_INPUT,
                 "the rows of '%s' in '%s' have another type or shape than in "
                 "this scene, which cannot continue the result",
                 name, gm_hdf5_path(file));
}

gm_status gm_table_make(gm_hdf5_file *file, const char *name,
                        const gm_table_form *form, gm_table *table)
{
  hid_t set = -1;
  *table = (gm_table){0};
  if (gm_hdf5_is_continued(file)) return find(file, name, form, table);
  GM_TRY(make(file, name, form, true, 0, &set));
  *table = (gm_table){.file = file,
                      .handle = set,
                      .rank = form->rank,
                      .size = {form->size[0], form->size[1]},
                      .type = form->type,
                      .growing = true};
  snprintf(table->name, sizeof table->name, "%s", name);
  return GM_OK;
}

gm_status gm_table_put(gm_hdf5_file *file, const char *name,
                       const gm_table_form *form, gm_table_type memory,
                       int64_t rows, const void *values)
{
  hid_t set = -1;
  GM_TRY(make(file, name, form, false, rows, &set));
  const herr_t written = rows == 0 ? 0
                                   : H5Dwrite(set, held_as(memory), H5S_ALL,
                                              H5S_ALL, H5P_DEFAULT, values);
  const gm_status status =
      written < 0 ? gm_hdf5_fail_to_write(file, name) : GM_OK;
  H5Dclose(set);
  return status;
}

gm_status gm_table_put_part(const gm_table_parts *parts, const char *part,
                            gm_table_type type, gm_table_type memory,
                            int64_t width, const char *units, int64_t rows,
                            const void *values)
{
  char name[2 * GM_HDF5_NAME];
  const bool small = rows < 1024; /* compression would not pay */
  snprintf(name, sizeof name, "%s/%s", parts->group, part);
  const gm_table_form form = {.type = type,
                              .rank = width > 1,
                              .size = {width},
                              .chunk = 65536,
                              .deflate = small ? 0 : parts->deflate,
                              .units = units};
  return gm_table_put(parts->file, name, &form, memory, rows, values);
}

gm_status gm_table_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                             int64_t bytes, const char *texts)
{
  const hsize_t size = (hsize_t)n;
  const hid_t type = gm_hdf5_text_type((size_t)bytes, texts);
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  if (n > 0) {
    H5Pset_chunk(layout, 1, &size);
    H5Pset_fletcher32(layout);
  }
  const hid_t set = H5Dcreate2(gm_hdf5_handle(file), name, type, space,
                               H5P_DEFAULT, layout, H5P_DEFAULT);
  const bool good = set >= 0 && (n == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL,
                                                    H5P_DEFAULT, texts) >= 0);
  const gm_status status = good ? GM_OK : gm_hdf5_fail_to_write(file, name);
  if (set >= 0) H5Dclose(set);
  H5Pclose(layout);
  H5Sclose(space);
  H5Tclose(type);
  GM_TRY(status);
  return gm_hdf5_attribute_text(file, name, GM_ATTR_UNITS, "1");
}

/* --- rows -------------------------------------------------------------------- */

static gm_table_type type_of(hid_t set)
{
  const hid_t type = H5Dget_type(set);
  const size_t size = H5Tget_size(type);
  const bool real = H5Tget_class(type) == H5T_FLOAT;
  H5Tclose(type);
  if (real) return size == 8 ? GM_TABLE_DOUBLE : GM_TABLE_FLOAT;
  return size == 8   ? GM_TABLE_INT64
         : size == 4 ? GM_TABLE_INT32
                     : GM_TABLE_UINT8;
}

gm_status gm_table_open(gm_hdf5_file *file, const char *name, gm_table *table)
{
  *table = (gm_table){0};
  const hid_t set = gm_hdf5_is_continued(file)
                        ? gm_settle_open(file, name)
                        : H5Dopen2(gm_hdf5_handle(file), name, H5P_DEFAULT);
  if (set < 0) return gm_hdf5_fail(file, "find", name);
  const hid_t space = H5Dget_space(set);
  hsize_t size[3] = {1, 1, 1}, most[3] = {1, 1, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank >= 1 && rank <= 3) H5Sget_simple_extent_dims(space, size, most);
  *table = (gm_table){.file = file,
                      .handle = set,
                      .rows = (int64_t)size[0],
                      .rank = rank - 1,
                      .size = {(int64_t)size[1], (int64_t)size[2]},
                      .type = type_of(set),
                      .growing = most[0] == H5S_UNLIMITED};
  snprintf(table->name, sizeof table->name, "%s", name);
  H5Sclose(space);
  const bool fits = gm_fits_file(file, set);
  if (rank >= 1 && rank <= 3 && fits) return GM_OK;
  gm_table_close(table);
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' has rank %d and %llu rows; expected a rank of 1 "
                 "to 3, and no more than the file can hold",
                 name, gm_hdf5_path(file), rank, (unsigned long long)size[0]);
}

void gm_table_close(gm_table *table)
{
  if (table->handle > 0) H5Dclose(table->handle);
  *table = (gm_table){0};
}

int64_t gm_table_width(const gm_table *table)
{
  int64_t width = 1;
  for (int k = 0; k < table->rank; ++k)
    width *= table->size[k];
  return width;
}

/* Read rows [first, first + n) to `out`, or write them from `in` if `out` is null. */
static gm_status transfer(const gm_table *t, gm_table_type memory,
                          int64_t first, int64_t n, const void *in, void *out)
{
  const hsize_t start[3] = {(hsize_t)first, 0, 0};
  const hsize_t count[3] = {(hsize_t)n, (hsize_t)t->size[0],
                            (hsize_t)t->size[1]};
  const hid_t space = H5Dget_space(t->handle);
  const hid_t block = H5Screate_simple(t->rank + 1, count, NULL);
  herr_t done =
      H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  if (done >= 0) {
    done = out ? H5Dread(t->handle, held_as(memory), block, space, H5P_DEFAULT,
                         out)
               : H5Dwrite(t->handle, held_as(memory), block, space, H5P_DEFAULT,
                          in);
  }
  gm_status status = GM_OK;
  if (done < 0) {
    status = out ? gm_hdf5_fail(t->file, "read", t->name)
                 : gm_hdf5_fail_to_write(t->file, t->name);
  }
  H5Sclose(block);
  H5Sclose(space);
  return status;
}

static herr_t resize(const gm_table *table, int64_t rows)
{
  const hsize_t size[3] = {(hsize_t)rows, (hsize_t)table->size[0],
                           (hsize_t)table->size[1]};
  return H5Dset_extent(table->handle, size);
}

gm_status gm_table_append(gm_table *table, gm_table_type memory, int64_t n,
                          const void *values)
{
  if (n == 0) return GM_OK;
  if (resize(table, table->rows + n) < 0) {
    return gm_hdf5_fail_to_write(table->file, table->name);
  }
  if (gm_table_width(table) > 0) {
    GM_TRY(transfer(table, memory, table->rows, n, values, NULL));
  }
  table->rows += n;
  return GM_OK;
}

gm_status gm_table_read(const gm_table *table, gm_table_type memory,
                        int64_t first, int64_t n, void *values)
{
  if (first < 0 || n < 0 || first > table->rows - n) {
    return gm_fail(
        GM_ERR_FILE,
        "'%s' in '%s' has %lld rows; %lld rows from %lld on are missing",
        table->name, gm_hdf5_path(table->file), (long long)table->rows,
        (long long)n, (long long)first);
  }
  if (n == 0 || gm_table_width(table) == 0) return GM_OK;
  return transfer(table, memory, first, n, NULL, values);
}

gm_status gm_table_cut(gm_table *table, int64_t rows)
{
  if (resize(table, rows) < 0)
    return gm_hdf5_fail_to_write(table->file, table->name);
  table->rows = rows;
  return GM_OK;
}

gm_status gm_table_text(gm_hdf5_file *file, const char *name, int64_t n,
                        char *text, int64_t bytes)
{
  const hid_t set = H5Dopen2(gm_hdf5_handle(file), name, H5P_DEFAULT);
  if (set < 0) return gm_hdf5_fail(file, "find", name);
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const hsize_t start = (hsize_t)n, one = 1;
  const hid_t block = H5Screate_simple(1, &one, NULL);
  const hid_t shown = H5Tcopy(H5T_C_S1); /* HDF5 truncates to its size */
  const bool fixed = !H5Tis_variable_str(type);
  H5Tset_size(shown, (size_t)bytes);
  H5Tset_cset(shown, fixed ? H5Tget_cset(type) : H5T_CSET_ASCII);
  const bool good = fixed && H5Sget_simple_extent_ndims(space) == 1 &&
                    H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL,
                                        &one, NULL) >= 0 &&
                    H5Dread(set, shown, block, space, H5P_DEFAULT, text) >= 0;
  const gm_status status = good ? GM_OK : gm_hdf5_fail(file, "read", name);
  H5Tclose(shown);
  H5Sclose(block);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return status;
}
