/* sdf/remove_sites.h -- removes virtual particles from a lattice. */
#ifndef GM_SDF_REMOVE_SITES_H
#define GM_SDF_REMOVE_SITES_H

#include "sdf/lattice.h"

/* How a removed site counts. */
typedef enum gm_remove_sites_as {
  GM_REMOVED_MISSING, /* as missing below the band: queries report it */
  /* as above the band: queries report that nothing is near */
  GM_REMOVED_FAR,
} gm_remove_sites_as;

/* Should site at[3] (indices along the axes) of the lattice be removed? */
typedef int gm_remove_sites_test(const void *of, const gm_lattice *lattice,
                                 const gm_index at[3], const gm_site *site);

/* Removes the sites for which `out` returns 1; in a face-centred lattice from all four
 * cubic ones. GM_ERR_MEMORY: no site of the current lattice is removed. */
gm_status gm_remove_sites_where(gm_lattice *lattice, gm_remove_sites_test *out,
                                const void *of, gm_remove_sites_as as);

#endif
