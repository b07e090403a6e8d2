/* rules/motion_rules.c -- segments of a motion. */
#include "rules/motion_rules.h"

static void check_table(gm_checker *c, size_t i, const gm_config_motion *m)
{
  char table[64], file[80], rows[80];
  snprintf(table, sizeof table, "motion[%zu].table", i);
  snprintf(file, sizeof file, "%s.file", table);
  snprintf(rows, sizeof rows, "%s.rows", table);
  if (!gm_checker_sound(c, file) || !gm_checker_sound(c, rows)) return;
  if (m->table.file && m->table.n_rows > 0) {
    GM_CHECKER_FAULT(c, table,
                     "file and rows are both given; give one of them");
  } else if (!m->table.file && m->table.n_rows == 0) {
    GM_CHECKER_FAULT(c, table, "has no rows; give file or rows");
  } else if (m->table.file) {
    gm_checker_file(c, file, m->table.file);
  }
}

void gm_motion_rules_check(gm_checker *c, const gm_config_motion *motion,
                           size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    char item[128];
    snprintf(item, sizeof item, "motion[%zu]", i);
    gm_checker_times(c, item, motion[i].from, motion[i].to);
    if (motion[i].kind == GM_MOTION_TABLE) check_table(c, i, &motion[i]);
  }
}
