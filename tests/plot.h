/* tests/plot.h -- tables for the report (tests/verification/report).
 *
 *   FILE *f = plot_open("schemes_orders", "title", "x", "y", true);
 *   plot_point(f, "leapfrog", x, y);  ...
 *   plot_close(f);
 *
 * Without a report (GM_REPORT not set) f is null, and nothing is written.
 */
#ifndef GM_TESTS_PLOT_H
#define GM_TESTS_PLOT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The table `name`.csv; the name begins with the test's.  log: both axes. */
static inline FILE *plot_open(const char *name, const char *title,
                              const char *x, const char *y, bool log)
{
  char path[4096];
  const char *folder = getenv("GM_REPORT");
  if (!folder) return NULL;
  snprintf(path, sizeof path, "%s/%s.csv", folder, name);
  FILE *f = fopen(path, "w");
  if (f) fprintf(f, "# %s\n# %s\n# %s\n", title, x, y);
  if (f && log) fputs("# log\n", f);
  return f;
}

/* A series of what is expected has an asterisk at its end. */
static inline void plot_point(FILE *f, const char *series, double x, double y)
{
  if (f) fprintf(f, "%s,%.9g,%.9g\n", series, x, y);
}

static inline void plot_close(FILE *f)
{
  if (f) fclose(f);
}

#endif
