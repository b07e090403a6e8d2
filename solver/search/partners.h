/* search/partners.h -- broad phase of grain pairs: finds the grains near each grain.
 *
 * A grain and its periodic images search the cells around them: first whole vectors of
 * positions in single precision, then the pairs found in double precision.
 */
#ifndef GM_SEARCH_PARTNERS_H
#define GM_SEARCH_PARTNERS_H

#include "scene/domain.h"
#include "scene/grains.h"
#include "search/cells.h"

/* Finds, for each grain i of [i0, i1), the grains j > i with a gap below `skin` (m), and
 * writes them rising to partner[start[i - i0]..start[i - i0 + 1]).  *below receives the
 * number of partners below i1.  start: [i1 - i0 + 1].  Returns the number of partners, or
 * -1 if they exceed `room`; then the arrays are undefined. */
gm_index gm_partners_find(const gm_cells *cells, const gm_grains *g,
                          const gm_domain *domain, double skin, gm_index i0,
                          gm_index i1, gm_index *partner, gm_index room,
                          gm_index *start, gm_index *below);

/* All grains with a gap to grain i below `skin`, before and after it, likewise. */
gm_index gm_partners_all(const gm_cells *cells, const gm_grains *g,
                         const gm_domain *domain, double skin, gm_index i,
                         gm_index *partner, gm_index room);

#endif
