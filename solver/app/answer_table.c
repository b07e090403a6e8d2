/* app/answer_table.c -- where triangles answer, and why.  Room: app. */
#include "app/answer_table.h"

#include "audit/answers.h"
#include "base/memory.h"

enum { WORST = 6 }; /* patches listed of many */

static double percent(size_t part, size_t of)
{
  return of > 0 ? 100.0 * (double)part / (double)of : 0.0;
}

static void print_row(FILE *out, const char *name, const gm_answers_row *row)
{
  fprintf(out, "    %-10s %9zu %9.1f", name, row->cells,
          percent(row->triangles, row->cells));
  for (int k = 0; k < GM_ANSWERS_WHYS; ++k)
    fprintf(out, " %6.1f", percent(row->why[k], row->cells));
  fprintf(out, "\n");
}

/* Of patches that have triangles to answer, the worst. */
static void print_rows(FILE *out, const gm_answers *a, const gm_index *order)
{
  const gm_index most = a->n < WORST ? a->n : WORST;
  fprintf(out, "    %-10s %9s %9s %6s %6s %6s %6s\n", "patch", "cells",
          "triangles", "edge", "kink", "thin", "facet");
  for (gm_index k = 0; k < most && a->n > 1; ++k) {
    const gm_answers_row *row = &a->row[order[k]];
    char name[16];
    if (row->triangles == 0) break;
    snprintf(name, sizeof name, "%d", (int)row->patch);
    print_row(out, name, row);
  }
  print_row(out, "all", &a->all);
}

gm_status gm_answer_table_print(FILE *out, const gm_structure *s)
{
  gm_answers a;
  gm_index *order = NULL;
  gm_answers_init(&a);
  GM_TRY(gm_answers_find(s, &a));
  gm_status status = GM_RESIZE(order, 0, a.n);
  if (status == GM_OK && a.all.triangles > 0) {
    gm_answers_sort(&a, order);
    fprintf(out,
            "  triangles answer in %.1f %% of %zu cells where grains touch; in "
            "%% of the cells, because\n"
            "  sites err over borders and sharp edges (edge), at a medial axis "
            "(kink) or over the\n"
            "  tessellation (facet), or are missing (thin):\n",
            percent(a.all.triangles, a.all.cells), a.all.cells);
    print_rows(out, &a, order);
  } else if (status == GM_OK && a.all.cells > 0) {
    fprintf(out, "  sites answer in all %zu cells where grains touch\n",
            a.all.cells);
  }
  GM_FREE(order);
  gm_answers_clear(&a);
  return status;
}
