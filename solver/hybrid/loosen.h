/* hybrid/loosen.h -- new grains give way before they bear loads.
 *
 * New grains may overlap others by some hundredths of a diameter, more than grains of a
 * bed at rest do: their springs would push them apart at once.  With hybrid.settle each
 * of them is moved out of its overlaps first, sweep by sweep; older grains and structures
 * stay where they are.
 */
#ifndef GM_HYBRID_LOOSEN_H
#define GM_HYBRID_LOOSEN_H

#include "hybrid/conversion_state.h"

/* Moves the grains made in this conversion, in at most c->settle sweeps. */
void gm_loosen_run(gm_conversion_state *c, gm_scene *scene);

#endif
