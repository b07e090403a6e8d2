/* output/transient.c -- a group of the result file in VTK's transient layout.
 *
 * Real arrays are converted to the type of the file while a frame is copied, in blocks
 * and by several threads, so that the writing thread only appends bytes.
 */
#include "output/transient.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"

#include <stdio.h>
#include <string.h>

enum {
  BLOCK = 8192, /* numbers appended at a time */
  PACK = 512,   /* rows converted at a time */
  LINE = 3      /* VTK's cell type of a line */
};

static const char *const poly_groups[GM_TRANSIENT_GROUPS] = {
    "/" GM_VTK_VERTICES, "/" GM_VTK_LINES, "/" GM_VTK_POLYGONS,
    "/" GM_VTK_STRIPS};

/* Create the table group/part1/part2. */
static gm_status make_transient_table(gm_transient *t, const char *part1,
                                      const char *part2, gm_table_type type,
                                      int width, int64_t chunk, int deflate,
                                      const char *units, gm_table *table)
{
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s%s/%s", t->group, part1, part2);
  const gm_table_form form = {.type = type,
                              .rank = width > 0,
                              .size = {width},
                              .chunk = chunk,
                              .deflate = deflate,
                              .units = units};
  return gm_table_make(t->file, name, &form, table);
}

static gm_status make_transient_group(gm_transient *t, const char *part)
{
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s%s", t->group, part);
  return gm_hdf5_group(t->file, name);
}

/* An array with one row for each frame is never compressed, so that a row is added in
 * place. */
static gm_status make_transient_frame(gm_transient *t,
                                      const gm_transient_form *form,
                                      const char *part1, const char *part2,
                                      int width, gm_table *table)
{
  return make_transient_table(t, part1, part2, GM_TABLE_INT64, width,
                              form->frame_chunk, 0, "1", table);
}

static gm_status make_transient_cells(gm_transient *t,
                                      const gm_transient_form *form,
                                      const char *group, bool used,
                                      gm_transient_cells *cells)
{
  const int64_t chunk = used ? form->chunk : 8;
  const int deflate = used ? form->deflate : 0;
  if (*group) GM_TRY(make_transient_group(t, group));
  GM_TRY(make_transient_frame(t, form, group, GM_VTK_NUMBER_OF_CELLS, 0,
                              &cells->n_cells));
  GM_TRY(make_transient_frame(t, form, group, GM_VTK_NUMBER_OF_IDS, 0,
                              &cells->n_ids));
  GM_TRY(make_transient_table(t, group, GM_VTK_OFFSETS, GM_TABLE_INT64, 0,
                              chunk, deflate, "1", &cells->offsets));
  return make_transient_table(t, group, GM_VTK_CONNECTIVITY, GM_TABLE_INT64, 0,
                              chunk, deflate, "1", &cells->connectivity);
}

static gm_status make_transient_geometry(gm_transient *t,
                                         const gm_transient_form *form)
{
  const bool grains = t->kind == GM_TRANSIENT_GRAINS;
  const gm_table_type real = form->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE;
  if (!gm_hdf5_is_continued(t->file)) {
    GM_TRY(gm_hdf5_attribute_version(t->file, t->group, GM_VTK_VERSION, 2, 0));
    GM_TRY(gm_hdf5_attribute_text(t->file, t->group, GM_VTK_TYPE,
                                  grains ? "PolyData" : "UnstructuredGrid"));
  }
  GM_TRY(make_transient_frame(t, form, "", GM_VTK_NUMBER_OF_POINTS, 0,
                              &t->n_points));
  GM_TRY(make_transient_table(t, "", GM_VTK_POINTS, real, 3,
                              grains ? form->chunk : 2 * form->chunk,
                              form->deflate, "m", &t->points));
  if (!grains) {
    GM_TRY(make_transient_cells(t, form, "", true, &t->cells[0]));
    return make_transient_table(t, "", GM_VTK_TYPES, GM_TABLE_UINT8, 0,
                                form->chunk, form->deflate, "1", &t->types);
  }
  const int64_t zero = 0;
  for (int k = 0; k < GM_TRANSIENT_GROUPS; ++k) {
    GM_TRY(make_transient_cells(t, form, poly_groups[k], k == 0, &t->cells[k]));
    /* A list of offsets begins with 0, even if it is empty. */
    gm_table *offsets = &t->cells[k].offsets;
    if (offsets->rows == 0)
      GM_TRY(gm_table_append(offsets, GM_TABLE_INT64, 1, &zero));
  }
  return GM_OK;
}

/* The ids of grains are global ids for VTK. */
static gm_status mark_transient_ids(gm_transient *t)
{
  char name[GM_HDF5_NAME];
  if (gm_hdf5_is_continued(t->file)) return GM_OK;
  snprintf(name, sizeof name, "%s/%s/%s", t->group, GM_VTK_POINT_DATA,
           GM_NAME_ID);
  return gm_hdf5_attribute_text(t->file, name, GM_ATTR_MEANING,
                                GM_VTK_GLOBAL_IDS);
}

static gm_status make_transient_arrays(gm_transient *t,
                                       const gm_transient_form *form)
{
  const bool grains = t->kind == GM_TRANSIENT_GRAINS;
  const char *data = grains ? "/" GM_VTK_POINT_DATA : "/" GM_VTK_CELL_DATA;
  const char *offsets = grains ? "/" GM_VTK_STEPS "/" GM_VTK_POINT_DATA_OFFSETS
                               : "/" GM_VTK_STEPS "/" GM_VTK_CELL_DATA_OFFSETS;
  GM_ASSERT(form->n <= GM_TRANSIENT_ARRAYS);
  t->n = form->n;
  GM_TRY(make_transient_group(t, data));
  GM_TRY(make_transient_group(t, offsets));
  for (int k = 0; k < form->n; ++k) {
    const gm_transient_array *a = &form->array[k];
    GM_ASSERT(a->width <= GM_TRANSIENT_WIDTH);
    GM_TRY(make_transient_table(t, data, a->name, a->type,
                                a->width > 1 ? a->width : 0, form->chunk,
                                form->deflate, a->units, &t->array[k]));
    GM_TRY(make_transient_frame(t, form, offsets, a->name, 0,
                                &t->array_offset[k]));
    if (grains && strcmp(a->name, GM_NAME_ID) == 0)
      GM_TRY(mark_transient_ids(t));
  }
  return GM_OK;
}

static gm_status make_transient_steps(gm_transient *t,
                                      const gm_transient_form *form)
{
  const char *steps = "/" GM_VTK_STEPS;
  char name[GM_HDF5_NAME];
  const int groups = t->kind == GM_TRANSIENT_GRAINS ? GM_TRANSIENT_GROUPS : 1;
  GM_TRY(make_transient_group(t, steps));
  snprintf(name, sizeof name, "%s%s", t->group, steps);
  if (!gm_hdf5_is_continued(t->file))
    GM_TRY(gm_hdf5_attribute_count(t->file, name, GM_VTK_NSTEPS, 0));
  GM_TRY(make_transient_table(t, steps, GM_VTK_VALUES, GM_TABLE_DOUBLE, 0,
                              form->frame_chunk, 0, "s", &t->values));
  GM_TRY(
      make_transient_frame(t, form, steps, GM_VTK_PART_OFFSETS, 0, &t->part));
  GM_TRY(make_transient_frame(t, form, steps, GM_VTK_NUMBER_OF_PARTS, 0,
                              &t->n_parts));
  GM_TRY(make_transient_frame(t, form, steps, GM_VTK_POINT_OFFSETS, 0,
                              &t->point_offset));
  GM_TRY(make_transient_frame(t, form, steps, GM_VTK_CELL_OFFSETS, groups,
                              &t->cell_offset));
  return make_transient_frame(t, form, steps, GM_VTK_ID_OFFSETS, groups,
                              &t->id_offset);
}

gm_status gm_transient_make(gm_hdf5_file *file, const gm_transient_form *form,
                            gm_transient *t)
{
  *t = (gm_transient){.kind = form->kind, .group = form->group, .file = file};
  GM_TRY(GM_RESIZE(t->scratch, 0, BLOCK));
  GM_TRY(make_transient_group(t, ""));
  GM_TRY(make_transient_geometry(t, form));
  GM_TRY(make_transient_steps(t, form));
  return make_transient_arrays(t, form);
}

/* --- taking a frame ------------------------------------------------------------ */

/* Points of a row: 1 of a grain, 2 of a contact. */
static int transient_ends(const gm_transient *t)
{
  return t->kind == GM_TRANSIENT_GRAINS ? 1 : 2;
}

/* Array k, or the points for k = -1; *width receives its numbers for one row of the
 * frame. */
static const gm_table *transient_table(const gm_transient *t, int k,
                                       int64_t *width)
{
  const gm_table *table = k < 0 ? &t->points : &t->array[k];
  *width = gm_table_width(table) * (k < 0 ? transient_ends(t) : 1);
  return table;
}

/* Allocate n rows and some more; the content is lost. */
static gm_status reserve_transient_packed(gm_transient *t, int64_t n)
{
  if (n <= t->capacity) return GM_OK;
  const int64_t rows = n + n / 8 + 64;
  t->capacity = 0;
  for (int k = -1; k < t->n; ++k) {
    int64_t width;
    const gm_table *table = transient_table(t, k, &width);
    gm_memory_free(&t->row[k + 1]);
    GM_TRY(gm_memory_resize(&t->row[k + 1], 0, (size_t)rows,
                            (size_t)width * gm_table_bytes(table->type)));
  }
  t->capacity = rows;
  return GM_OK;
}

static void pack_transient_rows(gm_transient *t, int64_t n,
                                gm_transient_fill *fill, const void *context,
                                int k)
{
  int64_t width;
  const gm_table *table = transient_table(t, k, &width);
  const int64_t bytes = width * (int64_t)gm_table_bytes(table->type);
  char *to = t->row[k + 1];
#pragma omp parallel for schedule(static)
  for (int64_t first = 0; first < n; first += PACK) {
    double block[PACK * GM_TRANSIENT_WIDTH];
    const int64_t some = n - first < PACK ? n - first : PACK;
    fill(context, k, first, some, block);
    gm_table_pack(table->type, some * width, block, to + first * bytes);
  }
}

gm_status gm_transient_take(gm_transient *t, int64_t n, gm_transient_fill *fill,
                            const void *context)
{
  GM_TRY(reserve_transient_packed(t, n));
  for (int k = -1; k < t->n; ++k)
    pack_transient_rows(t, n, fill, context, k);
  t->taken = n;
  return GM_OK;
}

/* --- appending it -------------------------------------------------------------- */

static gm_status append_transient_frame_count(gm_table *table, int64_t value)
{
  return gm_table_append(table, GM_TABLE_INT64, 1, &value);
}

/* Append the n numbers first, first + step, first + 2 step, ... */
static gm_status append_transient_sequence(gm_transient *t, int64_t first,
                                           int64_t step, int64_t n,
                                           gm_table *table)
{
  for (int64_t at = 0; at < n; at += BLOCK) {
    const int64_t some = n - at < BLOCK ? n - at : BLOCK;
    for (int64_t k = 0; k < some; ++k)
      t->scratch[k] = first + (at + k) * step;
    GM_TRY(gm_table_append(table, GM_TABLE_INT64, some, t->scratch));
  }
  return GM_OK;
}

static gm_status append_transient_vertices(gm_transient *t, int64_t n)
{
  gm_transient_cells *vertices = &t->cells[0];
  const int64_t most = vertices->connectivity.rows;
  if (n > most) {
    GM_TRY(append_transient_sequence(t, most, 1, n - most,
                                     &vertices->connectivity));
    GM_TRY(append_transient_sequence(t, most + 1, 1, n - most,
                                     &vertices->offsets));
  }
  for (int k = 0; k < GM_TRANSIENT_GROUPS; ++k) {
    GM_TRY(append_transient_frame_count(&t->cells[k].n_cells, k == 0 ? n : 0));
    GM_TRY(append_transient_frame_count(&t->cells[k].n_ids, k == 0 ? n : 0));
  }
  const int64_t zeros[GM_TRANSIENT_GROUPS] = {0};
  GM_TRY(gm_table_append(&t->cell_offset, GM_TABLE_INT64, 1, zeros));
  return gm_table_append(&t->id_offset, GM_TABLE_INT64, 1, zeros);
}

static gm_status append_transient_lines(gm_transient *t, int64_t n)
{
  gm_transient_cells *lines = &t->cells[0];
  GM_TRY(append_transient_frame_count(&t->cell_offset, t->types.rows));
  GM_TRY(append_transient_frame_count(&t->id_offset, lines->connectivity.rows));
  GM_TRY(append_transient_frame_count(&lines->n_cells, n));
  GM_TRY(append_transient_frame_count(&lines->n_ids, 2 * n));
  GM_TRY(append_transient_sequence(t, 0, 2, n + 1, &lines->offsets));
  GM_TRY(append_transient_sequence(t, 0, 1, 2 * n, &lines->connectivity));
  uint8_t *type = (uint8_t *)t->scratch;
  for (int k = 0; k < BLOCK; ++k)
    type[k] = LINE;
  for (int64_t at = 0; at < n; at += BLOCK) {
    const int64_t some = n - at < BLOCK ? n - at : BLOCK;
    GM_TRY(gm_table_append(&t->types, GM_TABLE_UINT8, some, type));
  }
  return GM_OK;
}

gm_status gm_transient_append(gm_transient *t)
{
  const bool grains = t->kind == GM_TRANSIENT_GRAINS;
  const int64_t n = t->taken, ends = transient_ends(t);
  GM_TRY(append_transient_frame_count(&t->part, t->n_points.rows));
  GM_TRY(append_transient_frame_count(&t->n_parts, 1));
  GM_TRY(append_transient_frame_count(&t->point_offset, t->points.rows));
  GM_TRY(append_transient_frame_count(&t->n_points, n * ends));
  GM_TRY(gm_table_append(&t->points, t->points.type, n * ends, t->row[0]));
  GM_TRY(grains ? append_transient_vertices(t, n)
                : append_transient_lines(t, n));
  for (int k = 0; k < t->n; ++k) {
    GM_TRY(append_transient_frame_count(&t->array_offset[k], t->array[k].rows));
    gm_table *array = &t->array[k];
    GM_TRY(gm_table_append(array, array->type, n, t->row[k + 1]));
  }
  return GM_OK;
}

/* The tables with more than one row for a frame; in the others a chunk is a frame.
 * Returns null after the last. */
static gm_table *transient_shared_table(gm_transient *t, int k)
{
  gm_table *fixed[] = {&t->points, &t->cells[0].offsets,
                       &t->cells[0].connectivity, &t->types};
  if (k < t->n) return &t->array[k];
  const int first = k - t->n, all = t->kind == GM_TRANSIENT_GRAINS ? 3 : 4;
  return first < all ? fixed[first] : NULL;
}

gm_status gm_transient_settle(gm_transient *t, bool *touched)
{
  gm_table *table;
  for (int k = 0; (table = transient_shared_table(t, k)); ++k)
    GM_TRY(gm_table_settle(table, touched));
  return GM_OK;
}

void gm_transient_mark(gm_transient *t)
{
  gm_table *table;
  for (int k = 0; (table = transient_shared_table(t, k)); ++k)
    gm_table_mark(table);
}

gm_status gm_transient_publish(gm_transient *t, double time)
{
  return gm_table_append(&t->values, GM_TABLE_DOUBLE, 1, &time);
}

gm_status gm_transient_count(gm_transient *t)
{
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/" GM_VTK_STEPS, t->group);
  return gm_hdf5_attribute_count(t->file, name, GM_VTK_NSTEPS, t->values.rows);
}

void gm_transient_clear(gm_transient *t)
{
  GM_FREE(t->scratch);
  for (int k = 0; k <= GM_TRANSIENT_ARRAYS; ++k)
    gm_memory_free(&t->row[k]);
}
