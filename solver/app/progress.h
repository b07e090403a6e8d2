/* app/progress.h -- how far a run is: a bar for people, JSON lines for programs.
 *
 * Room: app.  May include: base.
 *
 * The bar goes to stderr.  JSON goes to stdout, one object a line, with "event": start,
 * progress, frame, end.
 */
#ifndef GM_APP_PROGRESS_H
#define GM_APP_PROGRESS_H

#include "base/status.h"
#include <stdint.h>

typedef enum gm_progress_form {
  GM_PROGRESS_AUTO, /* a bar on a terminal, else nothing */
  GM_PROGRESS_BAR,
  GM_PROGRESS_JSON,
  GM_PROGRESS_NONE,
} gm_progress_form;

typedef struct gm_progress {
  gm_progress_form form;
  int64_t steps, frames; /* of the whole run */
  double end;            /* s  simulated */
  double started, shown; /* s  wall clock */
  double grain_steps;    /* since the start */
} gm_progress;

/* Begin; `result` is the file being written. */
void gm_progress_start(gm_progress *p, gm_progress_form form, int64_t steps,
                       int64_t frames, double end, const char *result);

/* After `step` steps and `frame` frames at time t (s); shows something a few times a
 * second.  grains: in this step. */
void gm_progress_step(gm_progress *p, int64_t step, int64_t frame, double t,
                      int64_t grains);

/* A frame was written. */
void gm_progress_frame(gm_progress *p, int64_t frame, double t);

/* The run ended; message: "" or what went wrong. */
void gm_progress_end(gm_progress *p, gm_status status, const char *message);

/* Text as a JSON string, quotes included, into out[0..size). */
void gm_progress_quote(const char *text, char *out, int size);

#endif
