/* bench/timing.h -- time the solver on a scene, print what was seen.
 *
 * What is printed are members of a JSON object.
 */
#ifndef GM_BENCH_TIMING_H
#define GM_BENCH_TIMING_H

#include "state.h"

/* Do so many steps. */
gm_status timing_advance(gm_step *step, gm_scene *scene, long steps);

/* Coordination and overlaps, as measured. */
void timing_print_state(const gm_scene *scene, const state_report *report);

/* One JSON object: `warm` steps, then `steps` steps timed, lists and history included, no
 * output; with `stages` as many again with the stage timers on.  `exact` are patches that
 * triangles answered for, per step. */
gm_status timing_measure(gm_step *step, gm_scene *scene, long warm, long steps,
                         int stages);

#endif
