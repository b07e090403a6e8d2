/* result/result.c -- reads a result file into plain arrays.
 *
 * Frames of different length are stored one after the other, so that each array has an
 * offset for every frame (VTK's transient layout).  Rows are read as double or int64
 * whatever their type in the file.
 */
#include "result/result.h"

#include "base/memory.h"
#include "file/door.h"
#include "file/schema.h"
#include "file/table.h"

#include "rules/read.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const group[GM_RESULT_KINDS] = {
    GM_GROUP_GRAINS, GM_GROUP_CONTACTS, GM_GROUP_BODIES, GM_GROUP_CLUMPS,
    GM_GROUP_POINTS};

const char *const gm_result_kinds[GM_RESULT_KINDS] = {
    "grains", "contacts", "bodies", "clumps", "material_points"};

/* Contacts are lines with arrays of cells, all others points with arrays of points. */
static bool is_line_result(gm_result_kind kind)
{
  return kind == GM_RESULT_CONTACTS;
}

static const char *result_data(gm_result_kind kind)
{
  return is_line_result(kind) ? GM_VTK_CELL_DATA : GM_VTK_POINT_DATA;
}

/* Read rows [first, first + n) of a table of integers to `out`. */
static gm_status read_result_integers(gm_hdf5_file *file, const char *name,
                                      int64_t first, int64_t n, int64_t *out)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, GM_TABLE_INTEGERS, 1, &table));
  const gm_status status = gm_table_read(&table, GM_TABLE_INT64, first, n, out);
  gm_table_close(&table);
  return status;
}

static gm_status count_result_rows(gm_hdf5_file *file, const char *name,
                                   int64_t *rows)
{
  gm_table table;
  GM_TRY(gm_table_open(file, name, &table));
  *rows = table.rows;
  gm_table_close(&table);
  return GM_OK;
}

/* --- opening ----------------------------------------------------------------- */

static gm_status read_result_times(gm_result *r)
{
  gm_table times;
  GM_TRY(gm_table_expect(r->file,
                         GM_GROUP_GRAINS "/" GM_VTK_STEPS "/" GM_VTK_VALUES,
                         GM_TABLE_REALS, 1, &times));
  r->frames = times.rows;
  gm_status status = gm_table_test(&times, 0, r->frames);
  if (status == GM_OK) status = GM_RESIZE(r->time, 0, r->frames);
  if (status == GM_OK) {
    status = gm_table_read(&times, GM_TABLE_DOUBLE, 0, r->frames, r->time);
  }
  gm_table_close(&times);
  return status;
}

static gm_status read_result_counts(gm_result *r, gm_result_kind kind)
{
  const bool grains = !is_line_result(kind);
  char name[GM_HDF5_NAME];
  GM_TRY(GM_RESIZE(r->n_rows[kind], 0, r->frames));
  GM_TRY(GM_RESIZE(r->first[kind], 0, r->frames));
  snprintf(name, sizeof name, "%s/%s", group[kind],
           grains ? GM_VTK_NUMBER_OF_POINTS : GM_VTK_NUMBER_OF_CELLS);
  GM_TRY(read_result_integers(r->file, name, 0, r->frames, r->n_rows[kind]));
  for (int64_t f = 0; f < r->frames; ++f)
    if (r->n_rows[kind][f] < 0 || r->n_rows[kind][f] >= INT32_MAX)
      return gm_fail(GM_ERR_FILE,
                     "'%s' in '%s' is %lld in frame %lld; expected a number of "
                     "rows below 2^31 - 1; the file is damaged",
                     name, gm_hdf5_path(r->file), (long long)r->n_rows[kind][f],
                     (long long)f);
  snprintf(name, sizeof name, "%s/%s/%s", group[kind], GM_VTK_STEPS,
           grains ? GM_VTK_POINT_OFFSETS : GM_VTK_CELL_OFFSETS);
  return read_result_integers(r->file, name, 0, r->frames, r->first[kind]);
}

/* Read what the grains are; results of older versions, of spheres in space, lack it. */
static gm_status read_result_body(gm_result *r)
{
  const int64_t dimensions =
      gm_door_count(r->file, GM_GROUP_SCENE, GM_ATTR_DIMENSIONS);
  const double t = gm_door_number(r->file, GM_GROUP_SCENE, GM_ATTR_THICKNESS);
  gm_door_text(r->file, GM_GROUP_SCENE, GM_ATTR_BODY, r->body, sizeof r->body);
  r->dimensions = dimensions == 2 ? 2 : 3;
  if (!*r->body) snprintf(r->body, sizeof r->body, "sphere");
  if (r->dimensions == 3) return GM_OK;
  if (!isfinite(t) || !(t > 0.0))
    return gm_fail(GM_ERR_FILE,
                   "attribute '" GM_ATTR_THICKNESS "' of " GM_GROUP_SCENE
                   " in '%s' is missing or %g; expected the thickness of discs "
                   "in m, above 0; the file is damaged",
                   gm_hdf5_path(r->file), t);
  r->thickness = t;
  return GM_OK;
}

gm_status gm_result_open(const char *path, gm_result *r)
{
  *r = (gm_result){0};
  if (access(path, R_OK) != 0) {
    return gm_fail(GM_ERR_INPUT, "cannot open result '%s': %s", path,
                   strerror(errno));
  }
  GM_TRY(gm_hdf5_open(path, GM_HDF5_READ, &r->file));
  if (!gm_hdf5_has(r->file, GM_GROUP_HISTORY)) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is not a result of granum: the group %s is missing",
                   path, GM_GROUP_HISTORY);
  }
  GM_TRY(read_result_body(r));
  GM_TRY(read_result_times(r));
  for (int k = 0; k < GM_RESULT_KINDS; ++k) {
    r->has[k] = k < GM_RESULT_BODIES || gm_hdf5_has(r->file, group[k]);
    if (r->has[k]) GM_TRY(read_result_counts(r, (gm_result_kind)k));
  }
  GM_TRY(gm_table_count_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_STRUCTURES,
                              &r->n_structures));
  return gm_table_count_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS,
                              &r->n_materials);
}

void gm_result_clear(gm_result *r)
{
  gm_hdf5_close(&r->file);
  GM_FREE(r->time);
  for (int k = 0; k < GM_RESULT_KINDS; ++k) {
    GM_FREE(r->n_rows[k]);
    GM_FREE(r->first[k]);
  }
  *r = (gm_result){0};
}

void gm_result_describe(const gm_result *r, char *text, int64_t bytes)
{
  if (r->dimensions == 3)
    snprintf(text, (size_t)bytes, "3, grains: %s", r->body);
  else
    snprintf(text, (size_t)bytes,
             "2, in the plane z = 0, grains: %s, thickness %.6g m", r->body,
             r->thickness);
}

gm_status gm_result_structure_name(const gm_result *r, int64_t i, char *name,
                                   int64_t bytes)
{
  return gm_table_read_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_STRUCTURES, i,
                             name, bytes);
}

/* --- rows -------------------------------------------------------------------- */

gm_status gm_result_read(const gm_result *r, const char *path, int64_t first,
                         int64_t n, gm_result_array *a)
{
  gm_table table;
  *a = (gm_result_array){0};
  GM_TRY(gm_table_open(r->file, path, &table));
  if (n < 0) n = table.rows - first;
  gm_status status = gm_table_test(&table, first, n);
  if (status == GM_OK && table.type == GM_TABLE_TEXT)
    status = gm_fail(GM_ERR_FILE,
                     "'%s' in '%s' has texts; expected numbers; the file is "
                     "damaged",
                     path, gm_hdf5_path(r->file));
  if (status != GM_OK) {
    gm_table_close(&table);
    return status;
  }
  snprintf(a->name, sizeof a->name, "%s", strrchr(path, '/') + 1);
  gm_door_text(r->file, path, GM_ATTR_UNITS, a->units, sizeof a->units);
  a->n = n;
  a->type = table.type;
  a->real = table.type == GM_TABLE_DOUBLE || table.type == GM_TABLE_FLOAT;
  a->rank = table.rank;
  a->size[0] = table.size[0];
  a->size[1] = table.size[1];
  a->width = gm_table_width(&table);
  status = a->real ? GM_RESIZE(a->number, 0, n * a->width)
                   : GM_RESIZE(a->integer, 0, n * a->width);
  if (status == GM_OK) {
    status =
        gm_table_read(&table, a->real ? GM_TABLE_DOUBLE : GM_TABLE_INT64, first,
                      n, a->real ? (void *)a->number : (void *)a->integer);
  }
  gm_table_close(&table);
  return status;
}

void gm_result_array_clear(gm_result_array *a)
{
  GM_FREE(a->number);
  GM_FREE(a->integer);
  *a = (gm_result_array){0};
}

/* Context for reading all tables of a group. */
typedef struct selection {
  const gm_result *result;
  gm_result_kind kind;
  int64_t frame; /* -1: the history or the virtual particles */
  int64_t first;
  gm_result_rows *rows;
} selection;

/* First row of a frame in the array `name`, given without its group. */
static gm_status find_result_first(const gm_result *r, gm_result_kind kind,
                                   int64_t frame, const char *name,
                                   int64_t *first)
{
  char offset[GM_HDF5_NAME];
  snprintf(offset, sizeof offset, "%s/%s/%s/%.60s", group[kind], GM_VTK_STEPS,
           is_line_result(kind) ? GM_VTK_CELL_DATA_OFFSETS
                                : GM_VTK_POINT_DATA_OFFSETS,
           name);
  return read_result_integers(r->file, offset, frame, 1, first);
}

gm_status gm_result_expect(const gm_result *r, const char *path, bool real,
                           int64_t width, int64_t first, int64_t n,
                           gm_result_array *a)
{
  *a = (gm_result_array){0};
  gm_table table;
  GM_TRY(gm_table_expect(
      r->file, path, real ? GM_TABLE_REALS : GM_TABLE_INTEGERS, width, &table));
  gm_table_close(&table);
  return gm_result_read(r, path, first, n, a);
}

gm_status gm_result_frame_array(const gm_result *r, gm_result_kind kind,
                                int64_t frame, const char *name,
                                gm_result_array *a)
{
  char path[GM_HDF5_NAME];
  int64_t first = 0;
  *a = (gm_result_array){0};
  GM_TRY(find_result_first(r, kind, frame, name, &first));
  snprintf(path, sizeof path, "%s/%s/%.60s", group[kind], result_data(kind),
           name);
  return gm_result_read(r, path, first, r->n_rows[kind][frame], a);
}

static gm_status read_result_selected(void *context, const char *path)
{
  const selection *s = context;
  int64_t first = s->first;
  if (s->frame >= 0) {
    GM_TRY(find_result_first(s->result, s->kind, s->frame,
                             strrchr(path, '/') + 1, &first));
  }
  if (s->rows->n_arrays == GM_RESULT_ARRAYS) {
    return gm_fail(GM_ERR_FILE,
                   "'%s' in '%s' exceeds the limit of 512 arrays in a group",
                   path, gm_hdf5_path(s->result->file));
  }
  return gm_result_read(s->result, path, first, s->rows->n,
                        &s->rows->array[s->rows->n_arrays++]);
}

/* Read the points of all rows, from row `first` of the table `name` on. */
static gm_status read_result_points(const gm_result *r, const char *name,
                                    int64_t first, gm_result_rows *rows)
{
  const int64_t n = rows->n * rows->ends;
  gm_table points;
  GM_TRY(gm_table_expect(r->file, name, GM_TABLE_REALS, 3, &points));
  rows->single = points.type == GM_TABLE_FLOAT;
  gm_status status = gm_table_test(&points, first, n);
  if (status == GM_OK) status = GM_RESIZE(rows->points, 0, 3 * n);
  if (status == GM_OK)
    status = gm_table_read(&points, GM_TABLE_DOUBLE, first, n, rows->points);
  gm_table_close(&points);
  return status;
}

gm_status gm_result_points(const gm_result *r, gm_result_kind kind,
                           int64_t frame, gm_result_rows *rows)
{
  *rows = (gm_result_rows){.n = r->n_rows[kind][frame],
                           .ends = is_line_result(kind) ? 2 : 1};
  char name[GM_HDF5_NAME];
  int64_t first = 0;
  snprintf(name, sizeof name, "%s/%s/%s", group[kind], GM_VTK_STEPS,
           GM_VTK_POINT_OFFSETS);
  GM_TRY(read_result_integers(r->file, name, frame, 1, &first));
  snprintf(name, sizeof name, "%s/%s", group[kind], GM_VTK_POINTS);
  return read_result_points(r, name, first, rows);
}

gm_status gm_result_frame(const gm_result *r, gm_result_kind kind,
                          int64_t frame, gm_result_rows *rows)
{
  GM_TRY(gm_result_points(r, kind, frame, rows));
  selection s = {r, kind, frame, 0, rows};
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", group[kind], result_data(kind));
  return gm_door_visit(r->file, name, read_result_selected, &s);
}

gm_status gm_result_history_rows(const gm_result *r, int64_t *n)
{
  return count_result_rows(r->file, GM_GROUP_HISTORY "/" GM_NAME_TIME, n);
}

gm_status gm_result_history(const gm_result *r, int64_t first, int64_t last,
                            gm_result_rows *rows)
{
  *rows = (gm_result_rows){.n = last - first};
  selection s = {r, GM_RESULT_GRAINS, -1, first, rows};
  return gm_door_visit(r->file, GM_GROUP_HISTORY, read_result_selected, &s);
}

gm_status gm_result_sites(const gm_result *r, gm_result_rows *rows)
{
  *rows = (gm_result_rows){.ends = 1};
  if (!gm_hdf5_has(r->file, GM_GROUP_SITES)) return GM_OK;
  GM_TRY(
      count_result_rows(r->file, GM_GROUP_SITES "/" GM_VTK_POINTS, &rows->n));
  GM_TRY(read_result_points(r, GM_GROUP_SITES "/" GM_VTK_POINTS, 0, rows));
  selection s = {r, GM_RESULT_GRAINS, -1, 0, rows};
  return gm_door_visit(r->file, GM_GROUP_SITES "/" GM_VTK_POINT_DATA,
                       read_result_selected, &s);
}

void gm_result_rows_clear(gm_result_rows *rows)
{
  GM_FREE(rows->points);
  for (int k = 0; k < rows->n_arrays; ++k) {
    gm_result_array_clear(&rows->array[k]);
  }
  *rows = (gm_result_rows){0};
}

const gm_result_array *gm_result_find(const gm_result_rows *rows,
                                      const char *name)
{
  for (int k = 0; k < rows->n_arrays; ++k) {
    if (strcmp(rows->array[k].name, name) == 0) return &rows->array[k];
  }
  return NULL;
}

/* Reads the scene from which a result was made. */

gm_status gm_result_scene_read(const gm_result *r, gm_config *config)
{
  gm_result_array text = {0};
  char *scene = NULL;
  gm_config_init(config);
  gm_status status = gm_result_expect(r, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE,
                                      false, 1, 0, -1, &text);
  if (status == GM_OK) status = GM_RESIZE(scene, 0, text.n + 1);
  if (status == GM_OK) {
    for (int64_t k = 0; k < text.n; ++k)
      scene[k] = (char)text.integer[k];
    status = gm_read_text(scene, (size_t)text.n, "the earlier scene", ".", 0,
                          NULL, config);
    if (status == GM_ERR_INPUT) status = GM_OK;
  }
  GM_FREE(scene);
  gm_result_array_clear(&text);
  return status;
}

void gm_result_scene_law(const gm_config *c, char law[GM_RESULT_SCENE_LAW])
{
  const bool lecture = c->contacts.law == GM_LAW_LECTURE;
  const bool hertz = c->contacts.law == GM_LAW_HERTZ;
  const char *form = hertz ? gm_choices_tangentials[c->contacts.tangential]
                     : lecture
                         ? gm_choices_variants[c->contacts.lecture.variant]
                         : "total";
  snprintf(law, GM_RESULT_SCENE_LAW,
           "%s %s, cohesion %s, rolling %s, torsion %s",
           gm_choices_laws[c->contacts.law], form,
           gm_choices_cohesions[c->contacts.cohesion],
           gm_choices_rollings[c->contacts.rolling],
           gm_choices_torsions[c->contacts.torsion]);
}
