/* hybrid/packing.h -- the solid fraction of grains and material points on the level grid
 * of the zones.
 *
 * The fraction of a level cell is that of a window about its centre.  Areas of discs are
 * exact.  The volume of a sphere is spread over 32 points inside it and summed over the
 * window.  Cells that the window about a material point of weight 1 touches are dense: 1;
 * points that share the material with grains do not count, or the surface would move
 * outwards with every one that is made.
 */
#ifndef GM_HYBRID_PACKING_H
#define GM_HYBRID_PACKING_H

#include "scene/grains.h"
#include "zones/zones.h"

/* Material points: coordinates and weight of the first of n, `stride` numbers apart. */
typedef struct gm_packing_points {
  const double *x;      /* m */
  const double *weight; /* 1 */
  size_t stride;
  int64_t n;
} gm_packing_points;

/* Empties zones->packing and fills it for the cells that grains and points may touch;
 * window in m.  GM_ERR_MEMORY. */
gm_status gm_packing_fill(gm_zones *zones, const gm_grains *grains,
                          gm_packing_points points, double window);

/* Area of a disc of radius r about (x, y) in the rectangle x0..x1, y0..y1. */
double gm_packing_area(double x, double y, double r, double x0, double x1,
                       double y0, double y1);

#endif
