/* bench/timing.h -- run the solver on a scene, time it, print what was seen: a JSON
 * object. */
#ifndef GM_BENCH_TIMING_H
#define GM_BENCH_TIMING_H

#include "state.h"

/* Do so many steps. */
gm_status timing_advance(gm_step *step, gm_scene *scene, long steps);

/* Do so many steps and write the grains to `out`. */
gm_status timing_move(gm_step *step, gm_scene *scene, long steps,
                      const char *out);

/* Coordination and overlaps of the grains as they lie. */
gm_status timing_describe(gm_step *step, gm_scene *scene);

/* `warm` steps, then `steps` steps timed, lists and history included, no
 * output; with `stages` as many again with the stage timers on.  `exact` are patches that
 * exact triangles serve, per step. */
gm_status timing_measure(gm_step *step, gm_scene *scene, long warm, long steps,
                         int stages);

#endif
