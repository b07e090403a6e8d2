/* hybrid/bed_piece.h -- a piece of the bed, whose grains show where new grains go.
 *
 * Grains at random places fill a cell to little more than half; those of a settled bed
 * are dense.  The piece is a box of cells inside the bed at the first conversion, taken
 * to be repeated in space.  Each cell of the zones stands for one cell of the piece, so
 * grains made in neighbouring cells, at any time, fit each other.
 */
#ifndef GM_HYBRID_BED_PIECE_H
#define GM_HYBRID_BED_PIECE_H

#include "scene/scene.h"

/* Takes the piece from the scene, if the bed has an inside.  GM_ERR_MEMORY. */
gm_status gm_bed_piece_take(gm_scene *scene);

/* Finds the first sphere of each cell anew.  GM_ERR_MEMORY. */
gm_status gm_bed_piece_index(gm_partition *partition);

/* The cell of the piece that stands for a cell of the zones, or -1. */
int64_t gm_bed_piece_cell(const gm_partition *partition, int64_t cell);

#endif
