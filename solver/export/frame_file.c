/* export/frame_file.c -- one frame as a VTKHDF UnstructuredGrid 1.0.
 *
 * This older layout has no time steps, which is why every frame is a file and a .series
 * file lists them; in return ParaView 5.11 and every VTK since 9.1 read it.
 */
#include "export/formats.h"

#include "base/memory.h"
#include "file/schema.h"
#include "result/body_surfaces.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { VERTEX = 1, LINE = 3, POLYGON = 7 }; /* VTK's cell types */

/* The cells of a file: cell k has corners[offset[k]..offset[k + 1]). */
typedef struct grid {
  int64_t n_points, n, n_corners;
  double *points;
  bool single;
  int64_t *offset, *corners;
  uint8_t *type;
} grid;

static void clear_frame_grid(grid *g)
{
  GM_FREE(g->points);
  GM_FREE(g->offset);
  GM_FREE(g->corners);
  GM_FREE(g->type);
}

static gm_status reserve_frame_grid(grid *g, int64_t n, int64_t n_corners,
                                    uint8_t type)
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

static gm_status put_frame_vtk_integers(const gm_table_parts *to,
                                        const char *part, int64_t rows,
                                        const int64_t *values)
{
  return gm_table_put_part(to, part, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1",
                           rows, values);
}

static gm_status put_frame_vtk_grid(const gm_table_parts *to, const grid *g)
{
  const char *group = to->group;
  gm_hdf5_file *file = to->file;
  GM_TRY(gm_hdf5_group(file, group));
  GM_TRY(gm_hdf5_attribute_version(file, group, GM_VTK_VERSION, 1, 0));
  GM_TRY(gm_hdf5_attribute_text(file, group, GM_VTK_TYPE, "UnstructuredGrid"));
  GM_TRY(put_frame_vtk_integers(to, GM_VTK_NUMBER_OF_POINTS, 1, &g->n_points));
  GM_TRY(put_frame_vtk_integers(to, GM_VTK_NUMBER_OF_CELLS, 1, &g->n));
  GM_TRY(put_frame_vtk_integers(to, GM_VTK_NUMBER_OF_IDS, 1, &g->n_corners));
  GM_TRY(gm_table_put_part(to, GM_VTK_POINTS,
                           g->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", g->n_points, g->points));
  GM_TRY(put_frame_vtk_integers(to, GM_VTK_OFFSETS, g->n + 1, g->offset));
  GM_TRY(put_frame_vtk_integers(to, GM_VTK_CONNECTIVITY, g->n_corners,
                                g->corners));
  GM_TRY(gm_table_put_part(to, GM_VTK_TYPES, GM_TABLE_UINT8, GM_TABLE_UINT8, 1,
                           "1", g->n, g->type));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA));
  return gm_hdf5_group(file, GM_GROUP_GRAINS "/" GM_VTK_CELL_DATA);
}

static gm_status put_frame_arrays(const gm_table_parts *to, const char *data,
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

/* Write grid and arrays to the group `data` (of points or cells). */
static gm_status write_frame_grid(const char *path, const grid *g,
                                  const char *data, const gm_result_rows *rows)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(path, false, &file));
  const gm_table_parts to = {.file = file, .group = GM_GROUP_GRAINS};
  gm_status status = put_frame_vtk_grid(&to, g);
  if (status == GM_OK) status = put_frame_arrays(&to, data, rows);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

gm_status gm_frame_file_write(const char *path, const gm_result_rows *rows)
{
  const bool lines = rows->ends == 2;
  grid g = {.n_points = rows->n * rows->ends, .single = rows->single};
  gm_status status =
      reserve_frame_grid(&g, rows->n, g.n_points, lines ? LINE : VERTEX);
  if (status == GM_OK) {
    for (int64_t k = 0; k <= g.n; ++k)
      g.offset[k] = k * rows->ends;
    for (int64_t k = 0; k < g.n_corners; ++k)
      g.corners[k] = k;
    g.points = rows->points; /* borrowed */
    status = write_frame_grid(
        path, &g, lines ? GM_VTK_CELL_DATA : GM_VTK_POINT_DATA, rows);
    g.points = NULL;
  }
  clear_frame_grid(&g);
  return status;
}

/* --- structures and bodies --------------------------------------------------- */

static gm_status write_frame_surfaces(const char *path, const gm_result *r,
                                      int64_t frame, bool bodies)
{
  gm_world_surfaces p;
  grid g = {0};
  gm_status status = bodies ? gm_body_surfaces_read(r, frame, &p)
                            : gm_world_surfaces_read(r, frame, &p);
  if (status == GM_OK)
    status = reserve_frame_grid(&g, p.cells.n, p.n_corners, POLYGON);
  if (status == GM_OK) {
    g.n_points = p.n_points;
    g.single = p.single;
    memcpy(g.offset, p.offset, (size_t)(p.cells.n + 1) * sizeof *p.offset);
    memcpy(g.corners, p.corners, (size_t)p.n_corners * sizeof *p.corners);
    g.points = p.points; /* borrowed */
    status = write_frame_grid(path, &g, GM_VTK_CELL_DATA, &p.cells);
    g.points = NULL;
  }
  gm_world_surfaces_clear(&p);
  clear_frame_grid(&g);
  return status;
}

gm_status gm_frame_file_write_structures(const char *path, const gm_result *r,
                                         int64_t frame)
{
  return write_frame_surfaces(path, r, frame, false);
}

gm_status gm_frame_file_write_bodies(const char *path, const gm_result *r,
                                     int64_t frame)
{
  return write_frame_surfaces(path, r, frame, true);
}

/* --- the list ---------------------------------------------------------------- */

gm_status gm_frame_file_list(const char *path, int64_t n, const char *stem,
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
  errno = 0; /* a write that failed earlier has left none */
  const bool bad = ferror(out) != 0;
  if (fclose(out) == 0 && !bad) return GM_OK;
  return gm_fail(GM_ERR_FILE, "cannot write '%s': %s", path,
                 errno ? strerror(errno) : "the disk may be full");
}
