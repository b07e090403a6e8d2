/* sdf/lattice_build.h -- samples a distance field in a narrow band around its surface. */
#ifndef GM_SDF_LATTICE_BUILD_H
#define GM_SDF_LATTICE_BUILD_H

#include "sdf/lattice.h"

/* Samples the field at those points of a cubic grid where its distance lies in [low,
 * high] (m) and outside its solid.  The grid has the given spacing (m) and a point at
 * `phase` (m). The result is the same on any number of threads.
 *
 * Requires: *lattice is empty.  GM_ERR_INPUT: the spacing is not positive; the band is
 * narrower than the diagonal of a cell; the bounds hold more than 2^28 bricks (the
 * message gives a spacing that fits); more than 2^32 sites; no site in the band.
 * GM_ERR_NUMBER: the field returned a distance or gradient that is not a finite number.
 * GM_ERR_MEMORY.  On error *lattice is empty. */
gm_status gm_lattice_build(gm_lattice *lattice, const gm_field *field,
                           double spacing, gm_vec3 phase, double low,
                           double high);

/* The same for a face-centred lattice.  `spacing` is the distance between nearest
 * neighbours; the cubes have edges of sqrt 2 spacings, and the band must be as wide as
 * their diagonal. */
gm_status gm_lattice_build_face_centred(gm_lattice *lattice,
                                        const gm_field *field, double spacing,
                                        gm_vec3 phase, double low, double high);

#endif
