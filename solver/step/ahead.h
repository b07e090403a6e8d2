/* step/ahead.h -- how many plain steps lie ahead.
 *
 * A plain step moves grains and structures and nothing else: no grain comes, leaves,
 * grows, is sorted or is counted by a sensor, no structure appears.  Between two steps
 * that are not plain only contacts and the neighbour list read the grains.
 */
#ifndef GM_STEP_AHEAD_H
#define GM_STEP_AHEAD_H

#include "step/state.h"

/* Steps from `step` to the next one that is a multiple of `every`; 0: this one is. */
GM_INLINE int64_t gm_ahead_multiple(int64_t step, int64_t every)
{
  return (every - step % every) % every;
}

/* Number of plain steps from now on, at most `most`; 0: the next step is not plain. */
int64_t gm_ahead_steps(const gm_state *step, const gm_scene *scene,
                       int64_t most);

/* Number of steps from now on that read the grains at most before their contacts are
 * computed: grains may come, leave and be sorted, nothing else. */
int64_t gm_ahead_alone(const gm_state *step, const gm_scene *scene,
                       int64_t most);

#endif
