/* export/standalone.c -- one kind of rows of a result as a separate transient file. */
#include "export/formats.h"

#include "file/schema.h"
#include "output/transient.h"

#include <string.h>

static void fill_standalone_column(const void *context, int k, int64_t first,
                                   int64_t n, void *out)
{
  const gm_result_rows *rows = context;
  if (k < 0) {
    const int64_t width = 3 * rows->ends;
    memcpy(out, rows->points + first * width, (size_t)(n * width) * 8);
    return;
  }
  const gm_result_array *a = &rows->array[k];
  if (a->real) {
    memcpy(out, a->number + first * a->width, (size_t)(n * a->width) * 8);
  } else {
    memcpy(out, a->integer + first * a->width, (size_t)(n * a->width) * 8);
  }
}

/* A damaged result may have arrays that none of ours has. */
static gm_status check_standalone_rows_fit(const gm_result *r,
                                           const gm_result_rows *rows)
{
  if (rows->n_arrays > GM_TRANSIENT_ARRAYS) {
    return gm_fail(GM_ERR_FILE,
                   "'%s' has %d arrays in a group; at most %d can be exported",
                   gm_hdf5_path(r->file), rows->n_arrays, GM_TRANSIENT_ARRAYS);
  }
  for (int k = 0; k < rows->n_arrays; ++k) {
    const gm_result_array *a = &rows->array[k];
    if (a->width >= 1 && a->width <= GM_TRANSIENT_WIDTH) continue;
    return gm_fail(GM_ERR_FILE,
                   "array '%s' in '%s' has %lld numbers in a row; expected 1 "
                   "to %d; the file is damaged",
                   a->name, gm_hdf5_path(r->file), (long long)a->width,
                   GM_TRANSIENT_WIDTH);
  }
  return GM_OK;
}

static gm_status
make_standalone_transient(gm_hdf5_file *file, const char *group,
                          gm_result_kind kind, const gm_result_rows *rows,
                          int64_t frames, int64_t most, gm_transient *t)
{
  gm_transient_array array[GM_RESULT_ARRAYS];
  gm_transient_form form = {.kind = kind == GM_RESULT_CONTACTS
                                        ? GM_TRANSIENT_CONTACTS
                                        : GM_TRANSIENT_GRAINS,
                            .group = group,
                            .array = array,
                            .n = rows->n_arrays,
                            .single = rows->single,
                            .deflate = 1,
                            .chunk = most < 64      ? 64
                                     : most > 16384 ? 16384
                                                    : most,
                            .frame_chunk = frames < 512 ? frames : 512};
  for (int k = 0; k < rows->n_arrays; ++k) {
    const gm_result_array *a = &rows->array[k];
    array[k] = (gm_transient_array){a->name, a->units, a->type, (int)a->width};
  }
  return gm_transient_make(file, &form, t);
}

static gm_status write_standalone_frames(gm_hdf5_file *file, const char *group,
                                         const gm_result *r,
                                         gm_result_kind kind, int64_t first,
                                         int64_t last, gm_transient *t)
{
  int64_t most = 0;
  for (int64_t f = first; f <= last; ++f) {
    if (r->n_rows[kind][f] > most) most = r->n_rows[kind][f];
  }
  for (int64_t f = first; f <= last; ++f) {
    gm_result_rows rows;
    gm_status status = gm_result_frame(r, kind, f, &rows);
    if (status == GM_OK) status = check_standalone_rows_fit(r, &rows);
    if (status == GM_OK && f == first) {
      status = make_standalone_transient(file, group, kind, &rows,
                                         last - first + 1, most, t);
    }
    if (status == GM_OK)
      status = gm_transient_take(t, rows.n, fill_standalone_column, &rows);
    gm_result_rows_clear(&rows);
    GM_TRY(status);
    GM_TRY(gm_transient_append(t));
    GM_TRY(gm_transient_publish(t, r->time[f]));
  }
  return gm_transient_count(t);
}

gm_status gm_standalone_put(gm_hdf5_file *file, const char *group,
                            const gm_result *r, gm_result_kind kind,
                            int64_t first, int64_t last)
{
  gm_transient t = {0};
  const gm_status status =
      write_standalone_frames(file, group, r, kind, first, last, &t);
  gm_transient_clear(&t);
  return status;
}

gm_status gm_standalone_write(const char *path, const gm_result *r,
                              gm_result_kind kind, int64_t first, int64_t last)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(path, false, &file));
  const gm_status status =
      gm_standalone_put(file, GM_GROUP_GRAINS, r, kind, first, last);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}
