/* sdf/sites.h -- the sites of a lattice as a list, for output and audit. */
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

#endif
