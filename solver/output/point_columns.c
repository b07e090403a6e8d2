/* output/point_columns.c -- the arrays of the material points. */
#include "output/columns.h"

#include "file/schema.h"

/* A column: p is the point, tag what else is known of it, i its row. */
#define COLUMN(what, type, value)                                              \
  static void what(const gm_column_source *source, gm_index first, gm_index n, \
                   void *out)                                                  \
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
static double pressure_of(const gm_point_law *law, const gm_point *p)
{
  const gm_point_tensor t = gm_point_law_stress(law, &p->b);
  return -(t.c[0] + t.c[1] + t.c[2]) / (law->dims * p->b.bar[3]);
}

/* Root of half the square of the deviator of Cauchy stress. */
static double shear_of(const gm_point_law *law, const gm_point *p)
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

COLUMN(id, int64_t, tag->id)
COLUMN(mass, double, p->x[3])
COLUMN(volume, double, p->v[3] * p->b.bar[3])
COLUMN(velocity, gm_vec3, gm_row_vec(s->points.now[i]))
COLUMN(pressure, double, pressure_of(&s->continuum.law, p))
COLUMN(shear, double, shear_of(&s->continuum.law, p))
COLUMN(expansion, double, p->b.bar[3])
COLUMN(weight, double, p->b.off[3])
COLUMN(age, double, s->time - tag->born)
COLUMN(place, gm_vec3, gm_row_vec(gm_domain_home(&s->domain, p->x)))

static const gm_column table[] = {
    {GM_NAME_ID, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, id},
    {GM_NAME_MASS, "kg", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, mass},
    {GM_NAME_VOLUME, "m3", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, volume},
    {GM_NAME_VELOCITY, "m/s", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, velocity},
    {GM_NAME_POINT_PRESSURE, "Pa", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS,
     pressure},
    {GM_NAME_SHEAR, "Pa", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, shear},
    {GM_NAME_J, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, expansion},
    {GM_NAME_WEIGHT, "1", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, weight},
    {GM_NAME_AGE, "s", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, age},
};

const gm_column *gm_point_columns(int *n)
{
  *n = (int)(sizeof table / sizeof table[0]);
  return table;
}

void gm_point_columns_place(const gm_column_source *source, gm_index first,
                            gm_index n, void *out)
{
  place(source, first, n, out);
}
