/* structure/grow.h -- divide pieces among seeds.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_GROW_H
#define GM_STRUCTURE_GROW_H

#include "structure/pieces.h"

/* Divide pieces: seed[t] >= 0 says that triangle t is part of that seed, -1 that it is free.  A
 * free triangle goes to the seed from which the way over uncut edges, from centroid to centroid,
 * is shortest, of equal ones to the lower; a piece without a seed stays as it is.  Every seed
 * and the triangles it got become a piece; pieces are numbered anew by their lowest triangles.
 * Fills `seed` up; where a seed does not hang together, its parts become pieces.
 * GM_ERR_MEMORY: the pieces are as before. */
gm_status gm_grow_divide(gm_pieces *pieces, gm_index *seed);

#endif
