/* step/grow.h -- grains that grow.
 *
 * Room: step.  May include: all rooms below.
 *
 * At rest in place, a contact whose grains grow holds more: what its normal spring holds at the radii of the end of
 * the step less what it holds now is the work of growing, with the kinetic and potential energy of
 * the mass that comes.  Dashpots do not feel the growth, which is slow beside what collides.
 */
#ifndef GM_STEP_GROW_H
#define GM_STEP_GROW_H

#include "step/step.h"

/* Does anything grow in the step in hand? */
GM_INLINE int gm_grow_due(const gm_scene *s)
{
  return s->growths.over > 0.0 && (double)s->step * s->dt < s->growths.over;
}

/* Room for the power of every row of the list, none yet.  GM_ERR_MEMORY. */
gm_status gm_grow_begin(gm_step *step, const gm_scene *scene);

/* Power in W of growing at the c rows of a block whose law is done, rows k0 + row[] of the list, to
 * w->growing[rows]. */
void gm_grow_power(const gm_chunk_work *w, const gm_block *k, gm_index k0,
                   int c);

/* Sum of it, in the order of the rows: the same on any number of threads, with any skin. */
double gm_grow_sum(const gm_step *step, const gm_scene *scene);

/* The radii and masses at the end of the step; what that brings is counted. */
gm_status gm_grow_advance(gm_step *step, gm_scene *scene);

#endif
