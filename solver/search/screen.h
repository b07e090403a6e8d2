/* search/screen.h -- pairs of grains that have a sheet between them.
 *
 * Room: search.  May include: base, structure, scene.
 *
 * Grains that rest on both sides of a surface without thickness overlap through it; they do not
 * touch: a pair whose line of centres meets such a surface is no contact.  As nowhere within its
 * distance from a place there is any surface, one walks along that line from patch to patch:
 *
 *   s <- s + d(x_a + s e),   until d <= 0.01 r (it is met) or s >= |x_b - x_a|
 *
 * The line can be met only if one of the two grains is nearer to that patch than its radius, so the
 * rows of both say which patches to ask.  Which pairs may have one between them before the list is
 * built anew is found when it is built; in a step all others cost nothing.
 */
#ifndef GM_SEARCH_SCREEN_H
#define GM_SEARCH_SCREEN_H

#include "scene/block.h"
#include "scene/contacts.h"
#include "scene/structures.h"

/* Mark the grains of pairs that may have a sheet between them while nothing moves by more than
 * `skin` (m) relative to a structure.  GM_ERR_MEMORY: the list is empty. */
gm_status gm_screen_mark(gm_contacts *list, const gm_grains *g,
                         const gm_structures *structures, double skin);

/* May rows from k0 on, of one chunk, have a sheet between their grains? */
GM_INLINE int gm_screen_due(const gm_contacts *list, gm_index k0)
{
  return list->screened && list->screened_chunk[list->a[k0] / list->chunk];
}

/* Of the c touching rows of the block leave those without a sheet between; the others forget their
 * history, and their record if they have one.  Returns their count. */
int gm_screen_part(gm_block *k, const gm_grain *g,
                   const gm_structures *structures, gm_contacts *list,
                   gm_index k0, int c);

#endif
