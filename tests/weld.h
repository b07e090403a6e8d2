/* tests/weld.h -- turns triangles of a test into a surface as the mesh reader would.
 */
#ifndef GM_TESTS_WELD_H
#define GM_TESTS_WELD_H

#include "mesh/surface.h"
#include "solids.h"
#include <stdbool.h>

/* Builds a surface with points, corners, normals and bounds; triangles without area and
 * repeated ones are kept.  Frees s. */
void weld_solid(solid s, gm_surface *surface);

/* The same triangles in another order with renumbered points; `flipped`: also reversed.
 */
void weld_shuffle(const gm_surface *surface, unsigned seed, bool flipped,
                  gm_surface *other, gm_index *from);

#endif
