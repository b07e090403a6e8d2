/* structure/thin.h -- leave virtual particles out of a lattice.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_THIN_H
#define GM_STRUCTURE_THIN_H

#include "structure/lattice.h"

/* What a site that is left out counts as. */
typedef enum gm_thin_as {
  GM_THIN_MISSING, /* under the band, so that whoever asks there is told */
  GM_THIN_NONE,    /* beyond the band: there is nothing near               */
} gm_thin_as;

/* Is site at[3] of the lattice, counted along the axes, to be left out? */
typedef int gm_thin_out(const void *of, const gm_lattice *lattice,
                        const gm_index at[3], const gm_site *site);

/* Leave out the sites that `out` names; of a face-centred lattice in all four.
 * GM_ERR_MEMORY: no site of the lattice in hand is left out. */
gm_status gm_thin_lattice(gm_lattice *lattice, gm_thin_out *out, const void *of,
                          gm_thin_as as);

#endif
