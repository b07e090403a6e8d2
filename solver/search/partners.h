/* search/partners.h -- which grains are near grains.
 *
 * Room: search.  May include: base, scene.
 *
 * A grain looks in the cells around it, as its images across periodic sides do: whole
 * vectors of positions in single precision, then what they find in double precision.
 */
#ifndef GM_SEARCH_PARTNERS_H
#define GM_SEARCH_PARTNERS_H

#include "scene/domain.h"
#include "scene/grains.h"
#include "search/cells.h"

/* For each grain i of [i0, i1) the rows j > i whose surfaces are nearer than `skin` (m), rising,
 * at partner[start[i - i0]..start[i - i0 + 1]); *below receives how many are below i1.
 * start: [i1 - i0 + 1].  Returns the count; -1: more than `room`, and nothing is told. */
gm_index gm_partners_find(const gm_cells *cells, const gm_grains *g,
                          const gm_domain *domain, double skin, gm_index i0,
                          gm_index i1, gm_index *partner, gm_index room,
                          gm_index *start, gm_index *below);

#endif
