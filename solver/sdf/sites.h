/* sdf/sites.h -- the sites of a lattice as a list, for output and audit; removal of
 * sites. */
#ifndef GM_SDF_SITES_H
#define GM_SDF_SITES_H

#include "sdf/lattice.h"

/* Writes every site once into place[0..n) (m, body frame) and site[0..n), with n =
 * gm_lattice_sites: by brick, then along x, y and z; the four lattices of a
 * face-centred one follow each other.  `place` or `site` may be null.  GM_ERR_MEMORY. */
gm_status gm_sites_list(const gm_lattice *lattice, gm_vec3 *place,
                        gm_site *site);

/* The number of each brick in the whole table, number[n_bricks]: (x size[1] + y)
 * size[2] + z. */
void gm_sites_number_bricks(const gm_lattice *lattice, int64_t *number);

/* Distance between nearest neighbours, in m; of a face-centred lattice less than the
 * edge of its cubes. */
double gm_sites_spacing(const gm_lattice *lattice);

/* Number of points of a full grid with that spacing (m), aligned with the axes, that
 * covers the n places; 0 if n is 0. */
size_t gm_sites_grid(const gm_vec3 *place, size_t n, double spacing);

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
gm_status gm_sites_remove(gm_lattice *lattice, gm_remove_sites_test *out,
                          const void *of, gm_remove_sites_as as);

/* Removes virtual particles on purpose.
 *
 * Only for tests and demonstrations of how the audit reports missing coverage. */

/* Removes the sites of the brick that contains the body point `at` (m).  They count as
 * missing below the band, so queries there report missing sites.  Does nothing if the
 * point lies outside the lattice.  GM_ERR_MEMORY: nothing changed. */
gm_status gm_sites_cut_hole(gm_lattice *lattice, gm_vec3 at);

#endif
