/* output/columns.c -- the arrays of a frame, one table for each kind of object.
 *
 * Grains, contacts, clumps and material points; each source is a column of the frame.
 */
#include "output/columns.h"

#include "file/schema.h"
#include <math.h>
#include <string.h>

/* The arrays of the grains. */

/* A column read from the scene: grain i of the scene is row k of the frame. */
#define GRAIN_COLUMN(what, type, value)                                        \
  static void grain_##what(const gm_column_source *source, gm_index first,     \
                           gm_index n, void *out)                              \
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
  static void grain_##what(const gm_column_source *source, gm_index first,     \
                           gm_index n, void *out)                              \
  {                                                                            \
    type *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      to[k] = source->grains->column[first + k];                               \
    }                                                                          \
  }

GRAIN_COLUMN(id, int64_t, g->id[i])
GRAIN_COLUMN(material, int64_t, g->material[i])
GRAIN_COLUMN(label, int64_t, g->label[i])
GRAIN_COLUMN(held, int64_t, g->held ? g->held[i].group : 0)
GRAIN_COLUMN(clump, int64_t,
             gm_grains_clump(g, i)
                 ? source->scene->clumps.row[gm_grains_clump(g, i) - 1].id
                 : -1)
GRAIN_COLUMN(radius, double, g->g[i].x[3])
GRAIN_COLUMN(mass, double, gm_grains_mass(g, i))
GRAIN_COLUMN(weight, double, gm_grains_weight(g, i))
/* Views of a library's user exist without output.dissipation, too. */
GRAIN_COLUMN(damped, double, g->spent ? g->spent[i].damped : NAN)
GRAIN_COLUMN(slid, double, g->spent ? g->spent[i].slid : NAN)
GRAIN_COLUMN(force, gm_vec3, gm_row_vec(g->load[i].f))
/* The load stores q; the torque is -r q. */
GRAIN_COLUMN(torque, gm_vec3, gm_scale(-g->g[i].x[3], gm_row_vec(g->load[i].t)))
GRAIN_COLUMN(orientation, gm_quat,
             g->orientation ? g->orientation[i] : gm_quat_identity())

/* Velocities as the integration scheme stores them, not those of the instant. */
GRAIN_COLUMN(scheme_velocity, gm_vec3, gm_row_vec(g->g[i].v))
GRAIN_COLUMN(scheme_spin, gm_vec3, gm_row_vec(g->w[i]))

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

static const gm_column grain_table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, grain_id},
    {GM_NAME_MATERIAL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_material},
    {GM_NAME_RADIUS, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, grain_radius},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     grain_velocity},
    {GM_NAME_ANGULAR_VELOCITY, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     grain_angular_velocity},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, grain_force},
    {GM_NAME_COORDINATION, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_coordination},
    {GM_NAME_STRUCTURE_ID, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_structure_id},
    {GM_NAME_STRUCTURE_DISTANCE, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS,
     grain_structure_distance},
    {GM_NAME_STRUCTURE_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     grain_structure_normal},
    {GM_NAME_SITE_COUNT, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_site_count},
    {GM_NAME_ANSWERED, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_answered},
    {GM_NAME_UNSUPPORTED, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     grain_unsupported},
    {GM_NAME_HELD, "1", GM_COLUMN_INT32, 1, GM_COLUMN_HELD, grain_held},
    {GM_NAME_CLUMP, "1", GM_COLUMN_INT64, 1, GM_COLUMN_CLUMPS, grain_clump},
    {GM_NAME_WEIGHT, "1", GM_COLUMN_REAL, 1, GM_COLUMN_HYBRID, grain_weight},
    {GM_NAME_DAMPED, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, grain_damped},
    {GM_NAME_SLID, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, grain_slid},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_FULL, grain_mass},
    {GM_NAME_ORIENTATION, "1", GM_COLUMN_REAL, 4, GM_COLUMN_FULL,
     grain_orientation},
    {GM_NAME_TORQUE, "N m", GM_COLUMN_REAL, 3, GM_COLUMN_FULL, grain_torque},
    {GM_NAME_LABEL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_FULL, grain_label},
    {GM_NAME_SCHEME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME,
     grain_scheme_velocity},
    {GM_NAME_SCHEME_SPIN, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME,
     grain_scheme_spin},
    {GM_NAME_PLACE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_RESUME, grain_place},
};

const gm_column *gm_columns_grains(int *n)
{
  *n = (int)(sizeof grain_table / sizeof grain_table[0]);
  return grain_table;
}

void gm_columns_grain_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    const gm_index i = source->grains->row[first + k];
    to[k] = gm_row_vec(
        gm_domain_home(&source->scene->domain, source->scene->grains.g[i].x));
  }
}

/* The arrays of the contacts. */

/* By memcpy, since `out` need not have the alignment of a gm_row4. */
#define CONTACT_COLUMN(what, type, column)                                     \
  static void contact_##what(const gm_column_source *source, gm_index first,   \
                             gm_index n, void *out)                            \
  {                                                                            \
    char *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      const type one = source->contacts->column[first + k];                    \
      memcpy(to + (size_t)k * sizeof one, &one, sizeof one);                   \
    }                                                                          \
  }

CONTACT_COLUMN(id_a, int64_t, id_a)
CONTACT_COLUMN(id_b, int64_t, id_b)
CONTACT_COLUMN(structure_id, int64_t, structure)
CONTACT_COLUMN(patch, int64_t, patch)
CONTACT_COLUMN(normal, gm_vec3, normal)
CONTACT_COLUMN(overlap, double, overlap)
CONTACT_COLUMN(force, gm_vec3, force)
CONTACT_COLUMN(answer, int64_t, source)
CONTACT_COLUMN(structure_a, int64_t, other)
CONTACT_COLUMN(area, double, area)
CONTACT_COLUMN(impulse, gm_vec3, impulse)
CONTACT_COLUMN(collisions, double, collisions)
CONTACT_COLUMN(spring, gm_row4, history)
CONTACT_COLUMN(couple, gm_row4, couple)
CONTACT_COLUMN(damped, double, damped)
CONTACT_COLUMN(slid, double, slid)
CONTACT_COLUMN(last, gm_vec3, last)
CONTACT_COLUMN(image, int64_t, image)

static const gm_column contact_table[] = {
    {GM_NAME_ID_A, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, contact_id_a},
    {GM_NAME_ID_B, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, contact_id_b},
    {GM_NAME_STRUCTURE_ID, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     contact_structure_id},
    {GM_NAME_PATCH, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, contact_patch},
    {GM_NAME_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, contact_normal},
    {GM_NAME_OVERLAP, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS,
     contact_overlap},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, contact_force},
    {GM_NAME_SOURCE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, contact_answer},
    {GM_NAME_STRUCTURE_A, "1", GM_COLUMN_INT32, 1, GM_COLUMN_MEET,
     contact_structure_a},
    {GM_NAME_AREA, "m2", GM_COLUMN_REAL, 1, GM_COLUMN_MEET, contact_area},
    {GM_NAME_IMPULSE, "N s", GM_COLUMN_REAL, 3, GM_COLUMN_HARD,
     contact_impulse},
    {GM_NAME_COLLISIONS, "1", GM_COLUMN_REAL, 1, GM_COLUMN_HARD,
     contact_collisions},
    {GM_NAME_DAMPED, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, contact_damped},
    {GM_NAME_SLID, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, contact_slid},
    {GM_NAME_SPRING, "N or m", GM_COLUMN_REAL, 4, GM_COLUMN_RESUME,
     contact_spring},
    {GM_NAME_COUPLE, "N m", GM_COLUMN_REAL, 4, GM_COLUMN_RESUME,
     contact_couple},
    {GM_NAME_LAST_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME,
     contact_last},
    {GM_NAME_STRUCTURE_IMAGE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_RESUME,
     contact_image},
};

const gm_column *gm_columns_contacts(int *n)
{
  *n = (int)(sizeof contact_table / sizeof contact_table[0]);
  return contact_table;
}

void gm_columns_contact_ends(const gm_column_source *source, gm_index first,
                             gm_index n, void *out)
{
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    to[2 * k] = source->contacts->from[first + k];
    to[2 * k + 1] = source->contacts->to[first + k];
  }
}

/* The arrays of clumps. */

/* A column read from the scene: clump c is row k of the frame. */
#define CLUMP_COLUMN(what, type, value)                                        \
  static void clump_##what(const gm_column_source *source, gm_index first,     \
                           gm_index n, void *out)                              \
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

CLUMP_COLUMN(id, int64_t, c->id)
CLUMP_COLUMN(shape, int64_t, c->shape)
CLUMP_COLUMN(material, int64_t, c->material)
CLUMP_COLUMN(label, int64_t, c->label)
CLUMP_COLUMN(coordination, int64_t, f->coordination[at])
CLUMP_COLUMN(size, double, c->size)
CLUMP_COLUMN(mass, double, 1.0 / c->mobility)
CLUMP_COLUMN(orientation, gm_quat, gm_clumps_orientation(all, c))
CLUMP_COLUMN(velocity, gm_vec3, f->velocity[at])
CLUMP_COLUMN(spin, gm_vec3, f->angular_velocity[at])
CLUMP_COLUMN(force, gm_vec3, c->load.force)
CLUMP_COLUMN(torque, gm_vec3, c->load.torque)

static const gm_column clump_table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, clump_id},
    {GM_NAME_SHAPE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, clump_shape},
    {GM_NAME_SCALE, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, clump_size},
    {GM_NAME_MATERIAL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     clump_material},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, clump_mass},
    {GM_NAME_ORIENTATION, "1", GM_COLUMN_REAL, 4, GM_COLUMN_ALWAYS,
     clump_orientation},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     clump_velocity},
    {GM_NAME_ANGULAR_VELOCITY, "rad/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     clump_spin},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, clump_force},
    {GM_NAME_TORQUE, "N m", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, clump_torque},
    {GM_NAME_COORDINATION, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     clump_coordination},
    {GM_NAME_LABEL, "1", GM_COLUMN_INT32, 1, GM_COLUMN_FULL, clump_label},
};

const gm_column *gm_columns_clumps(int *n)
{
  *n = (int)(sizeof clump_table / sizeof clump_table[0]);
  return clump_table;
}

void gm_columns_clump_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  const gm_scene *s = source->scene;
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    const gm_index row = source->grains->clumps.row[first + k];
    to[k] = gm_row_vec(gm_domain_home(&s->domain, s->clumps.row[row].x));
  }
}

/* The arrays of the material points. */

/* A column: p is the point, tag what else is known of it, i its row. */
#define POINT_COLUMN(what, type, value)                                        \
  static void point_##what(const gm_column_source *source, gm_index first,     \
                           gm_index n, void *out)                              \
  {                                                                            \
    const gm_scene *s = source->scene;                                         \
    const gm_index *row = source->point_row + first;                           \
    type *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      const gm_index i = row[k];                                               \
      const gm_point *p = &s->points.p[i];                                     \
      const gm_point_tag *tag = &s->points.tag[i];                             \
      (void)p;                                                                 \
      (void)tag;                                                               \
      to[k] = value;                                                           \
    }                                                                          \
  }

/* Minus the mean normal Cauchy stress. */
static double column_law_pressure(const gm_point_law *law, const gm_point *p)
{
  const gm_point_tensor t = gm_point_law_stress(law, &p->b);
  return -(t.c[0] + t.c[1] + t.c[2]) / (law->dims * p->b.bar[3]);
}

/* Root of half the square of the deviator of Cauchy stress. */
static double column_shear(const gm_point_law *law, const gm_point *p)
{
  const gm_point_tensor t = gm_point_law_stress(law, &p->b);
  const double mean = (t.c[0] + t.c[1] + t.c[2]) / law->dims;
  double sum = 0.0;
  for (int a = 0; a < law->dims; ++a)
    sum += 0.5 * (t.c[a] - mean) * (t.c[a] - mean);
  for (int a = 3; a < 6; ++a)
    sum += t.c[a] * t.c[a];
  return sqrt(sum) / p->b.bar[3];
}

POINT_COLUMN(id, int64_t, tag->id)
POINT_COLUMN(mass, double, p->x[3])
POINT_COLUMN(volume, double, p->v[3] * p->b.bar[3])
POINT_COLUMN(velocity, gm_vec3, gm_row_vec(s->points.now[i]))
POINT_COLUMN(pressure, double, column_law_pressure(&s->continuum.law, p))
POINT_COLUMN(shear, double, column_shear(&s->continuum.law, p))
POINT_COLUMN(expansion, double, p->b.bar[3])
POINT_COLUMN(weight, double, p->b.off[3])
POINT_COLUMN(age, double, s->time - tag->born)
POINT_COLUMN(place, gm_vec3, gm_row_vec(gm_domain_home(&s->domain, p->x)))

static const gm_column point_table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, point_id},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_mass},
    {GM_NAME_VOLUME, "m3", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_volume},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS,
     point_velocity},
    {GM_NAME_POINT_PRESSURE, "Pa", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS,
     point_pressure},
    {GM_NAME_SHEAR, "Pa", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_shear},
    {GM_NAME_J, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_expansion},
    {GM_NAME_WEIGHT, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_weight},
    {GM_NAME_AGE, "s", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, point_age},
};

const gm_column *gm_columns_points(int *n)
{
  *n = (int)(sizeof point_table / sizeof point_table[0]);
  return point_table;
}

void gm_columns_point_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  point_place(source, first, n, out);
}
