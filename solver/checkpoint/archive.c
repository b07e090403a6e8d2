/* checkpoint/archive.c -- columns of memory to and from the tables of a file. */
#include "checkpoint/archive.h"

#include "base/memory.h"
#include <stdio.h>
#include <string.h>

/* 1  more than any run counts to, and twice that is no overflow */
static const int64_t largest = INT64_C(1) << 62;

static void name_archive_table(const gm_archive *a, const char *name,
                               char path[GM_HDF5_NAME])
{
  snprintf(path, GM_HDF5_NAME, "%s/%s", a->group, name);
}

gm_status gm_archive_refuse(const gm_archive *a, const char *what)
{
  return gm_fail(GM_ERR_FILE,
                 "'%s' in '%s': %s; the checkpoint is not one of this program",
                 a->group, gm_hdf5_path(a->file), what);
}

gm_status gm_archive_group(gm_archive *a, const char *group)
{
  snprintf(a->group, sizeof a->group, "%s", group);
  return a->reads ? GM_OK : gm_hdf5_group(a->file, group);
}

static gm_status write_archive_column(gm_archive *a, const char *name,
                                      gm_table_type type, int width,
                                      int64_t rows, const void *column)
{
  char path[GM_HDF5_NAME];
  name_archive_table(a, name, path);
  const gm_table_form form = {.type = type,
                              .rank = width > 1,
                              .size = {width},
                              .chunk = 1,
                              .units = "1"};
  return gm_table_put(a->file, path, &form, type, rows, column);
}

static gm_status read_archive_column(gm_archive *a, const char *name,
                                     gm_table_type type, int width,
                                     int64_t rows, void *column)
{
  char path[GM_HDF5_NAME];
  gm_table t;
  name_archive_table(a, name, path);
  GM_TRY(gm_table_open(a->file, path, &t));
  const bool fits = t.type == type && t.rank == (width > 1) &&
                    (width == 1 || t.size[0] == width) && t.rows == rows;
  gm_status status = GM_OK;
  if (!fits)
    status = gm_fail(GM_ERR_FILE,
                     "'%s' in '%s' is not a table of %lld rows of %d numbers "
                     "as this run needs it",
                     path, gm_hdf5_path(a->file), (long long)rows, width);
  if (status == GM_OK) status = gm_table_read(&t, type, 0, rows, column);
  gm_table_close(&t);
  return status;
}

/* Counts and ids, from which the run goes on, must not overflow. */
static gm_status check_integers(const gm_archive *a, const char *name,
                                const int64_t *value, int64_t n)
{
  char what[96];
  for (int64_t k = 0; k < n; ++k) {
    if (value[k] >= -largest && value[k] <= largest) continue;
    snprintf(what, sizeof what, "%s is %lld", name, (long long)value[k]);
    return gm_archive_refuse(a, what);
  }
  return GM_OK;
}

gm_status gm_archive_column(gm_archive *a, const char *name, gm_table_type type,
                            int width, int64_t rows, void *column)
{
  if (!a->reads)
    return write_archive_column(a, name, type, width, rows, column);
  GM_TRY(read_archive_column(a, name, type, width, rows, column));
  return type == GM_TABLE_INT64 ? check_integers(a, name, column, rows * width)
                                : GM_OK;
}

/* One member of all records, by way of a contiguous copy. */
static gm_status transfer_archive_records(gm_archive *a,
                                          const gm_archive_field *f,
                                          int64_t rows, char *records,
                                          size_t stride, char *copy)
{
  const size_t bytes = gm_table_bytes(f->type) * (size_t)f->width;
  for (int64_t k = 0; !a->reads && k < rows; ++k)
    memcpy(copy + (size_t)k * bytes, records + (size_t)k * stride + f->offset,
           bytes);
  GM_TRY(gm_archive_column(a, f->name, f->type, f->width, rows, copy));
  for (int64_t k = 0; a->reads && k < rows; ++k)
    memcpy(records + (size_t)k * stride + f->offset, copy + (size_t)k * bytes,
           bytes);
  return GM_OK;
}

gm_status gm_archive_records(gm_archive *a, const gm_archive_field *field,
                             int n, int64_t rows, void *records, size_t stride)
{
  gm_status status = GM_OK;
  for (int k = 0; k < n && status == GM_OK; ++k) {
    char *copy = NULL;
    const size_t bytes = gm_table_bytes(field[k].type) * (size_t)field[k].width;
    status = GM_RESIZE(copy, 0, (size_t)rows * bytes + 1);
    if (status == GM_OK)
      status =
          transfer_archive_records(a, &field[k], rows, records, stride, copy);
    GM_FREE(copy);
  }
  return status;
}

gm_status gm_archive_count(gm_archive *a, const char *name, int64_t most,
                           int64_t *count)
{
  GM_TRY(gm_archive_column(a, name, GM_TABLE_INT64, 1, 1, count));
  if (*count >= 0 && *count <= most && (!a->reads || *count <= a->bytes))
    return GM_OK;
  char what[96];
  snprintf(what, sizeof what, "%s is %lld", name, (long long)*count);
  return gm_archive_refuse(a, what);
}

gm_status gm_archive_text(gm_archive *a, const char *name, char **text)
{
  char length[64];
  int64_t n = a->reads ? 0 : (int64_t)strlen(*text);
  snprintf(length, sizeof length, "%s_bytes", name);
  GM_TRY(gm_archive_count(a, length, INT32_MAX, &n));
  if (a->reads) GM_TRY(GM_RESIZE(*text, 0, n + 1));
  GM_TRY(gm_archive_column(a, name, GM_TABLE_UINT8, 1, n, *text));
  if (!a->reads || strlen(*text) == (size_t)n) return GM_OK;
  return gm_archive_refuse(a, "a text has a zero byte");
}
