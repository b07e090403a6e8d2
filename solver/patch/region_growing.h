/* patch/region_growing.h -- divides pieces among seeds by growing regions. */
#ifndef GM_PATCH_REGION_GROWING_H
#define GM_PATCH_REGION_GROWING_H

#include "patch/pieces.h"

/* Divides pieces among seeds: seed[t] >= 0 is the seed that contains triangle t, -1 marks
 * a free triangle.  A free triangle goes to the seed with the shortest path over uncut
 * edges, from centroid to centroid; ties go to the lower seed.  A piece without seeds
 * stays whole.  Every seed becomes a piece together with its triangles, or several pieces
 * if they are not connected; pieces are numbered by their lowest triangle.  `seed` is
 * filled for all triangles reached.  GM_ERR_MEMORY: the pieces are as before. */
gm_status gm_region_growing_divide(gm_pieces *pieces, gm_index *seed);

#endif
