/* structure/slits.h -- cuts that end inside a piece.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_SLITS_H
#define GM_STRUCTURE_SLITS_H

#include "structure/pieces.h"

/* Cuts with one piece on both sides. */
gm_index gm_slits_count(const gm_pieces *pieces);

/* Divide pieces until every cut separates: a rib that fades out, or two walls that hang together
 * around a third.  What stands on either side of a slit are seeds, from which the piece is
 * handed out; a seam runs on from where the slit ended.
 * GM_ERR_MEMORY: of and n are those of some round. */
gm_status gm_slits_split(gm_pieces *pieces);

#endif
