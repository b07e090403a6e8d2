/* app/balance.h -- prints the balance of a run at its end, and the time of each stage.
 */
#ifndef GM_APP_BALANCE_H
#define GM_APP_BALANCE_H

#include "measure/measure.h"
#include "sim/sim.h"
#include "step/step.h"
#include <stdio.h>

/* Print grains, mass, momentum, energy and the largest overlap of any step. */
void gm_balance_print(FILE *out, const gm_step *step, const gm_scene *scene,
                      const gm_measure *now);

/* Print a line for each stage: seconds, share of the time, calls, rows, and for each
 * row and each grain-step the time in ns and the bytes of columns. */
void gm_balance_timing(FILE *out, const gm_step *step, const gm_scene *scene,
                       double seconds, const gm_sim_cost *output,
                       double grain_steps);

/* Of several ranks, on all of them: print a line for each stage of rank 0 with the least,
 * mean and most seconds of all, and what travels.  Collective. */
void gm_balance_ranks(FILE *out, const gm_step *step, gm_comm *comm);

/* Print which condition of time.until ended the run; nothing if none did. */
void gm_balance_until(FILE *out, const gm_until *until);

#endif
