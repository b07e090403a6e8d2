/* output/contact_columns.c -- the arrays of the contacts. */
#include "output/columns.h"

#include "file/schema.h"

#include <string.h>

/* By memcpy, since `out` need not have the alignment of a gm_row4. */
#define COLUMN(what, type, column)                                             \
  static void what(const gm_column_source *source, gm_index first, gm_index n, \
                   void *out)                                                  \
  {                                                                            \
    char *to = out;                                                            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      const type one = source->contacts->column[first + k];                    \
      memcpy(to + (size_t)k * sizeof one, &one, sizeof one);                   \
    }                                                                          \
  }

COLUMN(id_a, int64_t, id_a)
COLUMN(id_b, int64_t, id_b)
COLUMN(structure_id, int64_t, structure)
COLUMN(patch, int64_t, patch)
COLUMN(normal, gm_vec3, normal)
COLUMN(overlap, double, overlap)
COLUMN(force, gm_vec3, force)
COLUMN(answer, int64_t, source)
COLUMN(structure_a, int64_t, other)
COLUMN(area, double, area)
COLUMN(impulse, gm_vec3, impulse)
COLUMN(collisions, double, collisions)
COLUMN(spring, gm_row4, history)
COLUMN(couple, gm_row4, couple)
COLUMN(damped, double, damped)
COLUMN(slid, double, slid)
COLUMN(last, gm_vec3, last)
COLUMN(image, int64_t, image)

static const gm_column table[] = {
    {GM_NAME_ID_A, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, id_a},
    {GM_NAME_ID_B, "1", GM_COLUMN_INT64, 1, GM_COLUMN_ALWAYS, id_b},
    {GM_NAME_STRUCTURE_ID, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS,
     structure_id},
    {GM_NAME_PATCH, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, patch},
    {GM_NAME_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, normal},
    {GM_NAME_OVERLAP, "m", GM_COLUMN_REAL, 1, GM_COLUMN_ALWAYS, overlap},
    {GM_NAME_FORCE, "N", GM_COLUMN_REAL, 3, GM_COLUMN_ALWAYS, force},
    {GM_NAME_SOURCE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_ALWAYS, answer},
    {GM_NAME_STRUCTURE_A, "1", GM_COLUMN_INT32, 1, GM_COLUMN_MEET, structure_a},
    {GM_NAME_AREA, "m2", GM_COLUMN_REAL, 1, GM_COLUMN_MEET, area},
    {GM_NAME_IMPULSE, "N s", GM_COLUMN_REAL, 3, GM_COLUMN_HARD, impulse},
    {GM_NAME_COLLISIONS, "1", GM_COLUMN_REAL, 1, GM_COLUMN_HARD, collisions},
    {GM_NAME_DAMPED, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, damped},
    {GM_NAME_SLID, "J", GM_COLUMN_REAL, 1, GM_COLUMN_SPENT, slid},
    {GM_NAME_SPRING, "N or m", GM_COLUMN_REAL, 4, GM_COLUMN_RESUME, spring},
    {GM_NAME_COUPLE, "N m", GM_COLUMN_REAL, 4, GM_COLUMN_RESUME, couple},
    {GM_NAME_LAST_NORMAL, "1", GM_COLUMN_REAL, 3, GM_COLUMN_RESUME, last},
    {GM_NAME_STRUCTURE_IMAGE, "1", GM_COLUMN_INT32, 1, GM_COLUMN_RESUME, image},
};

const gm_column *gm_contact_columns(int *n)
{
  *n = (int)(sizeof table / sizeof table[0]);
  return table;
}

void gm_contact_columns_ends(const gm_column_source *source, gm_index first,
                             gm_index n, void *out)
{
  gm_vec3 *to = out;
  for (gm_index k = 0; k < n; ++k) {
    to[2 * k] = source->contacts->from[first + k];
    to[2 * k + 1] = source->contacts->to[first + k];
  }
}
