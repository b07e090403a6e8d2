/* app/stop.h -- reasons to stop a run after the step in progress.
 *
 * SIGINT, SIGTERM and SIGHUP (unless that is ignored, as under nohup); a limit of the
 * wall-clock time or of the steps; and a reader of standard output or error, at the
 * other end of a pipe, that has gone away.  SIGPIPE is ignored, so that such a reader
 * ends the run by this way and not in the middle of a step.
 */
#ifndef GM_APP_STOP_H
#define GM_APP_STOP_H

#include <stdint.h>

/* From now on signals stop the run.  deadline: gm_clock_now at which it stops, or 0;
 * steps: number of steps after which it stops, or 0; late: steps that follow the one
 * after which a reason is found, 1 of several ranks. */
void gm_stop_begin(double deadline, int64_t steps, int late);

/* After each step: is there a reason by now? */
void gm_stop_look(void);

/* Not 0 once there is a reason: for gm_sim_options.stop. */
const volatile int *gm_stop_asked(void);

/* The reason as a text. */
const char *gm_stop_reason(void);

#endif
