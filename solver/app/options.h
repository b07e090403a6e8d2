/* app/options.h -- the words after granum run and granum check.
 *
 * Room: app.  May include: base.
 */
#ifndef GM_APP_OPTIONS_H
#define GM_APP_OPTIONS_H

#include "app/progress.h"
#include <stddef.h>

enum { GM_OPTIONS_SETS = 256, GM_OPTIONS_PATH = 4096 };

typedef struct gm_options {
  const char *scene;
  char result[GM_OPTIONS_PATH];
  int force, threads, timing, no_audit;
  int report; /* of granum check, audit included */
  gm_progress_form progress;
  const char *set[GM_OPTIONS_SETS];
  size_t n_set;
  char command_line[GM_OPTIONS_PATH]; /* as one would type it */
} gm_options;

/* Read the words, the command's name first, into *o, which is all zero.  What they get
 * wrong is told, and ends the program with 2. */
void gm_options_run(int argc, char **argv, gm_options *o);
void gm_options_check(int argc, char **argv, gm_options *o);

#endif
