/* exchange/merged.h -- the one order of grains, by key and id, of rows from ranks.
 */
#ifndef GM_EXCHANGE_MERGED_H
#define GM_EXCHANGE_MERGED_H

#include "scene/grains.h"

/* order[k] receives the row that stands at place k.  Runs of rows [start[r], start[r +
 * 1]) are in order already; start[0] is 0, start[runs] is n.  Both arrays have n rows. */
void gm_merged_find(const gm_grains *g, const gm_index *start, int runs,
                    gm_index *order, gm_index *scratch);

#endif
