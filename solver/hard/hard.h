/* hard/hard.h -- hard grains in time steps: impulses instead of forces.
 *
 * In each step, at the positions of its begin,
 *
 *   1. the contacts are found (hard/hard_contacts.c),
 *   2. sweeps over them give impulses to bodies that approach (hard/hard_sweep.c), until
 *      none does,
 *   3. passes over them move grains apart that still overlap,
 *   4. loads, losses and counts are added up;
 *
 * then grains fly freely for the step (soft/scheme.h).
 */
#ifndef GM_HARD_HARD_H
#define GM_HARD_HARD_H

#include "hard/hard_contacts.h"

/* Chooses the rules and tabulates the laws.  GM_ERR_MEMORY. */
gm_status gm_hard_build(gm_hard_grains *hard, const gm_scene *scene,
                        const gm_config *config);

/* Does the collisions of the instant.  moved_chunk[chunks], *moved_grains: bounds of the
 * displacement since the list was built, in m, to which corrections add.  The balance of
 * the scene receives losses; structures receive their loads as impulse over dt.  *power,
 * *held_power: of these loads, in W.  GM_ERR_MEMORY. */
gm_status gm_hard_run(gm_hard_grains *hard, const gm_work *work, int threads,
                      double *moved_chunk, double *moved_grains, double *power,
                      double *held_power);

/* Room for the impulses of n rows of the neighbour list; new ones are zero.
 * GM_ERR_MEMORY. */
gm_status gm_hard_reserve_rows(gm_hard_grains *hard, gm_index n);

/* Adds the impulses of one pair to hard->sums: of the grains a and b where patch is -1,
 * or of grain a and structure b.  GM_ERR_MEMORY. */
gm_status gm_hard_note(gm_hard_grains *hard, const gm_scene *scene, gm_index a,
                       gm_index b, gm_index patch, gm_row4 sum);

/* Adds the impulses of the rows of the neighbour list to hard->sums.  Must be called
 * before the list changes, and before the sums are read.  GM_ERR_MEMORY. */
gm_status gm_hard_harvest(gm_hard_grains *hard, const gm_scene *scene);

void gm_hard_clear(gm_hard_grains *hard);

#endif
