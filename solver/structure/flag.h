/* structure/flag.h -- find the cells in which virtual particles err too much.
 *
 * Room: structure.  May include: base.
 *
 * Near sharp convex edges and on coarse tessellations the interpolation errs by more than
 * a contact can bear; such cells are flagged, in pairs along z, and served by triangles.
 */
#ifndef GM_STRUCTURE_FLAG_H
#define GM_STRUCTURE_FLAG_H

#include "structure/lattice.h"

typedef struct gm_flag_count {
  size_t cells;   /* complete ones that may hold such distances   */
  size_t flagged; /* of those, served by triangles (whole pairs)  */
  double worst;   /* m  largest error found, over all of them     */
} gm_flag_count;

/* Flag what may be off by more than `allowed` (m) from the field where that is in
 * [low, high] (m), and count.  A cell is asked at 27 points, carried along the gradient to such
 * distances or to its faces, unless the normals at its corners agree so well that it cannot
 * err; it is flagged from 0.6 of `allowed` on, as between them the error may be larger.
 * The same on any number of threads.
 * GM_ERR_MEMORY: nothing is flagged. */
gm_status gm_flag_cells(gm_lattice *lattice, const gm_field *field, double low,
                        double high, double allowed, gm_flag_count *count);

#endif
