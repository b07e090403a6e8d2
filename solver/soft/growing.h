/* soft/growing.h -- growth of grains, and its work in the energy balance.
 *
 * A grain that grows at rest stores energy in its contacts.  The work of growing is the
 * elastic energy of the normal springs at the radii of the end of the step less that at
 * present radii, plus kinetic and potential energy of the added mass.  Dashpots neglect
 * the growth, which is slow compared with a collision.
 */
#ifndef GM_SOFT_GROWING_H
#define GM_SOFT_GROWING_H

#include "soft/work.h"

/* True if any grain grows in this step. */
GM_INLINE int gm_growing_due(const gm_scene *s)
{
  return s->growths.over > 0.0 && (double)s->step * s->dt < s->growths.over;
}

/* Reserves growth_power for every contact of the list and sets it to 0.
 * GM_ERR_MEMORY. */
gm_status gm_growing_begin(gm_work_buffers *buffers, const gm_scene *scene);

/* Writes the work rate (W) of growing grains at the c contacts of a block to
 * buffers->growth_power[k0 + row[]].  Requires: the force law has run on the block. */
void gm_growing_power(const gm_work *w, const gm_block *k, gm_index k0, int c);

/* Sum of growth_power in the order of the list, hence the same on any number of threads
 * and with any skin. */
double gm_growing_sum(const gm_work_buffers *buffers, const gm_scene *scene);

/* Sets radii and masses to those of the end of the step and adds the energy of the added
 * mass to the balance.  Returns the largest growth of a radius (m), which closes gaps. */
double gm_growing_advance(gm_scene *scene);

#endif
