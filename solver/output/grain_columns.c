/* output/grain_columns.c -- the arrays of the grains. */
#include "output/columns.h"

#include "file/schema.h"

#include <string.h>

/* A column read from the scene: grain i of the scene is row k of the frame. */
#define COLUMN(what, type, value)                                              \
  static void what(const gm_column_source *source, gm_index first, gm_index n, \
                   void *out)                                                  \
  {                                                                            \
    const gm_grains *g = &source->scene->grains;                               \
    const gm_index *row = source->grains->row + first;                         \
    type *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      const gm_index i = row[k];                                               \
      to[k] = value;                                                           \
    }                                                                          \
  }

/* A column that the frame holds in its own order. */
#define FRAME_COLUMN(what, type, column)                                       \
  static void what(const gm_column_source *source, gm_index first, gm_index n, \
                   void *out)                                                  \
  {                                                                            \
    type *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      to[k] = source->grains->column[first + k];                               \
    }                                                                          \
  }

COLUMN(id, int64_t, g->id[i])
COLUMN(material, int64_t, g->material[i])
COLUMN(label, int64_t, g->label[i])
COLUMN(held, int64_t, g->held ? g->held[i].group : 0)
COLUMN(clump, int64_t,
       gm_grains_clump(g, i)
           ? source->scene->clumps.row[gm_grains_clump(g, i) - 1].id
           : -1)
COLUMN(radius, double, g->g[i].x[3])
COLUMN(mass, double, gm_grains_mass(g, i))
COLUMN(weight, double, gm_grains_weight(g, i))
COLUMN(damped, double, g->spent[i].damped)
COLUMN(slid, double, g->spent[i].slid)
COLUMN(force, gm_vec3, gm_row_vec(g->load[i].f))
/* The load stores q; the torque is -r q. */
COLUMN(torque, gm_vec3, gm_scale(-g->g[i].x[3], gm_row_vec(g->load[i].t)))
COLUMN(orientation, gm_quat,
       g->orientation ? g->orientation[i] : gm_quat_identity())

/* Velocities as the integration scheme stores them, not those of the instant. */
COLUMN(scheme_velocity, gm_vec3, gm_row_vec(g->g[i].v))
COLUMN(scheme_spin, gm_vec3, gm_row_vec(g->w[i]))

FRAME_COLUMN(place, int64_t, row)
FRAME_COLUMN(velocity, gm_vec3, velocity)
FRAME_COLUMN(angular_velocity, gm_vec3, angular_velocity)
FRAME_COLUMN(coordination, int64_t, coordination)
FRAME_COLUMN(structure_id, int64_t, structure)
FRAME_COLUMN(structure_distance, double, distance)
FRAME_COLUMN(structure_normal, gm_vec3, normal)
FRAME_COLUMN(site_count, int64_t, site_count)
FRAME_COLUMN(answered, int64_t, answered)
FRAME_COLUMN(unsupported, int64_t, unsupported)

_Static_assert((int)GM_ANSWERED_PRIMITIVE == (int)GM_SOURCE_PRIMITIVE &&
                   (int)GM_ANSWERED_SITES == (int)GM_SOURCE_SITES &&
                   (int)GM_ANSWERED_ERROR == (int)GM_SOURCE_ERROR &&
                   (int)GM_ANSWERED_MISSING == (int)GM_SOURCE_MISSING &&
                   (int)GM_ANSWERED_NOBODY == (int)GM_SOURCE_NOBODY &&
                   (int)GM_ANSWERED_EDGES == (int)GM_SOURCE_EDGES,
               "file/schema.h and body/shape.h differ");

static const gm_column table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, id},
    {GM_NAME_MATERIAL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, material},
    {GM_NAME_RADIUS, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, radius},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, velocity},
    {GM_NAME_ANGULAR_VELOCITY, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     angular_velocity},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, force},
    {GM_NAME_COORDINATION, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     coordination},
    {GM_NAME_STRUCTURE_ID, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     structure_id},
    {GM_NAME_STRUCTURE_DISTANCE, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS,
     structure_distance},
    {GM_NAME_STRUCTURE_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     structure_normal},
    {GM_NAME_SITE_COUNT, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, site_count},
    {GM_NAME_ANSWERED, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, answered},
    {GM_NAME_UNSUPPORTED, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     unsupported},
    {GM_NAME_HELD, "1", GM_COLUMN_INT32, 1, GM_COLUMN_HELD, held},
    {GM_NAME_CLUMP, "1", GM_COLUMN_INT64, 1, GM_COLUMN_CLUMPS, clump},
    {GM_NAME_WEIGHT, "1", GM_COLUMN_REAL, 1, GM_COLUMN_HYBRID, weight},
    {GM_NAME_DAMPED, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, damped},
    {GM_NAME_SLID, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, slid},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_FULL, mass},
    {GM_NAME_ORIENTATION, "1", GM_COLUMN_REAL, 4, GM_COLUMN_FULL, orientation},
    {GM_NAME_TORQUE, "N m", GM_COLUMN_REAL, 3, GM_COLUMN_FULL, torque},
    {GM_NAME_LABEL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_FULL, label},
    {GM_NAME_SCHEME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME,
     scheme_velocity},
    {GM_NAME_SCHEME_SPIN, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME,
     scheme_spin},
    {GM_NAME_PLACE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_RESUME, place},
};

const gm_column *gm_grain_columns(int *n)
{
  *n = (int)(sizeof table / sizeof table[0]);
  return table;
}

void gm_grain_columns_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    const gm_index i = source->grains->row[first + k];
    to[k] = gm_row_vec(
        gm_domain_home(&source->scene->domain, source->scene->grains.g[i].x));
  }
}
