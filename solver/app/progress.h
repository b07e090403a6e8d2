/* app/progress.h -- progress of a run: a bar on a terminal, lines in a file, JSON for
 * programs.
 *
 * The bar is printed to stderr.  Lines are printed to stdout, one for each tenth of the
 * steps, and at least one a minute.  JSON is printed to stdout, one object in each line,
 * with "event": start, progress, frame or end.
 */
#ifndef GM_APP_PROGRESS_H
#define GM_APP_PROGRESS_H

#include "base/status.h"
#include <stdint.h>

typedef enum gm_progress_form {
  GM_PROGRESS_AUTO, /* a bar on a terminal, otherwise lines, 2 s apart or more */
  GM_PROGRESS_BAR,
  GM_PROGRESS_LINES,
  GM_PROGRESS_JSON,
  GM_PROGRESS_NONE,
} gm_progress_form;

typedef struct gm_progress {
  gm_progress_form form;
  int64_t first;         /* steps done at the start */
  int64_t last;          /* steps done when it was shown last */
  int64_t steps, frames; /* of the whole run */
  double end;            /* s  simulated */
  double started, shown; /* s  wall clock */
  double apart;          /* s  least time between lines */
  double tenths;         /* 0.1 of the steps, whole ones, at the last line */
  double grain_steps;    /* since the start */
} gm_progress;

/* Begin with step `first`; `result` is the file being written. */
void gm_progress_start(gm_progress *p, gm_progress_form form, int64_t first,
                       int64_t steps, int64_t frames, double end,
                       const char *result);

/* Report that `step` steps and `frame` frames are done at time t (s); the bar
 * and JSON are printed a few times a second.  grains: number in this step. */
void gm_progress_step(gm_progress *p, int64_t step, int64_t frame, double t,
                      int64_t grains);

/* Report that a frame was written. */
void gm_progress_frame(gm_progress *p, int64_t frame, double t);

/* What a table of runs shows of each, at the end of the run; NaN: unknown. */
typedef struct gm_progress_summary {
  double kinetic, error; /* J  kinetic energy, residual of the energy balance */
  double force;          /* N  mean normal force of the contacts that push */
  double sites; /* 1  share of the mesh queries served by virtual particles */
} gm_progress_summary;

/* Report that the run ended; message: "" or the error. */
void gm_progress_end(gm_progress *p, gm_status status, const char *message,
                     const gm_progress_summary *summary);

typedef struct gm_preparing gm_preparing;

/* Show from 2 s on what the preparation does: on a terminal in one line that changes,
 * with GM_PROGRESS_LINES in lines now and then.  Null: nothing is shown. */
gm_preparing *gm_progress_prepare(gm_progress_form form);

/* Print no more.  Null is legal. */
void gm_progress_prepared(gm_preparing *p);

#endif
