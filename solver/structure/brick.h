/* structure/brick.h -- fill one brick of a lattice from a field.
 *
 * Room: structure.  May include: base.  A part of gm_lattice_build.
 */
#ifndef GM_STRUCTURE_BRICK_H
#define GM_STRUCTURE_BRICK_H

#include "structure/lattice.h"

/* Entry of the table for a brick that may reach into the band. */
enum { GM_BRICK_UNKNOWN = -3 };

/* The sites of a brick that no other owns: those of its far faces belong to the next brick,
 * where there is one. */
typedef struct gm_brick_filling {
  gm_brick brick; /* words of its own rows and sites; `first` is open */
  int n;          /* sites in the band */
  gm_site site[GM_BRICK_SITES];
} gm_brick_filling;

/* OVER or UNDER if the cube of `cells` cells from site (i, j, k) on lies wholly on that
 * side of the band or inside the solid, else UNKNOWN.  *bad is set where the field is no number. */
gm_index gm_brick_judge(const gm_lattice *lattice, const gm_field *field,
                        gm_index i, gm_index j, gm_index k, gm_index cells,
                        int *bad);

/* Where brick `number` of the whole table stands in it, and how many sites along each axis
 * are its own: 8, or 9 in the last. */
void gm_brick_locate(const gm_lattice *lattice, int64_t number, gm_index at[3],
                     int own[3]);

/* Fill brick `number` of the whole table.  *bad as above. */
void gm_brick_fill(const gm_lattice *lattice, const gm_field *field,
                   int64_t number, gm_brick_filling *filling, int *bad);

#endif
