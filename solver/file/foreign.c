/* file/foreign.c -- HDF5 access for files that other programs write or read.
 *
 * Types and shapes are checked before reading, since HDF5 converts silently and would
 * write beyond the buffer of a caller that expects another shape.
 */
#include "file/foreign.h"

#include "file/door.h"
#include "file/whole.h"

#include <hdf5.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An open attribute or data set. */
typedef struct value {
  hid_t handle, type, space;
  bool is_set;
} value;

static void close_foreign_value(value *v)
{
  if (v->space >= 0) H5Sclose(v->space);
  if (v->type >= 0) H5Tclose(v->type);
  if (v->handle >= 0) v->is_set ? H5Dclose(v->handle) : H5Aclose(v->handle);
  H5Eclear2(H5E_DEFAULT);
}

/* Open the data set of that name; false if there is none. */
static bool open_foreign_set(gm_hdf5_file *file, const char *name, value *v)
{
  *v = (value){-1, -1, -1, true};
  if (!gm_hdf5_has(file, name) ||
      gm_door_set(file, name, &v->handle) != GM_OK) {
    H5Eclear2(H5E_DEFAULT);
    return false;
  }
  v->type = H5Dget_type(v->handle);
  v->space = H5Dget_space(v->handle);
  const hssize_t n = H5Sget_simple_extent_npoints(v->space);
  hsize_t size[H5S_MAX_RANK] = {0};
  if (v->type < 0 || n < 0 ||
      gm_door_promise(file, name, v->handle, n,
                      (int64_t)H5Tget_size(v->type)) != GM_OK ||
      H5Sget_simple_extent_dims(v->space, size, NULL) < 0 ||
      gm_whole_chunks(file, name, v->handle, 0, n > 0 ? (int64_t)size[0] : 0) !=
          GM_OK) {
    close_foreign_value(v);
    *v = (value){-1, -1, -1, true};
  }
  H5Eclear2(H5E_DEFAULT);
  return v->handle >= 0;
}

static bool open_foreign_value(gm_hdf5_file *file, const char *object,
                               const char *name, gm_door_class kind, value *v)
{
  char path[2 * GM_HDF5_NAME];
  *v = (value){-1, -1, -1, false};
  v->handle = gm_door_attribute(file, object, name, kind);
  if (v->handle >= 0) {
    v->type = H5Aget_type(v->handle);
    v->space = H5Aget_space(v->handle);
    return true;
  }
  snprintf(path, sizeof path, "%.120s/%.120s", object, name);
  return open_foreign_set(file, path, v);
}

static bool read_foreign_value(const value *v, hid_t memory, void *to)
{
  return (v->is_set
              ? H5Dread(v->handle, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to)
              : H5Aread(v->handle, memory, to)) >= 0;
}

static bool is_foreign_numbers(hid_t type)
{
  return gm_door_is(type, GM_DOOR_NUMBER);
}

bool gm_foreign_number(gm_hdf5_file *file, const char *object, const char *name,
                       double *number)
{
  value v;
  *number = NAN;
  const bool good =
      open_foreign_value(file, object, name, GM_DOOR_NUMBER, &v) &&
      gm_door_is(v.type, GM_DOOR_NUMBER) &&
      H5Sget_simple_extent_npoints(v.space) == 1 &&
      read_foreign_value(&v, H5T_NATIVE_DOUBLE, number);
  close_foreign_value(&v);
  return good;
}

/* --- texts ------------------------------------------------------------------- */

/* Read n texts of fixed or variable length and call visit for each. */
static bool
read_foreign_texts(gm_hdf5_file *file, const value *v, int64_t n, int64_t bytes,
                   void (*visit)(void *context, int64_t i, const char *text),
                   void *context)
{
  const size_t size = H5Tget_size(v->type);
  const bool varies = H5Tis_variable_str(v->type) > 0;
  char *text = calloc((size_t)bytes + 1, 1);
  char *all = calloc((size_t)n + 1, varies ? sizeof(char *) : size + 1);
  const bool good = text && all && read_foreign_value(v, v->type, all);
  if (!text || !all) gm_hdf5_lost(file);
  for (int64_t i = 0; good && i < n; ++i) {
    const char *one =
        varies ? ((char **)(void *)all)[i] : all + (size_t)i * size;
    const size_t most = varies ? (size_t)bytes : size;
    snprintf(text, (size_t)bytes, "%.*s", (int)(one ? most : 0),
             one ? one : "");
    visit(context, i, text);
  }
  if (good && varies) H5Dvlen_reclaim(v->type, v->space, H5P_DEFAULT, all);
  free(all);
  free(text);
  return good;
}

static bool is_foreign_texts(const value *v, int64_t *n)
{
  *n = H5Sget_simple_extent_npoints(v->space);
  return H5Tget_class(v->type) == H5T_STRING && *n >= 0 && *n < INT32_MAX &&
         H5Tget_size(v->type) < 65536;
}

typedef struct copy {
  char *text;
  int64_t bytes;
} copy;

static void copy_foreign_text(void *context, int64_t i, const char *text)
{
  const copy *c = context;
  if (i == 0) snprintf(c->text, (size_t)c->bytes, "%s", text);
}

bool gm_foreign_text(gm_hdf5_file *file, const char *object, const char *name,
                     char *text, int64_t bytes)
{
  value v;
  int64_t n = 0;
  copy c = {text, bytes};
  text[0] = '\0';
  const bool good =
      open_foreign_value(file, object, name, GM_DOOR_ANY_TEXT, &v) &&
      is_foreign_texts(&v, &n) && n == 1 &&
      read_foreign_texts(file, &v, 1, bytes, copy_foreign_text, &c);
  close_foreign_value(&v);
  return good;
}

bool gm_foreign_texts(gm_hdf5_file *file, const char *name, int64_t bytes,
                      void (*visit)(void *context, int64_t i, const char *text),
                      void *context)
{
  value v;
  int64_t n = 0;
  const bool good = open_foreign_set(file, name, &v) &&
                    is_foreign_texts(&v, &n) &&
                    H5Sget_simple_extent_ndims(v.space) == 1 &&
                    read_foreign_texts(file, &v, n, bytes, visit, context);
  close_foreign_value(&v);
  return good;
}

/* --- groups and data sets ---------------------------------------------------- */

gm_status gm_foreign_groups(gm_hdf5_file *file, const char *group,
                            gm_status (*visit)(void *context, const char *path),
                            void *context)
{
  if (!gm_hdf5_has(file, group)) return GM_OK;
  return gm_door_groups(file, group, visit, context);
}

bool gm_foreign_is_set(gm_hdf5_file *file, const char *name)
{
  value v;
  const bool is_set = open_foreign_set(file, name, &v);
  close_foreign_value(&v);
  return is_set;
}

int64_t gm_foreign_rows(gm_hdf5_file *file, const char *name)
{
  value v;
  hsize_t size[H5S_MAX_RANK] = {0};
  int64_t rows = -1;
  if (open_foreign_set(file, name, &v) && is_foreign_numbers(v.type) &&
      H5Sget_simple_extent_ndims(v.space) >= 1 &&
      H5Sget_simple_extent_dims(v.space, size, NULL) >= 0)
    rows = (int64_t)size[0];
  close_foreign_value(&v);
  return rows;
}

gm_status gm_foreign_read(gm_hdf5_file *file, const char *name, bool real,
                          int64_t n, int64_t width, void *values)
{
  value v;
  hsize_t size[H5S_MAX_RANK] = {0};
  if (!gm_hdf5_has(file, name))
    return gm_fail(GM_ERR_INPUT, "the file lacks the data set %s", name);
  if (!open_foreign_set(file, name, &v))
    return GM_ERR_FILE; /* the door has said why */
  const int rank = H5Sget_simple_extent_ndims(v.space);
  if (rank >= 1) H5Sget_simple_extent_dims(v.space, size, NULL);
  int64_t found = 1;
  for (int k = 1; k < rank; ++k)
    if (__builtin_mul_overflow(found, (int64_t)size[k], &found)) found = -1;
  const H5T_class_t kind = H5Tget_class(v.type);
  gm_status status = GM_OK;
  if (!is_foreign_numbers(v.type) || (!real && kind != H5T_INTEGER)) {
    status = gm_fail(GM_ERR_INPUT, "its data set %s does not contain %s", name,
                     real ? "numbers" : "integers");
  } else if (rank < 1 || (int64_t)size[0] != n || found != width) {
    status =
        gm_fail(GM_ERR_INPUT,
                "its data set %s has %lld rows of %lld; expected %lld rows "
                "of %lld",
                name, rank < 1 ? 0ll : (long long)size[0], (long long)found,
                (long long)n, (long long)width);
  } else if (n > 0 &&
             !read_foreign_value(
                 &v, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, values)) {
    status = gm_hdf5_fail(file, "read", name);
  }
  close_foreign_value(&v);
  return status;
}
