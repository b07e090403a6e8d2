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

/* A line for each stage: seconds, share, calls, ns a row. */
void gm_balance_timing(FILE *out, const gm_step *step, const gm_scene *scene,
                       double seconds, double output_seconds,
                       double grain_steps);

#endif
