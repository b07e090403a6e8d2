/* structure/joins.h -- pieces that need not be apart.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_JOINS_H
#define GM_STRUCTURE_JOINS_H

#include "structure/pieces.h"
#include "structure/sights.h"

/* Join pieces over convex cuts, smallest turn first, then longest: two sets of pieces become one
 * unless a piece of one is seen together with a piece of the other, or a cut that is not convex
 * lies between them; edges of sheets with grains on both sides are not convex.
 * Requires: sights of these pieces.
 * GM_ERR_MEMORY: the pieces are as before. */
gm_status gm_joins_make(gm_pieces *pieces, const gm_sights *sights);

#endif
