/* patch/merge.h -- merges pieces that need not be separate patches. */
#ifndef GM_PATCH_MERGE_H
#define GM_PATCH_MERGE_H

#include "patch/pieces.h"
#include "patch/sampled_sets.h"

/* Merges pieces over convex cut edges, by rising dihedral angle, then falling length. Two
 * sets of merged pieces stay separate if a grain can touch a piece of each set at once
 * (`sampled`), or if a cut between the sets is not convex; edges of two-sided surfaces do
 * not count as convex.  Requires: `sampled` holds the contact sets of these pieces.
 * GM_ERR_MEMORY: the pieces are as before. */
gm_status gm_merge_pieces(gm_pieces *pieces, const gm_sampled_sets *sampled);

#endif
