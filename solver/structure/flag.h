/* structure/flag.h -- find the cells in which virtual particles err too much.
 *
 * Room: structure.  May include: base.
 *
 * Near sharp convex edges and on coarse tessellations the interpolation errs by more than
 * a contact can bear; such cells are flagged and served by triangles.
 */
#ifndef GM_STRUCTURE_FLAG_H
#define GM_STRUCTURE_FLAG_H

#include "structure/lattice.h"
#include <math.h>

typedef struct gm_flag_count {
  size_t cells;   /* complete ones that may hold such distances   */
  size_t flagged; /* of those, served by triangles  */
  double served;  /* m  largest error found in those that sites serve */
} gm_flag_count;

/* What sites may err by. */
typedef struct gm_flag_limits {
  double allowed; /* m  everywhere                                           */
  double
      chords;  /* 1  and of the chord error of the facets (gm_field.faceted) */
  double most; /* m  but never more than this                             */
} gm_flag_limits;

/* What sites may err by where the facets have that chord error (m). */
GM_INLINE double gm_flag_allowed(const gm_flag_limits *limits, double chord)
{
  return fmax(limits->allowed, fmin(limits->chords * chord, limits->most));
}

/* Flag the cells whose sites may err by more than the limits where the field is in
 * [low, high] (m), and count.  A cell is tried at up to 27 points, carried along the gradient to such
 * distances or to its faces, unless the normals at its corners agree so well that it cannot
 * err; it is flagged from 0.6 of what is allowed on, as between them the error may be larger.
 * The chord error of a cell is the largest of those points; 0 if any is at a sharp border.
 * The same on any number of threads.
 * GM_ERR_MEMORY: nothing is flagged. */
gm_status gm_flag_cells(gm_lattice *lattice, const gm_field *field, double low,
                        double high, const gm_flag_limits *limits,
                        gm_flag_count *count);

#endif
