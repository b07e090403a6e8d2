/* output/still.c -- one instant as an UnstructuredGrid 1.0.  Room: output. */
#include "output/still.h"

#include "base/memory.h"
#include "base/quat.h"
#include "output/schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { VERTEX = 1, LINE = 3, POLYGON = 7 }; /* VTK's numbers */

/* The cells of a file: cell k has corners[offset[k]..offset[k + 1]). */
typedef struct grid {
  int64_t n_points, n, n_corners;
  double *points;
  bool single;
  int64_t *offset, *corners;
  uint8_t *type;
} grid;

static void clear(grid *g)
{
  GM_FREE(g->points);
  GM_FREE(g->offset);
  GM_FREE(g->corners);
  GM_FREE(g->type);
}

static gm_status reserve(grid *g, int64_t n, int64_t n_corners, uint8_t type)
{
  g->n = n;
  g->n_corners = n_corners;
  GM_TRY(GM_RESIZE(g->offset, 0, n + 1));
  GM_TRY(GM_RESIZE(g->corners, 0, n_corners));
  GM_TRY(GM_RESIZE(g->type, 0, n));
  for (int64_t k = 0; k < n; ++k)
    g->type[k] = type;
  return GM_OK;
}

/* --- writing ----------------------------------------------------------------- */

static gm_status put_integers(const gm_table_parts *to, const char *part,
                              int64_t rows, const int64_t *values)
{
  return gm_table_put_part(to, part, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1",
                           rows, values);
}

static gm_status put_grid(const gm_table_parts *to, const grid *g)
{
  const char *group = to->group;
  gm_hdf5_file *file = to->file;
  GM_TRY(gm_hdf5_group(file, group));
  GM_TRY(gm_hdf5_attribute_version(file, group, GM_VTK_VERSION, 1, 0));
  GM_TRY(gm_hdf5_attribute_text(file, group, GM_VTK_TYPE, "UnstructuredGrid"));
  GM_TRY(put_integers(to, GM_VTK_NUMBER_OF_POINTS, 1, &g->n_points));
  GM_TRY(put_integers(to, GM_VTK_NUMBER_OF_CELLS, 1, &g->n));
  GM_TRY(put_integers(to, GM_VTK_NUMBER_OF_IDS, 1, &g->n_corners));
  GM_TRY(gm_table_put_part(to, GM_VTK_POINTS,
                           g->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", g->n_points, g->points));
  GM_TRY(put_integers(to, GM_VTK_OFFSETS, g->n + 1, g->offset));
  GM_TRY(put_integers(to, GM_VTK_CONNECTIVITY, g->n_corners, g->corners));
  GM_TRY(gm_table_put_part(to, GM_VTK_TYPES, GM_TABLE_UINT8, GM_TABLE_UINT8, 1,
                           "1", g->n, g->type));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA));
  return gm_hdf5_group(file, GM_GROUP_GRAINS "/" GM_VTK_CELL_DATA);
}

static gm_status put_arrays(const gm_table_parts *to, const char *data,
                            const gm_result_rows *rows)
{
  for (int k = 0; k < rows->n_arrays; ++k) {
    const gm_result_array *a = &rows->array[k];
    char part[GM_HDF5_NAME];
    snprintf(part, sizeof part, "%s/%.64s", data, a->name);
    GM_TRY(gm_table_put_part(
        to, part, a->type, a->real ? GM_TABLE_DOUBLE : GM_TABLE_INT64, a->width,
        a->units, rows->n,
        a->real ? (const void *)a->number : (const void *)a->integer));
  }
  return GM_OK;
}

/* Write grid and arrays; `data` says whose arrays they are. */
static gm_status write(const char *path, const grid *g, const char *data,
                       const gm_result_rows *rows)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(path, false, &file));
  const gm_table_parts to = {.file = file, .group = GM_GROUP_GRAINS};
  gm_status status = put_grid(&to, g);
  if (status == GM_OK) status = put_arrays(&to, data, rows);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

gm_status gm_still_write(const char *path, const gm_result_rows *rows)
{
  const bool lines = rows->ends == 2;
  grid g = {.n_points = rows->n * rows->ends, .single = rows->single};
  gm_status status = reserve(&g, rows->n, g.n_points, lines ? LINE : VERTEX);
  if (status == GM_OK) {
    for (int64_t k = 0; k <= g.n; ++k)
      g.offset[k] = k * rows->ends;
    for (int64_t k = 0; k < g.n_corners; ++k)
      g.corners[k] = k;
    g.points = rows->points; /* borrowed for a moment */
    status =
        write(path, &g, lines ? GM_VTK_CELL_DATA : GM_VTK_POINT_DATA, rows);
    g.points = NULL;
  }
  clear(&g);
  return status;
}

/* --- structures -------------------------------------------------------------- */

enum {
  POINTS,
  OFFSETS,
  CORNERS,
  OWNER,
  PATCH,
  MATERIAL,
  AT,
  TURN,
  PRESENT,
  READ,
  SUMS = 16 /* at most */
};

/* Everything of the structures at one frame, and the arrays of the cells that are left. */
typedef struct surfaces {
  gm_result_array in[READ];
  int n_sums;
  gm_result_array sum[SUMS]; /* what contacts did */
  gm_result_rows left;
} surfaces;

/* What reading sums needs to know. */
typedef struct sums {
  const gm_result *result;
  int64_t frame;
  surfaces *surfaces;
} sums;

static gm_status read_surfaces(const gm_result *r, int64_t frame, surfaces *s)
{
  static const char *const path[READ] = {
      GM_GROUP_STRUCTURES "/" GM_VTK_POINTS,
      GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_OFFSETS,
      GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_CONNECTIVITY,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_STRUCTURE_ID,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_PATCH,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_MATERIAL,
      GM_GROUP_POSES "/" GM_NAME_POSITION,
      GM_GROUP_POSES "/" GM_NAME_QUATERNION,
      GM_GROUP_POSES "/" GM_NAME_PRESENT,
  };
  for (int k = 0; k < READ; ++k) {
    GM_TRY(gm_result_read(r, path[k], k < AT ? 0 : frame, k < AT ? -1 : 1,
                          &s->in[k]));
  }
  const gm_result_array *a = s->in;
  bool good = a[OFFSETS].n == a[OWNER].n + 1;
  for (int64_t k = 0; good && k < a[OWNER].n; ++k) {
    good = a[OWNER].integer[k] >= 0 && a[OWNER].integer[k] < r->n_structures &&
           a[OFFSETS].integer[k + 1] <= a[CORNERS].n;
  }
  for (int64_t k = 0; good && k < a[CORNERS].n; ++k) {
    good = a[CORNERS].integer[k] >= 0 && a[CORNERS].integer[k] < a[POINTS].n;
  }
  if (good) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the polygons in '%s' of '%s' contradict themselves",
                 GM_GROUP_STRUCTURES, gm_hdf5_path(r->file));
}

/* What contacts did to the cells up to a frame: all numbers of it are one row in the file. */
static gm_status read_sum(void *context, const char *path)
{
  const sums *to = context;
  surfaces *s = to->surfaces;
  gm_result_array *a = &s->sum[s->n_sums];
  if (s->n_sums == SUMS) return GM_OK;
  ++s->n_sums;
  GM_TRY(gm_result_read(to->result, path, to->frame, 1, a));
  const int64_t cells = s->in[OWNER].n;
  if (a->real && cells > 0 && a->width % cells == 0) {
    a->width /= cells;
    a->n = cells;
    return GM_OK;
  }
  return gm_fail(GM_ERR_FILE, "'%s' of '%s' has no row for each surface cell",
                 path, gm_hdf5_path(to->result->file));
}

/* The point `at` of a structure, from its body to the world. */
static void carry(const surfaces *s, int64_t structure, int64_t at, double *to)
{
  const double *y = s->in[POINTS].number + 3 * at;
  const double *x = s->in[AT].number + 3 * structure;
  const double *q = s->in[TURN].number + 4 * structure;
  const gm_vec3 turned = gm_quat_rotate((gm_quat){q[0], q[1], q[2], q[3]},
                                        gm_vec(y[0], y[1], y[2]));
  to[0] = x[0] + turned.x;
  to[1] = x[1] + turned.y;
  to[2] = x[2] + turned.z;
}

static gm_status reserve_present(surfaces *s, grid *g, int64_t **place)
{
  const gm_result_array *in = s->in;
  g->single = in[POINTS].type == GM_TABLE_FLOAT;
  GM_TRY(GM_RESIZE(*place, 0, in[POINTS].n));
  GM_TRY(reserve(g, in[OWNER].n, in[CORNERS].n, POLYGON));
  GM_TRY(GM_RESIZE(g->points, 0, 3 * in[POINTS].n));
  for (int k = 0; k < 3; ++k) {
    gm_result_array *out = &s->left.array[s->left.n_arrays++];
    *out = in[OWNER + k];
    out->integer = NULL;
    GM_TRY(GM_RESIZE(out->integer, 0, in[OWNER].n));
  }
  for (int k = 0; k < s->n_sums; ++k) {
    gm_result_array *out = &s->left.array[s->left.n_arrays++];
    *out = s->sum[k];
    out->number = NULL;
    GM_TRY(GM_RESIZE(out->number, 0, out->n * out->width));
  }
  return GM_OK;
}

/* Cells of structures that are there, with their points in the world; place[p] becomes
 * the row of point p in the file, counted from 1. */
static void keep_present(surfaces *s, grid *g, int64_t *place)
{
  const gm_result_array *in = s->in;
  g->n = g->n_corners = 0;
  for (int64_t k = 0; k < in[OWNER].n; ++k) {
    const int64_t owner = in[OWNER].integer[k];
    if (!in[PRESENT].integer[owner]) continue;
    for (int64_t c = in[OFFSETS].integer[k]; c < in[OFFSETS].integer[k + 1];
         ++c) {
      const int64_t at = in[CORNERS].integer[c];
      if (!place[at]) {
        carry(s, owner, at, g->points + 3 * g->n_points);
        place[at] = ++g->n_points;
      }
      g->corners[g->n_corners++] = place[at] - 1;
    }
    for (int a = 0; a < 3; ++a) {
      s->left.array[a].integer[g->n] = in[OWNER + a].integer[k];
    }
    for (int a = 0; a < s->n_sums; ++a) {
      const gm_result_array *from = &s->sum[a];
      for (int64_t i = 0; i < from->width; ++i)
        s->left.array[3 + a].number[g->n * from->width + i] =
            from->number[k * from->width + i];
    }
    g->offset[++g->n] = g->n_corners;
  }
  s->left.n = g->n;
}

gm_status gm_still_write_structures(const char *path, const gm_result *r,
                                    int64_t frame)
{
  surfaces s = {0};
  grid g = {0};
  int64_t *place = NULL;
  gm_status status = read_surfaces(r, frame, &s);
  if (status == GM_OK && gm_hdf5_has(r->file, GM_GROUP_SUMS)) {
    sums to = {r, frame, &s};
    status = gm_hdf5_visit(r->file, GM_GROUP_SUMS, read_sum, &to);
  }
  if (status == GM_OK) status = reserve_present(&s, &g, &place);
  if (status == GM_OK) {
    keep_present(&s, &g, place);
    status = write(path, &g, GM_VTK_CELL_DATA, &s.left);
  }
  GM_FREE(place);
  for (int k = 0; k < READ; ++k)
    gm_result_array_clear(&s.in[k]);
  for (int k = 0; k < s.n_sums; ++k)
    gm_result_array_clear(&s.sum[k]);
  gm_result_rows_clear(&s.left);
  clear(&g);
  return status;
}

/* --- the list ---------------------------------------------------------------- */

gm_status gm_still_list(const char *path, int64_t n, const char *stem,
                        int64_t first, const double *time)
{
  FILE *out = fopen(path, "w");
  if (!out) {
    return gm_fail(GM_ERR_FILE, "cannot create '%s': %s", path,
                   strerror(errno));
  }
  fprintf(out, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [");
  for (int64_t k = 0; k < n; ++k) {
    fprintf(out, "%s\n    {\"name\": \"%s_%04lld.hdf\", \"time\": %.17g}",
            k ? "," : "", stem, (long long)(first + k), time[first + k]);
  }
  fprintf(out, "\n  ]\n}\n");
  const bool bad = ferror(out) != 0;
  if (fclose(out) == 0 && !bad) return GM_OK;
  return gm_fail(GM_ERR_FILE, "cannot write '%s': %s", path, strerror(errno));
}
