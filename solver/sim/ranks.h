/* sim/ranks.h -- a simulation whose grains several ranks share.
 *
 * Every rank reads the scene, builds it and steps its grains.  Rank 0 gathers an instant
 * that is measured or written, and does so as a run on one rank does.  What a run on
 * several ranks cannot do is refused before the first step.
 */
#ifndef GM_SIM_RANKS_H
#define GM_SIM_RANKS_H

#include "sim/sim.h"

/* All ranks have all grains, of the start or of a checkpoint; the first step shares them
 * out.  GM_ERR_MEMORY. */
gm_status gm_ranks_begin(gm_sim *sim);

/* Bring the captured instant to rank 0.  Collective. */
gm_status gm_ranks_gather(gm_sim *sim);

/* Bring the grains between two steps, and the contacts that touch, to rank 0.
 * Collective.  GM_ERR_MEMORY, on all ranks. */
gm_status gm_ranks_whole(gm_sim *sim);

/* Returns 1 on the rank that measures and writes. */
int gm_ranks_measures(const gm_sim *sim);

/* The scene and the capture of the instant with the grains of all ranks, there. */
gm_scene *gm_ranks_scene(gm_sim *sim);
const gm_capture *gm_ranks_capture(gm_sim *sim);

/* Grains of all ranks. */
int64_t gm_ranks_grains(const gm_sim *sim);

/* Returns 1 on all ranks if a condition that ends the run holds.  Collective. */
int gm_ranks_holds(gm_sim *sim);

/* The ranks part.  A rank with an error on which they have not agreed ends all; else the
 * one that measures has all grains of the last instant. */
void gm_ranks_end(gm_sim *sim, gm_status status);

#endif
