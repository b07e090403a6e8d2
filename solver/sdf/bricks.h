/* sdf/bricks.h -- finds the bricks of a lattice that overlap the band, and samples
 * them.
 */
#ifndef GM_SDF_BRICKS_H
#define GM_SDF_BRICKS_H

#include "sdf/lattice.h"

/* Writes OVER (above the band), UNDER (below it) or UNKNOWN into every entry of the
 * table of bricks.  Sets *bad if the field is not a finite number. */
void gm_bricks_classify(gm_lattice *lattice, const gm_field *field, int *bad);

/* Samples the bricks marked UNKNOWN and numbers them in the table.  GM_ERR_INPUT: too
 * many sites.  GM_ERR_MEMORY. */
gm_status gm_bricks_fill(gm_lattice *lattice, const gm_field *field, int *bad);

#endif
