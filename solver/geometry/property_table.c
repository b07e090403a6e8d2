/* geometry/property_table.c -- a surface property of a mesh. */
#include "geometry/property_table.h"

#include "base/memory.h"
#include "geometry/csv_table.h"
#include "rules/read.h"
#include <stdio.h>

enum { X, Y, Z, VALUE, COLUMNS };
static const char *const columns[COLUMNS] = {"x", "y", "z", "value"};

typedef struct reading {
  gm_config_property *property;
  size_t capacity;
} reading;

static gm_status take(const gm_csv_table *s, int line, const double *v,
                      void *of)
{
  reading *r = of;
  gm_config_property *p = r->property;
  if (!(v[VALUE] >= 0.0)) {
    return gm_csv_table_fault(
        s, line,
        "the value %g is negative; give a factor >= 0 that multiplies the "
        "friction coefficient of the pair (1: no change)",
        v[VALUE]);
  }
  if (p->n_rows == r->capacity) {
    const size_t more = 2 * p->n_rows + 64;
    GM_TRY(GM_RESIZE(p->rows, p->n_rows, more));
    r->capacity = more;
  }
  p->rows[p->n_rows++] = (gm_config_property_row){{v[X], v[Y], v[Z]}, v[VALUE]};
  return GM_OK;
}

static gm_status read_file(gm_config *config, size_t k, gm_config_property *p)
{
  static const gm_csv_table_form form = {.row = "row",
                                         .rows = "rows",
                                         .header = "x, y, z, value",
                                         .column = columns,
                                         .n = COLUMNS,
                                         .n_required = COLUMNS,
                                         .positive = -1,
                                         .strict = 1,
                                         .take = take};
  char key[96];
  snprintf(key, sizeof key,
           "structures[%zu].virtual_particles.property.friction.file", k);
  reading r = {.property = p};
  return gm_csv_table_read(config, key, p->file, &form, &r);
}

gm_status gm_property_table_lay(gm_config *config, size_t k, gm_structure *s)
{
  gm_config_property *p =
      &config->structures[k].virtual_particles.property.friction;
  if (p->file && *p->file && p->n_rows == 0) GM_TRY(read_file(config, k, p));
  if (p->n_rows == 0) return GM_OK;
  gm_property_row *row = NULL;
  GM_TRY(GM_RESIZE(row, 0, p->n_rows));
  for (size_t q = 0; q < p->n_rows; ++q) {
    row[q] =
        (gm_property_row){p->rows[q].position, p->rows[q].value, (gm_index)q};
  }
  gm_status status = GM_RESIZE(s->friction, 0, 1);
  if (status == GM_OK) {
    status =
        gm_property_build(s->friction, row, (gm_index)p->n_rows, s->collider);
  }
  GM_FREE(row);
  return status;
}
