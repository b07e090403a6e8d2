/* tests/weld.h -- triangles of a test to a surface, as the reader of a mesh would leave it. */
#ifndef GM_TESTS_WELD_H
#define GM_TESTS_WELD_H

#include "solids.h"
#include "structure/surface.h"
#include <stdbool.h>

/* Corners to a surface with points, corners, normals and bounds; triangles without area and
 * repeated ones stay.  Frees s. */
void weld_solid(solid s, gm_surface *surface);

/* The same triangles in another order, points numbered otherwise; flipped: turned over too. */
void weld_shuffle(const gm_surface *surface, unsigned seed, bool flipped,
                  gm_surface *other, gm_index *from);

#endif
