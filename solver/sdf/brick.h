/* sdf/brick.h -- samples the field in one brick (8 x 8 x 8 cells) of a lattice. */
#ifndef GM_SDF_BRICK_H
#define GM_SDF_BRICK_H

#include "sdf/lattice.h"

/* Table entry of a brick that may overlap the narrow band. */
enum { GM_BRICK_UNKNOWN = -3 };

/* Sites that a brick owns: all but those on its far faces, which belong to the next brick
 * if there is one. */
typedef struct gm_brick_filling {
  gm_brick brick; /* one word for each row of owned sites; `first` is not set */
  int n;          /* number of sites in the band */
  gm_site site[GM_BRICK_SITES];
} gm_brick_filling;

/* Classifies the cube with `cells` cells along each edge that starts at grid point (i, j,
 * k): returns GM_LATTICE_OVER if it lies wholly above the band, GM_LATTICE_UNDER if
 * wholly below the band or inside the solid, else GM_BRICK_UNKNOWN.  Sets *bad to 1 if
 * the field is not a finite number. */
gm_index gm_brick_classify(const gm_lattice *lattice, const gm_field *field,
                           gm_index i, gm_index j, gm_index k, gm_index cells,
                           int *bad);

/* Writes the position of brick `number` of the whole table to at[3], and the number of
 * sites that it owns along each axis to own[3]: 8, or 9 for the last brick. */
void gm_brick_locate(const gm_lattice *lattice, int64_t number, gm_index at[3],
                     int own[3]);

/* Samples brick `number` of the whole table. Sets *bad as above. */
void gm_brick_fill(const gm_lattice *lattice, const gm_field *field,
                   int64_t number, gm_brick_filling *filling, int *bad);

#endif
