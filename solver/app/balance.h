/* app/balance.h -- what a run says when it ends: its balance, and where the time went.
 *
 * Room: app.  May include: base, scene, step.
 */
#ifndef GM_APP_BALANCE_H
#define GM_APP_BALANCE_H

#include "step/measure.h"
#include <stdio.h>

/* Grains, mass, momentum, energy and the largest overlap of any step. */
void gm_balance_print(FILE *out, const gm_step *step, const gm_scene *scene,
                      const gm_measure *now);

/* What frames cost.  In s: measuring, copying and waiting until the frame before is written
 * keep the steps waiting; writing goes on beside them. */
typedef struct gm_balance_output {
  double measured, copied, waited, written;
  double bytes; /* held at the end of the run, frames on their way included */
} gm_balance_output;

/* A line for each stage: seconds, share, calls, rows, and what a row and a grain-step take, in
 * ns and in bytes of columns. */
void gm_balance_timing(FILE *out, const gm_step *step, const gm_scene *scene,
                       double seconds, const gm_balance_output *output,
                       double grain_steps);

#endif
