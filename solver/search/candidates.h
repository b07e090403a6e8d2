/* search/candidates.h -- pairs that touch or may touch before the list is built again.
 *
 * Room: search.  May include: base, structure, scene.
 *
 * Two grains are candidates if their surfaces are nearer than the skin, a grain and a
 * patch likewise.  The list is right as long as two grains have not together moved by more
 * than the skin.  It is the same list on any number of threads.
 */
#ifndef GM_SEARCH_CANDIDATES_H
#define GM_SEARCH_CANDIDATES_H

#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/structures.h"
#include "search/approach.h"
#include "search/cells.h"
#include <stddef.h>

/* What building needs beside the list.  What is borrowed stands in the memory of the list's
 * history while it is being built (gm_contacts_lend). */
typedef struct gm_candidates {
  gm_cells cells;
  gm_approach approach;
  gm_index per_grain;  /* partners that a grain has room for, on average */
  gm_index touch_room; /* the same for structures, of a chunk */
  gm_index *partner;   /* [chunks][chunk per_grain] by grain; borrowed */
  gm_index *start;     /* [chunks][chunk + 1] first of a grain; borrowed */
  gm_index *touch;     /* [chunks][4 touch_room] a, b, image, patch; borrowed */
  gm_index *counts;    /* [chunks][5] cross, own, structure rows; faults */
  gm_index chunks_capacity;
  gm_index *cursor; /* [threads][chunks] next row of a pair of chunks */
  size_t cursor_capacity;
} gm_candidates;

/* Fill `list` with the candidates of these grains and of the structures that are present,
 * images across periodic sides of the domain included, history zero, nothing touching.
 * skin > 0 in m.  The list points to the domain's shifts.  Requires periodic sides longer
 * than twice the reach of a pair, and grains less than a quarter of a side outside.
 * GM_ERR_INPUT: a grain is near more than GM_CONTACTS_MOST patches of a structure.
 * GM_ERR_MEMORY, GM_ERR_NUMBER.  On error the list is empty. */
gm_status gm_candidates_build(gm_candidates *work, const gm_grains *g,
                              const gm_structures *structures,
                              const gm_domain *domain, double skin,
                              gm_contacts *list);

void gm_candidates_clear(gm_candidates *work);

#endif
