/* structure/bricks.h -- all bricks of a lattice: which there are, and their sites.
 *
 * Room: structure.  May include: base.  A part of gm_lattice_build.
 */
#ifndef GM_STRUCTURE_BRICKS_H
#define GM_STRUCTURE_BRICKS_H

#include "structure/lattice.h"

/* Write into every entry of the whole table whether its brick lies OVER or UNDER the band,
 * or is UNKNOWN.  *bad is set where the field is no number. */
void gm_bricks_mark(gm_lattice *lattice, const gm_field *field, int *bad);

/* Fill the bricks that are UNKNOWN, and number them in the table.
 * GM_ERR_INPUT: more sites than can be numbered.  GM_ERR_MEMORY. */
gm_status gm_bricks_fill(gm_lattice *lattice, const gm_field *field, int *bad);

#endif
