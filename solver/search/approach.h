/* search/approach.h -- which patches of structures are near grains.
 *
 * Room: search.  May include: base, structure, scene.
 *
 * A grain asks the patches of the structures of its cell (near.h), as its images across
 * periodic sides ask those that are met through them; patches that are far from a group of
 * grains that lie together are left out once for all of them, and the others are asked in
 * blocks (structure/probes.h).
 */
#ifndef GM_SEARCH_APPROACH_H
#define GM_SEARCH_APPROACH_H

#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/structures.h"
#include "search/near.h"

typedef struct gm_approach {
  gm_near near;
  double image_low[3], image_high[3]; /* m  of structures met through sides */
} gm_approach;

/* List the structures by place among the grains (sorted: search/cells.h); `reach` (m) is the
 * widest of a grain.  GM_ERR_MEMORY. */
gm_status gm_approach_sort(gm_approach *list, const gm_structures *structures,
                           const gm_cells *grains, double reach);

/* For each grain of [i0, i1) the patches whose surfaces are nearer than `skin` (m), by (structure,
 * image, patch), into rows [room][4] of grain, structure, image, patch.  *crowded receives 1 + a
 * structure of which more than GM_CONTACTS_MOST are near a grain, if there is one.
 * Returns the count; -1: more than `room`. */
gm_index gm_approach_find(const gm_approach *list,
                          const gm_structures *structures,
                          const gm_domain *domain, const gm_grains *g,
                          double skin, gm_index i0, gm_index i1, gm_index *rows,
                          gm_index room, gm_index *crowded);

void gm_approach_clear(gm_approach *list);

#endif
