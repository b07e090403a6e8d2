/* search/screen.h -- removes contacts of grains that have a thin sheet between them.
 *
 * Grains on opposite sides of a surface without thickness overlap through it, but do
 * not touch: a pair whose line of centres crosses such a surface is no contact.  Sphere
 * tracing finds the crossing, since no surface is nearer to a point than its distance
 * d:
 *
 *   s <- s + d(x_a + s e),   until d <= 0.01 r (crossing) or s >= |x_b - x_a|
 *
 * A patch can cross the line only if it is nearer to one of the two grains than that
 * grain's radius, so only patches paired with either grain are tested.  The pairs that
 * may need the test are found when the neighbour list is built; all others cost nothing
 * in a step.
 */
#ifndef GM_SEARCH_SCREEN_H
#define GM_SEARCH_SCREEN_H

#include "contact/block.h"
#include "scene/contacts.h"
#include "scene/structures.h"
#include "search/cells.h"

/* Marks the grains of pairs that may have a sheet between them while nothing moves by
 * more than `skin` (m) relative to a structure.  Where contacts of two grains are on a
 * device, their pairs are looked for in the cells.  GM_ERR_MEMORY: the list is empty. */
gm_status gm_screen_mark(gm_contacts *list, const gm_grains *g,
                         const gm_structures *structures,
                         const gm_domain *domain, const gm_cells *cells,
                         double skin);

/* True if pairs of the chunk of pair k0 may have a sheet between their grains. */
GM_INLINE int gm_screen_due(const gm_contacts *list, gm_index k0)
{
  return list->screened && list->screened_chunk[list->a[k0] / list->chunk];
}

/* Keeps those of the c contacts of the block that have no sheet between the grains and
 * returns their number; the others lose their history and stored force. */
int gm_screen_part(gm_block *k, const gm_grain *g,
                   const gm_structures *structures, gm_contacts *list,
                   gm_index k0, int c);

#endif
