/* drive/factor_table.c -- reads and checks tables of the factor of a load. */
#include "drive/factor_table.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/csv_table.h"
#include <stdio.h>

static const char *const columns[] = {"time", "factor"};

typedef struct reading {
  gm_config_load *load;
  size_t capacity;
} reading;

static gm_status take(const gm_csv_table *s, int line, const double *v,
                      void *of)
{
  reading *r = of;
  gm_config_load *l = r->load;
  const size_t n = l->table.n_rows;
  if (n > 0 && v[0] <= l->table.rows[n - 1].time)
    return gm_csv_table_fault(s, line,
                              "time %.10g s is not later than that of the row "
                              "before, %.10g s; times must increase",
                              v[0], l->table.rows[n - 1].time);
  if (n == r->capacity) {
    const size_t more = 2 * n + 64;
    GM_TRY(GM_RESIZE(l->table.rows, n, more));
    r->capacity = more;
  }
  l->table.rows[l->table.n_rows++] = (gm_config_factor){v[0], v[1]};
  return GM_OK;
}

static gm_status read_file(gm_config *config, const char *path,
                           gm_config_load *l)
{
  static const gm_csv_table_form form = {.row = "row",
                                         .rows = "rows",
                                         .header = "time and factor",
                                         .column = columns,
                                         .n = 2,
                                         .n_required = 2,
                                         .positive = -1,
                                         .strict = 1,
                                         .take = take};
  reading r = {.load = l};
  return gm_csv_table_read(config, path, l->table.file, &form, &r);
}

static gm_status check_rows(gm_config *config, const char *key,
                            const gm_config_load *l)
{
  gm_status status = GM_OK;
  for (size_t q = 1; q < l->table.n_rows; ++q) {
    const gm_config_factor *a = &l->table.rows[q - 1], *b = a + 1;
    if (b->time > a->time) continue;
    char path[128];
    snprintf(path, sizeof path, "%s.rows[%zu].time", key, q);
    status = gm_report_fault(config, path,
                             "time %.10g s is not later than that of the row "
                             "before, %.10g s; times must increase",
                             b->time, a->time);
  }
  return status;
}

gm_status gm_factor_table_read(gm_config *config)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_structures; ++k) {
    gm_config_free *f = &config->structures[k].free;
    for (size_t q = 0; q < f->n_loads; ++q) {
      gm_config_load *l = &f->loads[q];
      char key[96], path[112];
      snprintf(key, sizeof key, "structures[%zu].free.loads[%zu].table", k, q);
      snprintf(path, sizeof path, "%s.file", key);
      const gm_status one = l->table.file ? read_file(config, path, l)
                                          : check_rows(config, key, l);
      if (one == GM_ERR_MEMORY) return one;
      if (one != GM_OK) status = one;
    }
  }
  return status;
}
