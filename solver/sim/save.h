/* sim/save.h -- checkpoints of a simulation, and simulations that go on from them. */
#ifndef GM_SIM_SAVE_H
#define GM_SIM_SAVE_H

#include "sim/sim.h"

/* Read the scene of a checkpoint into the config of an empty simulation: of the file
 * `path`, or of the newer valid checkpoint of the result `path`, which the simulation
 * then goes on writing.  GM_ERR_INPUT: there is none that this program can use, or an
 * override changes the motion. */
gm_status gm_save_read(gm_sim *sim, const char *path, size_t n_set,
                       const char *const *set);

/* After the scene is built: replace its state by that of the checkpoint, if the
 * simulation goes on from one.  GM_ERR_INPUT: the files that the scene names have
 * changed; GM_ERR_FILE. */
gm_status gm_save_restore(gm_sim *sim);

/* Open the result that the simulation goes on writing, without the frames and rows that
 * were written after the checkpoint.  GM_ERR_INPUT: it is not the result of this run. */
gm_status gm_save_open_result(gm_sim *sim);

/* Write a checkpoint; what the open result holds is brought to the disk before.  Requires
 * a step since the start, after which nothing was measured.  Of several ranks the first
 * writes what all have; collective. */
gm_status gm_save_write(gm_sim *sim, const char *path);

#endif
