/* search/broad_structures.h -- broad phase of grain and structure: finds the patches near
 * each grain.
 *
 * Each grain tests the patches of the structures listed in its cell (near.h); its
 * periodic images test the structures near the opposite sides.  Patches far from the
 * bounding box of a group of grains are rejected once for the whole group; the
 * distances to the others are queried in batches (body/query_batch.h).
 */
#ifndef GM_SEARCH_BROAD_STRUCTURES_H
#define GM_SEARCH_BROAD_STRUCTURES_H

#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/structures.h"
#include "search/near.h"

typedef struct gm_broad_structures {
  gm_near near;
  double image_low[3],
      image_high[3]; /* m  bounds of structures near periodic sides */
  int any_yields;    /* 1: loads move a structure: held grains touch it */
} gm_broad_structures;

/* Enters the structures into a grid over the sorted grains (search/cells.h).  `reach`
 * (m): largest radius plus skin.  GM_ERR_MEMORY. */
gm_status gm_broad_structures_sort(gm_broad_structures *list,
                                   const gm_structures *structures,
                                   const gm_domain *domain,
                                   const gm_cells *grains, double reach);

/* Finds, for each grain of [i0, i1), the patches whose surfaces are nearer to the
 * grain's surface than `skin` (m), sorted by (structure, image, patch), and writes them
 * to rows[room][4] as grain, structure, image, patch.  If more than GM_CONTACTS_MOST
 * patches of structure s are near one grain, *crowded receives s + 1.  Returns the
 * number of rows, or -1 if they exceed `room`. */
gm_index gm_broad_structures_find(const gm_broad_structures *list,
                                  const gm_structures *structures,
                                  const gm_domain *domain, const gm_grains *g,
                                  double skin, gm_index i0, gm_index i1,
                                  gm_index *rows, gm_index room,
                                  gm_index *crowded);

void gm_broad_structures_clear(gm_broad_structures *list);

#endif
