/* sdf/flag.h -- flags the cells in which interpolation is too inaccurate.
 *
 * Near sharp convex edges and on coarse tessellations the interpolation error exceeds
 * what a contact tolerates.  In flagged cells the distance comes from the triangles.
 */
#ifndef GM_SDF_FLAG_H
#define GM_SDF_FLAG_H

#include "sdf/lattice.h"
#include <math.h>

typedef struct gm_flag_count {
  /* number of complete cells with distances in the tested range */
  size_t cells;
  size_t flagged; /* number of these cells that are flagged */
  double served;  /* m  largest error found in cells that are not flagged */
} gm_flag_count;

/* The allowed interpolation error. */
typedef struct gm_flag_limits {
  double allowed; /* m  error that is allowed everywhere */
  /* 1  allowed error as a fraction of the chord error of the facets (gm_field.faceted) */
  double chords;
  double most; /* m  upper limit of `chords` times the chord error */
} gm_flag_limits;

/* The allowed error (m) where the facets have the chord error `chord` (m). */
GM_INLINE double gm_flag_allowed(const gm_flag_limits *limits, double chord)
{
  return fmax(limits->allowed, fmin(limits->chords * chord, limits->most));
}

typedef struct gm_flag_place {
  gm_vec3 y;       /* m */
  double distance; /* m */
} gm_flag_place;

enum { GM_FLAG_LINES = 11, GM_FLAG_RIM = 30 * GM_FLAG_LINES };

/* Places on the faces of the cell with this first corner, at which distances are
 * from `low` to `high` (m), both included: on GM_FLAG_LINES lines in each face that such
 * distances reach.  Writes them to place[GM_FLAG_RIM]; returns their number. */
int gm_flag_rim(const gm_field *field, gm_vec3 corner, double spacing,
                double low, double high, gm_flag_place *place);

/* Flags the cells whose error exceeds the limits at distances in [low, high] (m), and
 * counts them.  A cell is tested at up to 27 points, unless the normals at its corners
 * already bound the error.  A point at another distance is moved along the gradient into
 * the range, or up to the face of the cell.  The cell is flagged from 0.6 of the allowed
 * error on, because the error may be larger between the points.  The chord error of a
 * cell is the largest at these points, or 0 if one of them is nearest to a sharp border.
 * Cells marked in near[bricks] (null: none) are tested on their faces too, and whatever
 * the normals at their corners are.  The result does not depend on the number of threads.
 * GM_ERR_MEMORY: nothing is flagged. */
gm_status gm_flag_cells(gm_lattice *lattice, const gm_field *field, double low,
                        double high, const gm_flag_limits *limits,
                        uint64_t (*near)[GM_BRICK_CELLS], gm_flag_count *count);

#endif
