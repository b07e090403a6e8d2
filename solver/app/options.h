/* app/options.h -- command line of `granum run` and `granum check`.
 */
#ifndef GM_APP_OPTIONS_H
#define GM_APP_OPTIONS_H

#include "app/progress.h"
#include <stddef.h>

enum { GM_OPTIONS_SETS = 256, GM_OPTIONS_PATH = 4096 };

typedef struct gm_options {
  const char *scene;
  char found[GM_OPTIONS_PATH]; /* folder of the case that was named */
  char result[GM_OPTIONS_PATH];
  int force, threads, timing, no_audit;
  int ranks;          /* processes that share the grains; 0: not given */
  int resume;         /* go on with the result */
  double wall_time;   /* s  stop after so long; 0: no limit */
  long long steps;    /* stop after so many steps; 0: no limit */
  const char *device; /* name of a device, or null */
  int report;         /* granum check: print the report, with the audit */
  gm_progress_form progress;
  const char *set[GM_OPTIONS_SETS];
  size_t n_set;
  char command_line[GM_OPTIONS_PATH]; /* command line as a user would type it */
} gm_options;

/* Parse the arguments, of which the first is the name of the command, into *o, which
 * must be all zero.  Wrong usage is printed and ends the process with exit code 2. */
void gm_options_run(int argc, char **argv, gm_options *o);
void gm_options_check(int argc, char **argv, gm_options *o);

#endif
