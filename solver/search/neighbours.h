/* search/neighbours.h -- builds the neighbour list (Verlet list).
 *
 * Two grains, or a grain and a patch, are a candidate pair if the gap between their
 * surfaces is below the skin.  The list is valid until the displacements of two grains
 * since the build add up to the skin.  It is the same on any number of threads.
 */
#ifndef GM_SEARCH_NEIGHBOURS_H
#define GM_SEARCH_NEIGHBOURS_H

#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/structures.h"
#include "search/broad_structures.h"
#include "search/cells.h"
#include <stddef.h>

/* Working memory of a build.  Borrowed members lie in the memory of the list's history,
 * which holds nothing during a build (gm_contacts_lend). */
typedef struct gm_neighbours {
  gm_cells cells;
  gm_broad_structures broad;
  gm_index per_grain;  /* capacity for partners, per grain on average */
  gm_index touch_room; /* capacity for grain-structure pairs, per chunk */
  gm_index *partner;   /* [chunks][chunk size * per_grain] by grain; borrowed */
  gm_index *start;     /* [chunks][chunk size + 1] first of a grain; borrowed */
  gm_index *touch;     /* [chunks][4 touch_room] a, b, image, patch; borrowed */
  gm_index *
      counts; /* [chunks][5] pairs between chunks, inside, with structures; errors */
  gm_index chunks_capacity;
  gm_index *cursor; /* [threads][chunks] next pair that joins two chunks */
  size_t cursor_capacity;
} gm_neighbours;

/* Fills `list` with the candidate pairs of the grains and the present structures,
 * images across periodic sides included, with zero history and no contact. skin > 0
 * (m).  The list refers to the shifts of the domain.  Requires: periodic sides are
 * longer than twice the reach of a pair, and grains are less than a quarter of a side
 * outside.  GM_ERR_INPUT: a grain is near more than GM_CONTACTS_MOST patches of a
 * structure.  GM_ERR_MEMORY, GM_ERR_NUMBER.  On error the list is empty. */
gm_status gm_neighbours_build(gm_neighbours *work, const gm_grains *g,
                              const gm_structures *structures,
                              const gm_domain *domain, double skin,
                              gm_contacts *list);

void gm_neighbours_clear(gm_neighbours *work);

#endif
