/* structure/fillets.h -- hollows into which a grain does not fit.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_FILLETS_H
#define GM_STRUCTURE_FILLETS_H

#include "structure/pieces.h"
#include "structure/tree.h"

/* Triangles that no ball of radius r touches at their centroid, because it would reach deeper
 * than `margin` r into a triangle of the same piece that faces it: hidden[t] = 1, else 0.  `side`
 * 1: the ball lies where the normals point; -1: on the other
 * side, if grains are there.  Returns how many.
 * GM_ERR_MEMORY. */
gm_status gm_fillets_hidden(const gm_pieces *pieces, const gm_tree *tree,
                            double r, double margin, int side,
                            unsigned char *hidden, gm_index *count);

/* Divide pieces whose reachable triangles fall into several parts: a concave rounding tighter
 * than the grain, which then touches the walls on both sides of it.  What no grain reaches goes
 * to the nearest part.  GM_ERR_MEMORY: the pieces are those before or between the sides. */
gm_status gm_fillets_split(gm_pieces *pieces, const gm_tree *tree, double r,
                           double margin);

#endif
