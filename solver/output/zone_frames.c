/* output/zone_frames.c -- writes zones, solid fractions and depths. */
#include "output/zone_frames.h"

#include "base/memory.h"
#include "file/schema.h"

#include <stdio.h>

static gm_status make_zone_table(gm_hdf5_file *file, const gm_zones *z,
                                 const char *name, gm_table_type type,
                                 int deflate, const char *units, gm_table *out)
{
  char path[GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_ZONES, name);
  const gm_table_form form = {.type = type,
                              .rank = 2,
                              .size = {(int64_t)z->n[1] * z->n[2], z->n[0]},
                              .chunk = 1,
                              .deflate = deflate,
                              .units = units};
  return gm_table_make(file, path, &form, out);
}

/* The grid: numbers of cells, low corner and widths. */
static gm_status put_zone_grid(gm_hdf5_file *file, const gm_zones *z)
{
  const gm_table_parts parts = {file, GM_GROUP_ZONES, 0};
  const int64_t cells[3] = {z->n[0], z->n[1], z->n[2]};
  const double origin[3] = {z->origin.x, z->origin.y, z->origin.z};
  const double spacing[3] = {z->cell, z->cell, z->cell};
  GM_TRY(gm_table_put_part(&parts, GM_NAME_CELLS, GM_TABLE_INT64,
                           GM_TABLE_INT64, 3, "1", 1, cells));
  GM_TRY(gm_table_put_part(&parts, GM_NAME_ORIGIN, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", 1, origin));
  return gm_table_put_part(&parts, GM_NAME_SPACING, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", 1, spacing);
}

gm_status gm_zone_frames_make(gm_hdf5_file *file, const gm_zones *z,
                              bool single, int deflate, gm_zone_frames *o)
{
  const gm_table_type real = single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE;
  const int64_t cells = gm_zones_cells(z);
  *o = (gm_zone_frames){0};
  GM_TRY(GM_RESIZE(o->kind, 0, cells));
  GM_TRY(GM_RESIZE(o->solid, 0, cells));
  GM_TRY(GM_RESIZE(o->depth, 0, cells));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_ZONES));
  if (!gm_hdf5_is_continued(file)) GM_TRY(put_zone_grid(file, z));
  GM_TRY(make_zone_table(file, z, GM_NAME_ZONE, GM_TABLE_UINT8, deflate, "1",
                         &o->zone));
  GM_TRY(make_zone_table(file, z, GM_NAME_PACKING, real, deflate, "1",
                         &o->packing));
  return make_zone_table(file, z, GM_NAME_DISTANCE, real, deflate, "m",
                         &o->distance);
}

/* Means over the level cells of a cell, and over the nodes at its corners. */
static void take_zone_cell(gm_zone_frames *o, const gm_zones *z,
                           const int at[3], int64_t cell)
{
  const int parts = 1 << z->axes;
  double solid = 0.0, depth = 0.0;
  for (int c = 0; c < parts; ++c) {
    const int64_t i = 2 * at[0], j = 2 * at[1], k = z->axes > 2 ? 2 * at[2] : 0;
    const int a = c & 1, b = c >> 1 & 1, d = c >> 2;
    solid += z->packing[i + a + z->level[0] * (j + b + z->level[1] * (k + d))];
    depth += z->distance[i + 2 * a +
                         z->nodes[0] * (j + 2 * b + z->nodes[1] * (k + 2 * d))];
  }
  o->kind[cell] = z->kind[cell];
  o->solid[cell] = solid / parts;
  o->depth[cell] = depth / parts;
}

void gm_zone_frames_take(gm_zone_frames *o, const gm_zones *z)
{
  int64_t cell = 0;
  for (int k = 0; k < z->n[2]; ++k)
    for (int j = 0; j < z->n[1]; ++j)
      for (int i = 0; i < z->n[0]; ++i)
        take_zone_cell(o, z, (int[3]){i, j, k}, cell++);
}

gm_status gm_zone_frames_append(gm_zone_frames *o)
{
  GM_TRY(gm_table_append(&o->zone, GM_TABLE_UINT8, 1, o->kind));
  GM_TRY(gm_table_append(&o->packing, GM_TABLE_DOUBLE, 1, o->solid));
  return gm_table_append(&o->distance, GM_TABLE_DOUBLE, 1, o->depth);
}

void gm_zone_frames_clear(gm_zone_frames *o)
{
  GM_FREE(o->kind);
  GM_FREE(o->solid);
  GM_FREE(o->depth);
}
