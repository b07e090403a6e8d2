/* output/poses.c -- position, motion and load of the structures, frame by frame. */
#include "output/poses.h"

#include "base/memory.h"
#include "file/schema.h"

#include <stdio.h>

/* In the order of vector(). */
static const struct {
  const char *name, *units;
  int width;
} table[GM_POSES_COLUMNS] = {
    {GM_NAME_POSITION, "m", 3},   {GM_NAME_QUATERNION, "1", 4},
    {GM_NAME_VELOCITY, "m/s", 3}, {GM_NAME_ANGULAR_VELOCITY, "rad/s", 3},
    {GM_NAME_FORCE, "N", 3},      {GM_NAME_TORQUE, "N m", 3},
};

static gm_status make_pose_table(gm_hdf5_file *file, const char *name,
                                 gm_table_type type, gm_index n, int width,
                                 int64_t frame_chunk, const char *units,
                                 gm_table *out)
{
  char path[GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_POSES, name);
  const gm_table_form form = {.type = type,
                              .rank = width > 1 ? 2 : 1,
                              .size = {n, width},
                              .chunk = frame_chunk,
                              .deflate = 0, /* rows are added in place */
                              .units = units};
  return gm_table_make(file, path, &form, out);
}

gm_status gm_poses_make(gm_hdf5_file *file, gm_index n, int64_t frame_chunk,
                        gm_poses *p)
{
  *p = (gm_poses){0};
  GM_TRY(GM_RESIZE(p->there, 0, n));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_POSES));
  for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
    GM_TRY(GM_RESIZE(p->row[k], 0, table[k].width * (int64_t)n));
    GM_TRY(make_pose_table(file, table[k].name, GM_TABLE_DOUBLE, n,
                           table[k].width, frame_chunk, table[k].units,
                           &p->array[k]));
  }
  return make_pose_table(file, GM_NAME_PRESENT, GM_TABLE_UINT8, n, 1,
                         frame_chunk, "1", &p->present);
}

static gm_vec3 pose_vector(const gm_structure *s, int column)
{
  switch (column) {
  case 0:
    return s->pose.position;
  case 2:
    return s->pose.velocity;
  case 3:
    return s->pose.spin;
  case 4:
    return s->load.force;
  default:
    return s->load.torque;
  }
}

void gm_poses_take(gm_poses *p, const gm_structures *structures)
{
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
      if (table[k].width == 4) {
        ((gm_quat *)(void *)p->row[k])[i] = s->pose.orientation;
      } else {
        ((gm_vec3 *)(void *)p->row[k])[i] = pose_vector(s, k);
      }
    }
    p->there[i] = s->present != 0;
  }
}

gm_status gm_poses_append(gm_poses *p)
{
  for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
    GM_TRY(gm_table_append(&p->array[k], GM_TABLE_DOUBLE, 1, p->row[k]));
  }
  return gm_table_append(&p->present, GM_TABLE_UINT8, 1, p->there);
}

void gm_poses_clear(gm_poses *p)
{
  for (int k = 0; k < GM_POSES_COLUMNS; ++k)
    GM_FREE(p->row[k]);
  GM_FREE(p->there);
}
