/* search/narrow.h -- which rows between the grains of a chunk may touch soon.
 *
 * Room: search.  May include: base, scene.
 *
 * The list is wide, so that it lasts; most steps need not look at all of it.  Own rows of a
 * chunk are kept in two parts, near and far, each by (a, b): far ones are farther apart than a
 * small gap, and the step leaves them out until the grains of the chunk may have travelled that
 * far.  They do not touch, so no bit depends on it.
 */
#ifndef GM_SEARCH_NARROW_H
#define GM_SEARCH_NARROW_H

#include "scene/contacts.h"

/* A row on its way from one part to the other. */
typedef struct gm_narrow_row {
  gm_index a, b;
  gm_index image;
} gm_narrow_row;

/* Need the parts of chunk c be made anew, now that its grains have travelled `way` (m) since the
 * list was made?  They are good for a way of gap / 2 each; gap: the same until the next list.
 * Ways are sums of rounded ones. */
GM_INLINE int gm_narrow_due(const gm_contacts *list, gm_index c, double way,
                            double gap)
{
  return !(2.0 * (way - list->narrowed[c]) < (1.0 - 1.0e-9) * gap);
}

/* Make them: near are rows that touched in the last step or are nearer than `gap` (m).
 * spare: [own rows of the chunk]. */
void gm_narrow_chunk(gm_contacts *list, const gm_grain *g, gm_index c,
                     double way, double gap, gm_narrow_row *spare);

#endif
