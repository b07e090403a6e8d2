/* step/held.h -- groups of held grains in a step: poses, loads, letting go.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_HELD_H
#define GM_STEP_HELD_H

#include "step/step.h"

/* Let go the grains whose time has come; that of each is over once its energy is counted. */
gm_status gm_held_release(gm_step *step, gm_scene *scene);

/* Are grains released at this instant?  Then its loads are needed. */
int gm_held_due(const gm_scene *scene);

/* After the loads of that instant: give the grains that were released the velocity of their group,
 * and add their kinetic and potential energy, and the elastic energy of contacts that begin by the
 * release, to the balance. */
void gm_held_count(const gm_step *step, gm_scene *scene);

/* Where the groups will be at the end of the step. */
gm_status gm_held_ahead(gm_step *step, gm_scene *scene);

/* They are there. */
void gm_held_arrive(gm_scene *scene);

/* What grains [i0, i1) of chunk c, with `load` from i0 on, do to the groups: to
 * loads[groups]. */
void gm_held_load(const gm_scene *scene, gm_index i0, gm_index i1,
                  const gm_load *load, gm_structure_load *loads);

/* Loads of the groups, chunk by chunk in their order; returns their power, in W. */
double gm_held_sum(const gm_step *step, gm_scene *scene);

/* Rows of the c in the block, from k0 on, of which no side yields: they are damped as if both grains
 * were free. */
void gm_held_damp(gm_block *k, const gm_scene *scene, gm_index k0, int c);

#endif
