/* soft/team.h -- distributes the chunks of a step over threads.
 *
 * A thread computes the same chunks until the next list, so that its grains stay in its
 * cache.  Results do not depend on the distribution.
 */
#ifndef GM_SOFT_TEAM_H
#define GM_SOFT_TEAM_H

#include "soft/work.h"

/* Computes the loads of all grains and, unless work->kick is 0, moves the grains. */
void gm_team_run(const gm_work *work, int threads);

/* Moves the grains (kick and drift) after gm_team_run with kick 0. */
void gm_team_move(const gm_work *work, int threads);

/* The contacts with structures alone, where the others are computed elsewhere.  Begins
 * the results of all chunks; load receives what structures give to the grains near[],
 * those of chunk c from first[c] on: run_structures. */
void gm_team_structures(const gm_work *work, int threads, const gm_index *near,
                        const gm_index *first, gm_load *load);

#endif
