/* search/inner_list.h -- inner and outer neighbour list of a chunk (two-level list).
 *
 * The neighbour list has a wide skin, so that it lasts for many steps.  The pairs
 * inside a chunk are split in two parts, each sorted by (a, b): the inner list holds
 * pairs with gaps below a small `gap`, the outer list the others.  Steps skip the outer
 * list until the grains of the chunk may have moved by half that gap.  Skipped pairs
 * cannot touch, so results do not depend on the split.
 */
#ifndef GM_SEARCH_INNER_LIST_H
#define GM_SEARCH_INNER_LIST_H

#include "scene/contacts.h"

/* A pair that moves from one part to the other. */
typedef struct gm_inner_list_pair {
  gm_index a, b;
  gm_index image;
} gm_inner_list_pair;

/* True if chunk c must be split anew.  way: bound of the displacement (m) of its grains
 * since the list was built.  A split is valid while they move by less than gap / 2; the
 * factor covers the rounding of summed displacements. */
GM_INLINE int gm_inner_list_due(const gm_contacts *list, gm_index c, double way,
                                double gap)
{
  return !(2.0 * (way - list->narrowed[c]) < (1.0 - 1.0e-9) * gap);
}

/* Splits the pairs of chunk c anew: pairs that touched in the last step or have a gap
 * below `gap` (m) go to the inner list.  spare: scratch, [pairs inside the chunk]. */
void gm_inner_list_chunk(gm_contacts *list, const gm_grain *g, gm_index c,
                         double way, double gap, gm_inner_list_pair *spare);

#endif
