/* structure/sites.h -- the sites of a lattice as a list.
 *
 * Room: structure.  May include: base.
 *
 * For those who look at virtual particles; a query of a lattice needs none of it.
 */
#ifndef GM_STRUCTURE_SITES_H
#define GM_STRUCTURE_SITES_H

#include "structure/lattice.h"

/* Write every site once into place[0..n) (m, body frame) and site[0..n), with
 * n = gm_lattice_sites: by brick, then along x, y and z; of a face-centred lattice one of
 * the four after the other.  `place` or `site` may be null.
 * GM_ERR_MEMORY. */
gm_status gm_sites_list(const gm_lattice *lattice, gm_vec3 *place,
                        gm_site *site);

/* Where each brick stands in the whole table, number[n_bricks]: (x size[1] + y) size[2] + z. */
void gm_sites_number_bricks(const gm_lattice *lattice, int64_t *number);

/* Between nearest neighbours, in m: of a face-centred lattice less than its cubes' side. */
double gm_sites_spacing(const gm_lattice *lattice);

/* Points of the full grid, `spacing` apart, that holds the listed places and is aligned
 * with the axes; 0 for none. */
size_t gm_sites_grid(const gm_vec3 *place, size_t n, double spacing);

#endif
