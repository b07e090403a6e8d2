/* import/polygon.h -- splits a polygon into triangles. */
#ifndef GM_IMPORT_POLYGON_H
#define GM_IMPORT_POLYGON_H

#include "base/status.h"
#include "base/vec3.h"

/* Splits the polygon of n >= 3 corners x[n], seen along its vector area, into the n - 2
 * triangles triangle[n - 2] with the orientation of the polygon.  *simple receives 1 if
 * the areas of the triangles add up to the vector area, so that they cover the polygon
 * once and nothing else; 0: its edges cross.  GM_ERR_MEMORY. */
gm_status gm_polygon_split(const gm_vec3 *x, int n, int (*triangle)[3],
                           int *simple);

#endif
