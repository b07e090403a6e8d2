/* output/hdf5.c -- HDF5 in calls that return a status.  Room: output. */
#include "output/hdf5.h"

#include "output/schema.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

struct gm_hdf5_file {
  hid_t handle;
  bool broken;
  char path[]; /* for messages */
};

/* What the library knows of the failure: the innermost "error message = '...'" that the
 * system gave, or else the innermost description. */
static herr_t innermost(unsigned depth, const H5E_error2_t *error, void *text)
{
  char *reason = text;
  const char *system =
      error->desc ? strstr(error->desc, "error message = '") : NULL;
  if (system) {
    system += strlen("error message = '");
    snprintf(reason, 200, "%.*s", (int)strcspn(system, "'"), system);
    return 1;
  }
  if (depth == 0 && error->desc) snprintf(reason, 200, "%s", error->desc);
  return 0;
}

static gm_status fail(const char *path, const char *verb, const char *object)
{
  char reason[200] = "unknown reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, reason);
  H5Eclear2(H5E_DEFAULT);
  if (!object)
    return gm_fail(GM_ERR_FILE, "cannot %s '%s': %s", verb, path, reason);
  return gm_fail(GM_ERR_FILE, "cannot %s '%s' in '%s': %s", verb, object, path,
                 reason);
}

/* A call that changes the file failed. */
static gm_status fail_to_write(gm_hdf5_file *file, const char *object)
{
  file->broken = true;
  return fail(file->path, "write", object);
}

static hid_t kept_as(gm_hdf5_type type)
{
  switch (type) {
  case GM_HDF5_DOUBLE:
    return H5T_IEEE_F64LE;
  case GM_HDF5_FLOAT:
    return H5T_IEEE_F32LE;
  case GM_HDF5_INT64:
    return H5T_STD_I64LE;
  case GM_HDF5_INT32:
    return H5T_STD_I32LE;
  case GM_HDF5_UINT8:
    break;
  }
  return H5T_STD_U8LE;
}

static hid_t held_as(gm_hdf5_type type)
{
  switch (type) {
  case GM_HDF5_DOUBLE:
    return H5T_NATIVE_DOUBLE;
  case GM_HDF5_FLOAT:
    return H5T_NATIVE_FLOAT;
  case GM_HDF5_INT64:
    return H5T_NATIVE_INT64;
  case GM_HDF5_INT32:
    return H5T_NATIVE_INT32;
  case GM_HDF5_UINT8:
    break;
  }
  return H5T_NATIVE_UINT8;
}

/* A fixed-length text of `bytes` bytes; null-padded, so that all of them count. */
static hid_t text_type(size_t bytes, const char *sample)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, bytes ? bytes : 1);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  for (size_t k = 0; k < bytes; ++k) {
    if (sample[k] & 0x80) {
      H5Tset_cset(type, H5T_CSET_UTF8);
      break;
    }
  }
  return type;
}

/* --- files ------------------------------------------------------------------- */

static gm_status open_struct(const char *path, gm_hdf5_file **file)
{
  /* A file that cannot be closed must not be flushed at exit, and the messages are ours. */
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  *file = calloc(1, sizeof **file + strlen(path) + 1);
  if (!*file) return gm_fail(GM_ERR_MEMORY, "no memory to open '%s'", path);
  strcpy((*file)->path, path);
  return GM_OK;
}

static gm_status opened(const char *path, const char *verb, hid_t handle,
                        gm_hdf5_file **file)
{
  (*file)->handle = handle;
  if (handle >= 0) return GM_OK;
  free(*file);
  *file = NULL;
  return fail(path, verb, NULL);
}

gm_status gm_hdf5_create(const char *path, bool followed, gm_hdf5_file **file)
{
  GM_TRY(open_struct(path, file));
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  if (followed) {
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  } else {
    H5Pset_file_locking(access, 0, 1);
  }
  const hid_t handle = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const gm_status status = opened(path, "create", handle, file);
  H5Pclose(access);
  return status;
}

gm_status gm_hdf5_open(const char *path, gm_hdf5_way way, gm_hdf5_file **file)
{
  GM_TRY(open_struct(path, file));
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  hid_t handle = -1;
  if (way == GM_HDF5_MEND) {
    /* Not in the library's headers, but it is how its own h5clear works. */
    const hbool_t yes = 1;
    H5Pset(access, "clear_status_flags", &yes);
    H5Pset(access, "skip_eof_check", &yes);
    handle = H5Fopen(path, H5F_ACC_RDWR, access);
    /* What was written after the end that the file knows of is part of it. */
    if (handle >= 0) H5Fincrement_filesize(handle, 0);
  } else {
    handle = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    if (handle < 0) {
      H5Eclear2(H5E_DEFAULT);
      handle = H5Fopen(path, H5F_ACC_RDONLY, access);
    }
  }
  const gm_status status = opened(path, "open", handle, file);
  H5Pclose(access);
  return status;
}

gm_status gm_hdf5_publish(gm_hdf5_file *file)
{
  if (H5Fstart_swmr_write(file->handle) >= 0) return GM_OK;
  return fail(file->path, "publish", NULL);
}

gm_status gm_hdf5_flush(gm_hdf5_file *file)
{
  if (H5Fflush(file->handle, H5F_SCOPE_LOCAL) >= 0) return GM_OK;
  return fail_to_write(file, NULL);
}

void gm_hdf5_moved(gm_hdf5_file *file, const char *path)
{
  GM_ASSERT(strlen(path) <= strlen(file->path));
  strcpy(file->path, path);
}

bool gm_hdf5_broken(const gm_hdf5_file *file)
{
  return file->broken;
}

gm_status gm_hdf5_close(gm_hdf5_file **file)
{
  gm_hdf5_file *f = *file;
  *file = NULL;
  if (!f) return GM_OK;
  gm_status status = GM_OK;
  if (!f->broken && H5Fclose(f->handle) < 0) {
    status = fail(f->path, "close", NULL);
  }
  free(f);
  return status;
}

/* --- objects ----------------------------------------------------------------- */

gm_status gm_hdf5_group(gm_hdf5_file *file, const char *group)
{
  const hid_t handle =
      H5Gcreate2(file->handle, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (handle < 0) return fail_to_write(file, group);
  H5Gclose(handle);
  return GM_OK;
}

/* Make the data set; fixed tables have their rows and no chunks. */
static gm_status make(gm_hdf5_file *file, const char *name,
                      const gm_hdf5_form *form, bool growing, int64_t rows,
                      hid_t *set)
{
  hsize_t size[3] = {(hsize_t)rows}, most[3] = {(hsize_t)rows}, chunk[3] = {1};
  if (growing) most[0] = H5S_UNLIMITED;
  chunk[0] = (hsize_t)form->chunk;
  int64_t width = 1;
  for (int k = 0; k < form->rank; ++k) {
    const hsize_t n = (hsize_t)form->size[k];
    width *= form->size[k];
    size[k + 1] = n;
    /* A chunk has at least one number, and so must the room for it. */
    most[k + 1] = chunk[k + 1] = n || !growing ? n : 1;
  }
  const hid_t space = H5Screate_simple(form->rank + 1, size, most);
  const hid_t layout = H5Pcreate(H5P_DATASET_CREATE);
  const hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
  if (growing) {
    H5Pset_chunk(layout, form->rank + 1, chunk);
    if (form->deflate > 0) {
      H5Pset_shuffle(layout);
      H5Pset_deflate(layout, (unsigned)form->deflate);
    }
    /* Rows are appended: the last chunk, and the one after it, are all that is wanted. */
    const size_t bytes = (size_t)(form->chunk * (width ? width : 1)) * 8;
    H5Pset_chunk_cache(access, 7, 2 * bytes, 1.0);
  }
  *set = H5Dcreate2(file->handle, name, kept_as(form->type), space, H5P_DEFAULT,
                    layout, access);
  gm_status status = *set < 0 ? fail_to_write(file, name) : GM_OK;
  H5Pclose(access);
  H5Pclose(layout);
  H5Sclose(space);
  GM_TRY(status);
  status = gm_hdf5_attribute_text(file, name, GM_ATTR_UNITS, form->units);
  if (status != GM_OK) H5Dclose(*set);
  return status;
}

gm_status gm_hdf5_make(gm_hdf5_file *file, const char *name,
                       const gm_hdf5_form *form, gm_hdf5_table *table)
{
  hid_t set = -1;
  *table = (gm_hdf5_table){0};
  GM_TRY(make(file, name, form, true, 0, &set));
  *table = (gm_hdf5_table){.file = file,
                           .handle = set,
                           .rank = form->rank,
                           .size = {form->size[0], form->size[1]},
                           .type = form->type,
                           .growing = true};
  snprintf(table->name, sizeof table->name, "%s", name);
  return GM_OK;
}

gm_status gm_hdf5_put(gm_hdf5_file *file, const char *name,
                      const gm_hdf5_form *form, gm_hdf5_type memory,
                      int64_t rows, const void *values)
{
  hid_t set = -1;
  GM_TRY(make(file, name, form, false, rows, &set));
  const herr_t written = rows == 0 ? 0
                                   : H5Dwrite(set, held_as(memory), H5S_ALL,
                                              H5S_ALL, H5P_DEFAULT, values);
  const gm_status status = written < 0 ? fail_to_write(file, name) : GM_OK;
  H5Dclose(set);
  return status;
}

gm_status gm_hdf5_put_texts(gm_hdf5_file *file, const char *name, int64_t n,
                            int64_t bytes, const char *texts)
{
  const hsize_t size = (hsize_t)n;
  const hid_t type = text_type((size_t)bytes, texts);
  const hid_t space = H5Screate_simple(1, &size, NULL);
  const hid_t set = H5Dcreate2(file->handle, name, type, space, H5P_DEFAULT,
                               H5P_DEFAULT, H5P_DEFAULT);
  const bool good = set >= 0 && (n == 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL,
                                                    H5P_DEFAULT, texts) >= 0);
  const gm_status status = good ? GM_OK : fail_to_write(file, name);
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
  GM_TRY(status);
  return gm_hdf5_attribute_text(file, name, GM_ATTR_UNITS, "1");
}

gm_status gm_hdf5_link(gm_hdf5_file *file, const char *name, const char *target,
                       const char *object)
{
  if (H5Lcreate_external(target, object, file->handle, name, H5P_DEFAULT,
                         H5P_DEFAULT) >= 0) {
    return GM_OK;
  }
  return fail_to_write(file, name);
}

/* --- attributes -------------------------------------------------------------- */

/* Write the attribute, made if it is not there.  No handle stays open: HDF5 refuses to
 * publish a file while one is.  The object is opened on purpose: in a published file HDF5
 * does not find an attribute that was opened by the object's name. */
static gm_status attribute(gm_hdf5_file *file, const char *object,
                           const char *name, hid_t type, hsize_t n,
                           const void *value)
{
  const hid_t owner = H5Oopen(file->handle, object, H5P_DEFAULT);
  if (owner < 0) return fail_to_write(file, object);
  hid_t handle = -1;
  if (H5Aexists(owner, name) > 0) {
    handle = H5Aopen(owner, name, H5P_DEFAULT);
  } else {
    const hid_t space =
        n ? H5Screate_simple(1, &n, NULL) : H5Screate(H5S_SCALAR);
    handle = H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Sclose(space);
  }
  const bool good = handle >= 0 && H5Awrite(handle, type, value) >= 0;
  const gm_status status = good ? GM_OK : fail_to_write(file, object);
  if (handle >= 0) H5Aclose(handle);
  H5Oclose(owner);
  return status;
}

gm_status gm_hdf5_attribute_text(gm_hdf5_file *file, const char *object,
                                 const char *name, const char *text)
{
  const hid_t type = text_type(strlen(text), text);
  const gm_status status = attribute(file, object, name, type, 0, text);
  H5Tclose(type);
  return status;
}

gm_status gm_hdf5_attribute_version(gm_hdf5_file *file, const char *object,
                                    const char *name, int major, int minor)
{
  const int64_t value[2] = {major, minor};
  return attribute(file, object, name, H5T_NATIVE_INT64, 2, value);
}

gm_status gm_hdf5_attribute_count(gm_hdf5_file *file, const char *object,
                                  const char *name, int64_t count)
{
  return attribute(file, object, name, H5T_NATIVE_INT64, 0, &count);
}

void gm_hdf5_text(gm_hdf5_file *file, const char *object, const char *name,
                  char *text, int64_t bytes)
{
  text[0] = '\0';
  const hid_t handle =
      H5Aopen_by_name(file->handle, object, name, H5P_DEFAULT, H5P_DEFAULT);
  if (handle >= 0) {
    const hid_t kept = H5Aget_type(handle);
    const hid_t type = H5Tcopy(kept);
    char *whole = NULL;
    if (H5Tget_class(kept) == H5T_STRING && !H5Tis_variable_str(kept)) {
      whole = calloc(H5Tget_size(kept) + 1, 1);
    }
    if (whole && H5Aread(handle, type, whole) >= 0) {
      snprintf(text, (size_t)bytes, "%s", whole);
    }
    free(whole);
    H5Tclose(type);
    H5Tclose(kept);
    H5Aclose(handle);
  }
  H5Eclear2(H5E_DEFAULT);
}

/* --- tables ------------------------------------------------------------------ */

bool gm_hdf5_has(gm_hdf5_file *file, const char *name)
{
  char part[GM_HDF5_NAME];
  for (const char *end = name + 1; *name; end = end + 1) {
    end += strcspn(end, "/");
    snprintf(part, sizeof part, "%.*s", (int)(end - name), name);
    if (H5Lexists(file->handle, part, H5P_DEFAULT) <= 0) {
      H5Eclear2(H5E_DEFAULT);
      return false;
    }
    if (!*end) return true;
  }
  return false;
}

static gm_hdf5_type type_of(hid_t set)
{
  const hid_t type = H5Dget_type(set);
  const size_t size = H5Tget_size(type);
  const bool real = H5Tget_class(type) == H5T_FLOAT;
  H5Tclose(type);
  if (real) return size == 8 ? GM_HDF5_DOUBLE : GM_HDF5_FLOAT;
  return size == 8 ? GM_HDF5_INT64 : size == 4 ? GM_HDF5_INT32 : GM_HDF5_UINT8;
}

gm_status gm_hdf5_table_open(gm_hdf5_file *file, const char *name,
                             gm_hdf5_table *table)
{
  *table = (gm_hdf5_table){0};
  const hid_t set = H5Dopen2(file->handle, name, H5P_DEFAULT);
  if (set < 0) return fail(file->path, "find", name);
  const hid_t space = H5Dget_space(set), layout = H5Dget_create_plist(set);
  hsize_t size[3] = {1, 1, 1};
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank >= 1 && rank <= 3) H5Sget_simple_extent_dims(space, size, NULL);
  *table = (gm_hdf5_table){.file = file,
                           .handle = set,
                           .rows = (int64_t)size[0],
                           .rank = rank - 1,
                           .size = {(int64_t)size[1], (int64_t)size[2]},
                           .type = type_of(set),
                           .growing = H5Pget_layout(layout) == H5D_CHUNKED};
  snprintf(table->name, sizeof table->name, "%s", name);
  H5Pclose(layout);
  H5Sclose(space);
  if (rank >= 1 && rank <= 3) return GM_OK;
  gm_hdf5_table_close(table);
  return gm_fail(GM_ERR_FILE, "'%s' in '%s' has rank %d; expected 1 to 3", name,
                 file->path, rank);
}

void gm_hdf5_table_close(gm_hdf5_table *table)
{
  if (table->handle > 0) H5Dclose(table->handle);
  *table = (gm_hdf5_table){0};
}

int64_t gm_hdf5_width(const gm_hdf5_table *table)
{
  int64_t width = 1;
  for (int k = 0; k < table->rank; ++k)
    width *= table->size[k];
  return width;
}

/* Transfer rows [first, first + n); `out` null: write from `in`. */
static gm_status transfer(const gm_hdf5_table *t, gm_hdf5_type memory,
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
    status = out ? fail(t->file->path, "read", t->name)
                 : fail_to_write(t->file, t->name);
  }
  H5Sclose(block);
  H5Sclose(space);
  return status;
}

static herr_t resize(const gm_hdf5_table *table, int64_t rows)
{
  const hsize_t size[3] = {(hsize_t)rows, (hsize_t)table->size[0],
                           (hsize_t)table->size[1]};
  return H5Dset_extent(table->handle, size);
}

gm_status gm_hdf5_append(gm_hdf5_table *table, gm_hdf5_type memory, int64_t n,
                         const void *values)
{
  if (n == 0) return GM_OK;
  if (resize(table, table->rows + n) < 0) {
    return fail_to_write(table->file, table->name);
  }
  if (gm_hdf5_width(table) > 0) {
    GM_TRY(transfer(table, memory, table->rows, n, values, NULL));
  }
  table->rows += n;
  return GM_OK;
}

gm_status gm_hdf5_read(const gm_hdf5_table *table, gm_hdf5_type memory,
                       int64_t first, int64_t n, void *values)
{
  if (first < 0 || n < 0 || first > table->rows - n) {
    return gm_fail(GM_ERR_FILE,
                   "'%s' in '%s' has %lld rows; rows %lld to %lld are missing",
                   table->name, table->file->path, (long long)table->rows,
                   (long long)first, (long long)(first + n));
  }
  if (n == 0 || gm_hdf5_width(table) == 0) return GM_OK;
  return transfer(table, memory, first, n, NULL, values);
}

gm_status gm_hdf5_cut(gm_hdf5_table *table, int64_t rows)
{
  if (resize(table, rows) < 0) return fail_to_write(table->file, table->name);
  table->rows = rows;
  return GM_OK;
}

gm_status gm_hdf5_read_text(gm_hdf5_file *file, const char *name, int64_t n,
                            char *text, int64_t bytes)
{
  const hid_t set = H5Dopen2(file->handle, name, H5P_DEFAULT);
  if (set < 0) return fail(file->path, "find", name);
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const hsize_t start = (hsize_t)n, one = 1;
  const hid_t block = H5Screate_simple(1, &one, NULL);
  char *whole =
      H5Tis_variable_str(type) ? NULL : calloc(H5Tget_size(type) + 1, 1);
  const bool good = whole &&
                    H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL,
                                        &one, NULL) >= 0 &&
                    H5Dread(set, type, block, space, H5P_DEFAULT, whole) >= 0;
  if (good) snprintf(text, (size_t)bytes, "%s", whole);
  const gm_status status = good ? GM_OK : fail(file->path, "read", name);
  free(whole);
  H5Sclose(block);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return status;
}

typedef struct visitor {
  gm_hdf5_file *file;
  const char *group;
  gm_status (*visit)(void *context, const char *name);
  void *context;
  gm_status status;
} visitor;

static herr_t visit_object(hid_t group, const char *name,
                           const H5O_info_t *object, void *data)
{
  (void)group;
  visitor *v = data;
  char path[GM_HDF5_NAME];
  if (object->type != H5O_TYPE_DATASET) return 0;
  snprintf(path, sizeof path, "%s/%s", v->group, name);
  v->status = v->visit(v->context, path);
  return v->status != GM_OK;
}

gm_status gm_hdf5_visit(gm_hdf5_file *file, const char *group,
                        gm_status (*visit)(void *context, const char *name),
                        void *context)
{
  visitor v = {file, group, visit, context, GM_OK};
  if (H5Ovisit_by_name2(file->handle, group, H5_INDEX_NAME, H5_ITER_INC,
                        visit_object, &v, H5O_INFO_BASIC, H5P_DEFAULT) < 0) {
    return fail(file->path, "list", group);
  }
  return v.status;
}
