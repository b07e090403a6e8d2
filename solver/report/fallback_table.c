/* report/fallback_table.c -- prints where distance queries fall back to exact triangles,
 * and why.
 */
#include "report/fallback_table.h"

#include "audit/fallbacks.h"
#include "base/memory.h"

enum { WORST = 6 }; /* patches listed if there are many */

static double percent(size_t part, size_t of)
{
  return of > 0 ? 100.0 * (double)part / (double)of : 0.0;
}

/* The share of cells in which virtual particles know an edge or corner. */
static void print_edges(FILE *out, const gm_fallbacks *a)
{
  if (a->all.edges > 0)
    fprintf(out,
            "  in %.1f %% of the cells virtual particles know the edge or "
            "corner near them\n",
            percent(a->all.edges, a->all.cells));
}

static void print_row(FILE *out, const char *name, const gm_fallbacks_row *row)
{
  fprintf(out, "    %-10s %9zu %9.1f", name, row->cells,
          percent(row->triangles, row->cells));
  for (int k = 0; k < GM_FALLBACKS_WHYS; ++k)
    fprintf(out, " %6.1f", percent(row->why[k], row->cells));
  fprintf(out, "\n");
}

/* The patches that fall back most often. */
static void print_rows(FILE *out, const gm_fallbacks *a, const gm_index *order)
{
  const gm_index most = a->n < WORST ? a->n : WORST;
  fprintf(out, "    %-10s %9s %9s %6s %6s %6s %6s\n", "patch", "cells",
          "triangles", "edge", "kink", "thin", "facet");
  for (gm_index k = 0; k < most && a->n > 1; ++k) {
    const gm_fallbacks_row *row = &a->row[order[k]];
    char name[16];
    if (row->triangles == 0) break;
    snprintf(name, sizeof name, "%d", (int)row->patch);
    print_row(out, name, row);
  }
  print_row(out, "all", &a->all);
}

gm_status gm_fallback_table_print(FILE *out, const gm_structure *s)
{
  gm_fallbacks a;
  gm_index *order = NULL;
  gm_fallbacks_init(&a);
  GM_TRY(gm_fallbacks_find(s, &a));
  gm_status status = GM_RESIZE(order, 0, a.n);
  if (status == GM_OK) print_edges(out, &a);
  if (status == GM_OK && a.all.triangles > 0) {
    gm_fallbacks_sort(&a, order);
    fprintf(out,
            "  in %.1f %% of the %zu cells where grains can touch, distances "
            "come from exact triangles;\n"
            "  in %% of the cells, by reason: interpolation errs near borders "
            "and sharp edges (edge),\n"
            "  at a medial axis (kink) or on coarse facets (facet), or virtual "
            "particles are missing (thin):\n",
            percent(a.all.triangles, a.all.cells), a.all.cells);
    print_rows(out, &a, order);
  } else if (status == GM_OK && a.all.cells > 0) {
    fprintf(out,
            "  in all %zu cells where grains can touch, distances come from "
            "virtual particles\n",
            a.all.cells);
  }
  GM_FREE(order);
  gm_fallbacks_clear(&a);
  return status;
}
