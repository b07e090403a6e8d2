/* output/clump_columns.c -- the arrays of clumps. */
#include "output/columns.h"

#include "file/schema.h"

/* A column read from the scene: clump c is row k of the frame. */
#define COLUMN(what, type, value)                                              \
  static void what(const gm_column_source *source, gm_index first, gm_index n, \
                   void *out)                                                  \
  {                                                                            \
    const gm_clumps *all = &source->scene->clumps;                             \
    const gm_frame_clumps *f = &source->grains->clumps;                        \
    type *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      const gm_index at = first + k;                                           \
      const gm_clump *c = &all->row[f->row[at]];                               \
      (void)c;                                                                 \
      to[k] = value;                                                           \
    }                                                                          \
  }

COLUMN(id, int64_t, c->id)
COLUMN(shape, int64_t, c->shape)
COLUMN(material, int64_t, c->material)
COLUMN(label, int64_t, c->label)
COLUMN(coordination, int64_t, f->coordination[at])
COLUMN(size, double, c->size)
COLUMN(mass, double, 1.0 / c->mobility)
COLUMN(orientation, gm_quat, gm_clumps_orientation(all, c))
COLUMN(velocity, gm_vec3, f->velocity[at])
COLUMN(spin, gm_vec3, f->angular_velocity[at])
COLUMN(force, gm_vec3, c->load.force)
COLUMN(torque, gm_vec3, c->load.torque)

static const gm_column table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, id},
    {GM_NAME_SHAPE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, shape},
    {GM_NAME_SCALE, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, size},
    {GM_NAME_MATERIAL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, material},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, mass},
    {GM_NAME_ORIENTATION, "1", GM_COLUMN_REAL, 4, GM_COLUMN_ALWAYS,
     orientation},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, velocity},
    {GM_NAME_ANGULAR_VELOCITY, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     spin},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, force},
    {GM_NAME_TORQUE, "N m", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, torque},
    {GM_NAME_COORDINATION, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     coordination},
    {GM_NAME_LABEL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_FULL, label},
};

const gm_column *gm_clump_columns(int *n)
{
  *n = (int)(sizeof table / sizeof table[0]);
  return table;
}

void gm_clump_columns_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  const gm_scene *s = source->scene;
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    const gm_index row = source->grains->clumps.row[first + k];
    to[k] = gm_row_vec(gm_domain_home(&s->domain, s->clumps.row[row].x));
  }
}
