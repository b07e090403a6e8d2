/* step/work.h -- what the chunks of a step share, and their shares among threads.
 *
 * Room: step.  May include: all rooms below.
 *
 * A thread has the same chunks from one list to the next, so that its grains stay in its
 * cache; who has which changes no bit.
 */
#ifndef GM_STEP_WORK_H
#define GM_STEP_WORK_H

#include "step/step.h"

/* For a kick over `kick` (s; 0: loads alone). */
gm_chunk_work gm_work_of(gm_step *step, gm_scene *scene, double kick);

/* Loads of all grains and, after a kick, their way. */
void gm_work_run(const gm_step *step, const gm_chunk_work *work);

/* The second half after loads alone: kick and way. */
void gm_work_move(const gm_step *step, const gm_chunk_work *work);

/* Threads that have a chunk to do where there are so many grains, at least 1: others would only wait
 * for them, which on a busy machine takes far longer than the work. */
int gm_work_team(const gm_step *step, gm_index grains);

#endif
