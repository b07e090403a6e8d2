/* file/polydata.c -- writes a static VTKHDF PolyData. */
#include "file/polydata.h"

#include "file/schema.h"

#include <stdio.h>

static gm_status put_counts(const gm_table_parts *to, const char *group,
                            const char *what, int64_t rows,
                            const int64_t *values)
{
  char part[GM_HDF5_NAME];
  snprintf(part, sizeof part, "%s/%s", group, what);
  return gm_table_put_part(to, part, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1",
                           rows, values);
}

static gm_status put_group(const gm_table_parts *to, const char *group)
{
  char name[2 * GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", to->group, group);
  return gm_hdf5_group(to->file, name);
}

static gm_status put_cells(const gm_table_parts *to, const char *group,
                           const gm_polydata *d)
{
  GM_TRY(put_group(to, group));
  GM_TRY(put_counts(to, group, GM_VTK_NUMBER_OF_CELLS, 1, &d->n));
  GM_TRY(put_counts(to, group, GM_VTK_NUMBER_OF_IDS, 1, &d->n_corners));
  GM_TRY(put_counts(to, group, GM_VTK_OFFSETS, d->n + 1, d->offset));
  return put_counts(to, group, GM_VTK_CONNECTIVITY, d->n_corners, d->corner);
}

gm_status gm_polydata_put(const gm_table_parts *to, bool single,
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
    GM_TRY(put_cells(to, kinds[k], kinds[k] == has ? d : &none));
  GM_TRY(put_group(to, GM_VTK_POINT_DATA));
  return put_group(to, GM_VTK_CELL_DATA);
}
