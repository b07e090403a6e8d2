/* file/table.c -- data sets as tables of rows that can grow.
 *
 * A table that grows is stored in chunks.  HDF5 caches the chunk that is being appended
 * to and the next one, so that appending does not read a chunk back from disk.
 */
#include "file/table.h"

#include "file/door.h"
#include "file/schema.h"
#include "file/whole.h"
#include <hdf5.h>
#include <stdio.h>
#include <string.h>

/* ---- data sets as tables of rows that can grow ----------------------------------- */

static hid_t table_kept_as(gm_table_type type)
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
  case GM_TABLE_TEXT:
    break;
  }
  return H5T_STD_U8LE;
}

static hid_t table_held_as(gm_table_type type)
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
  case GM_TABLE_TEXT:
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
  case GM_TABLE_TEXT:
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
    return;
  case GM_TABLE_TEXT:
    break;
  }
}

/* --- making ------------------------------------------------------------------ */

/* Create the data set.  A table of fixed size gets all its rows.  Chunks carry checksums,
 * so that a damaged byte is an error and not a number; they are of the bytes on disk, so
 * the filter is the last one. */
static gm_status make_table_set(gm_hdf5_file *file, const char *name,
                                const gm_table_form *form, bool growing,
                                int64_t rows, hid_t *set)
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
  const hid_t layout = gm_hdf5_plan(H5P_DATASET_CREATE);
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
  *set = H5Dcreate2(gm_hdf5_handle(file), name, table_kept_as(form->type),
                    space, H5P_DEFAULT, layout, access);
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
static gm_status find_table_set(gm_hdf5_file *file, const char *name,
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
  if (gm_hdf5_is_continued(file))
    return find_table_set(file, name, form, table);
  GM_TRY(make_table_set(file, name, form, true, 0, &set));
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
  GM_TRY(make_table_set(file, name, form, false, rows, &set));
  const herr_t written = rows == 0
                             ? 0
                             : H5Dwrite(set, table_held_as(memory), H5S_ALL,
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

/* HDF5's handle of an existing table, with a cache for the chunk that is appended to and
 * the next one; negative: an error of HDF5. */
static int64_t handle_of_table(gm_hdf5_file *file, const char *name)
{
  hsize_t chunk[3] = {1, 1, 1};
  const hid_t set = H5Dopen2(gm_hdf5_handle(file), name, H5P_DEFAULT);
  if (set < 0) return set;
  const hid_t layout = H5Dget_create_plist(set);
  const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (H5Pget_layout(layout) == H5D_CHUNKED &&
      H5Pget_chunk(layout, 3, chunk) > 0)
    H5Pset_chunk_cache(access, 7, 16 * (size_t)(chunk[0] * chunk[1] * chunk[2]),
                       1.0);
  H5Dclose(set); /* the cache belongs to the first handle */
  const hid_t again = H5Dopen2(gm_hdf5_handle(file), name, access);
  H5Pclose(access);
  H5Pclose(layout);
  return again;
}

/* --- rows -------------------------------------------------------------------- */

/* Type of the values; false if these functions do not write it. */
static bool table_type(hid_t set, gm_table_type *found)
{
  const hid_t type = H5Dget_type(set);
  bool good = gm_door_is(type, GM_DOOR_TEXT);
  *found = GM_TABLE_TEXT;
  for (int k = GM_TABLE_DOUBLE; !good && k < GM_TABLE_TEXT; ++k) {
    *found = (gm_table_type)k;
    good = H5Tequal(type, table_kept_as(*found)) > 0;
  }
  H5Tclose(type);
  return good;
}

gm_status gm_table_open(gm_hdf5_file *file, const char *name, gm_table *table)
{
  hid_t set = -1;
  hsize_t size[3] = {0, 1, 1}, most[3] = {0, 1, 1};
  gm_table_type type = GM_TABLE_TEXT;
  *table = (gm_table){0};
  GM_TRY(gm_door_set(file, name, &set));
  if (gm_hdf5_is_continued(file)) {
    H5Dclose(set);
    set = handle_of_table(file, name);
    if (set < 0) return gm_hdf5_fail(file, "open", name);
  }
  const hid_t space = H5Dget_space(set);
  const int rank = H5Sget_simple_extent_ndims(space);
  bool good = rank >= 1 && rank <= 3 &&
              H5Sget_simple_extent_dims(space, size, most) == rank;
  H5Sclose(space);
  good = good && size[0] < INT64_MAX / 4 && size[1] < INT32_MAX &&
         size[2] < INT32_MAX && size[1] * size[2] < INT32_MAX;
  if (good) good = table_type(set, &type);
  *table = (gm_table){.file = file,
                      .handle = set,
                      .rows = (int64_t)size[0],
                      .rank = rank - 1,
                      .size = {(int64_t)size[1], (int64_t)size[2]},
                      .type = type,
                      .growing = most[0] == H5S_UNLIMITED};
  snprintf(table->name, sizeof table->name, "%s", name);
  if (good && (type != GM_TABLE_TEXT || rank == 1)) {
    const bool test = gm_hdf5_is_continued(file) && size[0] > 0;
    const gm_status status =
        gm_whole_chunks(file, name, set, (int64_t)size[0] - 1, test);
    if (status != GM_OK) gm_table_close(table);
    return status;
  }
  gm_table_close(table);
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' has rank %d, or rows or a type that no table of "
                 "a result has; expected float64, float32, int64, int32, uint8 "
                 "or texts, of rank 1 to 3; the file is damaged",
                 name, gm_hdf5_path(file), rank);
}

gm_status gm_table_expect(gm_hdf5_file *file, const char *name,
                          gm_table_kind kind, int64_t width, gm_table *table)
{
  static const char *const kinds[] = {"integers", "real numbers", "texts"};
  GM_TRY(gm_table_open(file, name, table));
  const gm_table_kind found =
      table->type == GM_TABLE_TEXT ? GM_TABLE_TEXTS
      : table->type == GM_TABLE_DOUBLE || table->type == GM_TABLE_FLOAT
          ? GM_TABLE_REALS
          : GM_TABLE_INTEGERS;
  const int64_t wide = gm_table_width(table);
  if (found == kind && wide == width) return GM_OK;
  gm_table_close(table);
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s' has rows of %lld %s; expected %lld %s; the file "
                 "is damaged",
                 name, gm_hdf5_path(file), (long long)wide, kinds[found],
                 (long long)width, kinds[kind]);
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
static gm_status transfer_table_rows(const gm_table *t, gm_table_type memory,
                                     int64_t first, int64_t n, const void *in,
                                     void *out)
{
  const hsize_t start[3] = {(hsize_t)first, 0, 0};
  const hsize_t count[3] = {(hsize_t)n, (hsize_t)t->size[0],
                            (hsize_t)t->size[1]};
  const hid_t space = H5Dget_space(t->handle);
  const hid_t block = H5Screate_simple(t->rank + 1, count, NULL);
  herr_t done =
      H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL);
  if (done >= 0) {
    done = out ? H5Dread(t->handle, table_held_as(memory), block, space,
                         H5P_DEFAULT, out)
               : H5Dwrite(t->handle, table_held_as(memory), block, space,
                          H5P_DEFAULT, in);
  }
  gm_status status = GM_OK;
  if (done < 0)
    status = out ? gm_hdf5_fail(t->file, "read", t->name)
                 : gm_hdf5_fail_to_write(t->file, t->name);
  H5Sclose(block);
  H5Sclose(space);
  return status;
}

static herr_t resize_table_set(const gm_table *table, int64_t rows)
{
  const hsize_t size[3] = {(hsize_t)rows, (hsize_t)table->size[0],
                           (hsize_t)table->size[1]};
  return H5Dset_extent(table->handle, size);
}

gm_status gm_table_append(gm_table *table, gm_table_type memory, int64_t n,
                          const void *values)
{
  if (n == 0) return GM_OK;
  if (resize_table_set(table, table->rows + n) < 0)
    return gm_hdf5_fail_to_write(table->file, table->name);
  if (gm_table_width(table) > 0)
    GM_TRY(transfer_table_rows(table, memory, table->rows, n, values, NULL));
  table->rows += n;
  return GM_OK;
}

gm_status gm_table_test(const gm_table *table, int64_t first, int64_t n)
{
  if (first < 0 || n < 0 || first > table->rows || n > table->rows - first)
    return gm_fail(GM_ERR_FILE,
                   "'%s' in '%s' has %lld rows; %lld rows from row %lld on are "
                   "missing",
                   table->name, gm_hdf5_path(table->file),
                   (long long)table->rows, (long long)n, (long long)first);
  const int64_t bytes = (int64_t)gm_table_bytes(table->type);
  return gm_door_promise(table->file, table->name, table->handle, n,
                         bytes * gm_table_width(table));
}

gm_status gm_table_read(const gm_table *table, gm_table_type memory,
                        int64_t first, int64_t n, void *values)
{
  GM_TRY(gm_table_test(table, first, n));
  if (table->type == GM_TABLE_TEXT)
    return gm_fail(GM_ERR_FILE, "'%s' in '%s' has texts; expected numbers",
                   table->name, gm_hdf5_path(table->file));
  if (n == 0 || gm_table_width(table) == 0) return GM_OK;
  GM_TRY(gm_whole_chunks(table->file, table->name, table->handle, first, n));
  return transfer_table_rows(table, memory, first, n, NULL, values);
}

gm_status gm_table_cut(gm_table *table, int64_t rows)
{
  if (rows < table->rows) /* HDF5 reads the chunk that is cut */
    GM_TRY(gm_whole_chunks(table->file, table->name, table->handle, rows, 1));
  if (resize_table_set(table, rows) < 0)
    return gm_hdf5_fail_to_write(table->file, table->name);
  table->rows = rows;
  return GM_OK;
}

/* ---- tables of texts of a fixed length: names ------------------------------------ */

gm_status gm_table_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                             int64_t bytes, const char *texts)
{
  const hsize_t size = (hsize_t)n;
  const hid_t type = gm_hdf5_text_type((size_t)bytes, (size_t)n, texts);
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t layout = gm_hdf5_plan(H5P_DATASET_CREATE);
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

gm_status gm_table_count_texts(gm_hdf5_file *file, const char *name, int64_t *n)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, GM_TABLE_TEXTS, 1, &table));
  const gm_status status = gm_table_test(&table, 0, table.rows);
  *n = table.rows;
  gm_table_close(&table);
  GM_TRY(status);
  if (*n < INT32_MAX / 4) return GM_OK;
  return gm_fail(GM_ERR_FILE, "'%s' in '%s' has more texts than any result",
                 name, gm_hdf5_path(file));
}

gm_status gm_table_read_texts(gm_hdf5_file *file, const char *name, int64_t n,
                              char *text, int64_t bytes)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, GM_TABLE_TEXTS, 1, &table));
  gm_status status = gm_table_test(&table, n, 1);
  if (status == GM_OK) status = gm_whole_chunks(file, name, table.handle, n, 1);
  const hid_t set = table.handle;
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const hsize_t start = (hsize_t)n, one = 1;
  const hid_t block = H5Screate_simple(1, &one, NULL);
  const hid_t shown = H5Tcopy(H5T_C_S1); /* HDF5 truncates to its size */
  H5Tset_size(shown, (size_t)bytes);
  H5Tset_cset(shown, H5Tget_cset(type));
  if (status == GM_OK &&
      (H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &one, NULL) <
           0 ||
       H5Dread(set, shown, block, space, H5P_DEFAULT, text) < 0))
    status = gm_hdf5_fail(file, "read", name);
  if (status == GM_OK) gm_door_clean(text);
  H5Tclose(shown);
  H5Sclose(block);
  H5Sclose(space);
  H5Tclose(type);
  gm_table_close(&table);
  return status;
}

/* ---- what a power cut may not take: rows that were on disk already --------------- */

static int64_t table_chunk(const gm_table *table)
{
  hsize_t chunk[3] = {1, 1, 1};
  const hid_t layout = H5Dget_create_plist(table->handle);
  const int rank = H5Pget_chunk(layout, 3, chunk);
  H5Pclose(layout);
  return rank > 0 ? (int64_t)chunk[0] : 1;
}

gm_status gm_table_settle(gm_table *table, bool *touched)
{
  const int64_t before = table->seen;
  table->seen = table->rows;
  if (table->synced == 0 || table->rows == before) return GM_OK;
  const int64_t chunk = table_chunk(table);
  const int64_t end = (table->synced + chunk - 1) / chunk * chunk;
  if (before >= end) return GM_OK;
  const herr_t closed = H5Dclose(table->handle);
  table->handle = 0;
  if (closed < 0) return gm_hdf5_fail_to_write(table->file, table->name);
  const int64_t handle = handle_of_table(table->file, table->name);
  if (handle < 0) return gm_hdf5_fail_to_write(table->file, table->name);
  table->handle = handle;
  *touched = true;
  return GM_OK;
}

void gm_table_mark(gm_table *table)
{
  table->synced = table->seen = table->rows;
}

/* ---- writes a static VTKHDF PolyData --------------------------------------------- */

static gm_status put_table_counts(const gm_table_parts *to, const char *group,
                                  const char *what, int64_t rows,
                                  const int64_t *values)
{
  char part[GM_HDF5_NAME];
  snprintf(part, sizeof part, "%s/%s", group, what);
  return gm_table_put_part(to, part, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1",
                           rows, values);
}

static gm_status put_table_group(const gm_table_parts *to, const char *group)
{
  char name[2 * GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", to->group, group);
  return gm_hdf5_group(to->file, name);
}

static gm_status put_table_cells(const gm_table_parts *to, const char *group,
                                 const gm_polydata *d)
{
  GM_TRY(put_table_group(to, group));
  GM_TRY(put_table_counts(to, group, GM_VTK_NUMBER_OF_CELLS, 1, &d->n));
  GM_TRY(put_table_counts(to, group, GM_VTK_NUMBER_OF_IDS, 1, &d->n_corners));
  GM_TRY(put_table_counts(to, group, GM_VTK_OFFSETS, d->n + 1, d->offset));
  return put_table_counts(to, group, GM_VTK_CONNECTIVITY, d->n_corners,
                          d->corner);
}

gm_status gm_table_put_polydata(const gm_table_parts *to, bool single,
                                const gm_polydata *d)
{
  static const char *const kinds[] = {GM_VTK_VERTICES, GM_VTK_LINES,
                                      GM_VTK_POLYGONS, GM_VTK_STRIPS};
  const char *has =
      d->kind == GM_POLYDATA_VERTICES ? GM_VTK_VERTICES : GM_VTK_POLYGONS;
  const int64_t zero = 0;
  const gm_polydata none = {.offset = &zero};
  GM_TRY(gm_hdf5_group(to->file, to->group));
  GM_TRY(gm_hdf5_attribute_version(to->file, to->group, GM_VTK_VERSION, 2, 0));
  GM_TRY(gm_hdf5_attribute_text(to->file, to->group, GM_VTK_TYPE, "PolyData"));
  GM_TRY(gm_table_put_part(to, GM_VTK_NUMBER_OF_POINTS, GM_TABLE_INT64,
                           GM_TABLE_INT64, 1, "1", 1, &d->n_points));
  GM_TRY(gm_table_put_part(to, GM_VTK_POINTS,
                           single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", d->n_points, d->points));
  for (int k = 0; k < 4; ++k)
    GM_TRY(put_table_cells(to, kinds[k], kinds[k] == has ? d : &none));
  GM_TRY(put_table_group(to, GM_VTK_POINT_DATA));
  return put_table_group(to, GM_VTK_CELL_DATA);
}
