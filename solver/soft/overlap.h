/* soft/overlap.h -- finds the deepest contact of a step; error if it is too deep.
 *
 * The measure is overlap over the smaller radius, which is not among the columns of a
 * block.  A lower bound from the effective radius shows for most blocks that no contact
 * is deeper than the deepest known; only the other blocks are searched contact by
 * contact.
 */
#ifndef GM_SOFT_OVERLAP_H
#define GM_SOFT_OVERLAP_H

#include "soft/work.h"

/* The deepest contact is that of a row. */
GM_INLINE void gm_overlap_row(gm_work_result *r, const gm_contacts *list,
                              gm_index row)
{
  r->deepest = list->a[row];
  r->with = row < list->n_grain ? list->b[row] : -1 - list->b[row];
}

/* Stores the deepest of the c contacts in *r if it is deeper than *r of the chunk. */
void gm_overlap_note(const gm_work *w, const gm_block *k, gm_index k0, int c,
                     int grains, gm_work_result *r);

/* Returns GM_ERR_NUMBER with a message that names the deepest contact of the last
 * computed step, its place and the remedy.  Requires: the overlap is beyond the limit,
 * and the neighbour list is that of the step. */
gm_status gm_overlap_fail(const gm_work_result *result, const gm_scene *scene);

#endif
