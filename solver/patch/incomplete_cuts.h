/* patch/incomplete_cuts.h -- cuts that end inside a piece and so do not separate it. */
#ifndef GM_PATCH_INCOMPLETE_CUTS_H
#define GM_PATCH_INCOMPLETE_CUTS_H

#include "patch/pieces.h"

/* Number of cut edges with the same piece on both sides. */
gm_index gm_incomplete_cuts_count(const gm_pieces *pieces);

/* Splits pieces until every cut separates two pieces.  Cuts end inside a piece where, for
 * example, a rib fades out, or where two walls are connected around a third.  The
 * triangles on either side of an incomplete cut are seeds from which the piece is
 * divided; the new border continues from the end of the cut.  GM_ERR_MEMORY:  `of` and
 * `n` are valid, but some cuts may still be incomplete. */
gm_status gm_incomplete_cuts_split(gm_pieces *pieces);

#endif
