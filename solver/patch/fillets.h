/* patch/fillets.h -- concave roundings that are tighter than a grain. */
#ifndef GM_PATCH_FILLETS_H
#define GM_PATCH_FILLETS_H

#include "patch/pieces.h"
#include "query/bvh.h"

/* Marks the triangles that no ball of radius r can touch at their centroid, because it
 * would overlap a triangle of the same piece that faces it by more than `margin` r:
 * hidden[t] = 1, else 0.  `side` 1 places the ball on the side of the normals, -1 on the
 * other side (if grains are there). *count grows by the number of marks.
 * GM_ERR_MEMORY. */
gm_status gm_fillets_hidden(const gm_pieces *pieces, const gm_bvh *tree,
                            double r, double margin, int side,
                            unsigned char *hidden, gm_index *count);

/* Splits pieces whose reachable triangles form several connected parts.  This happens at
 * a concave rounding tighter than the grain, which touches the walls on both sides of the
 * rounding at once.  Unreachable triangles go to the nearest part.  GM_ERR_MEMORY: the
 * pieces are as before, or split on one side only. */
gm_status gm_fillets_split(gm_pieces *pieces, const gm_bvh *tree, double r,
                           double margin);

#endif
