/* hybrid/packing.h -- the solid fraction of grains and material points on the level grid
 * of the zones.
 *
 * The fraction of a level cell is that of a window about its centre.  Areas of discs are
 * exact.  The volume of a sphere is spread over 32 points inside it and summed over the
 * window.  Cells that the window about a material point of weight 1 touches are dense: 1.
 * Where grains and points share the material, each counts by its share.  A conversion
 * then leaves the fractions as they are, even where not all new grains find a place: if
 * grains alone counted, such a cell could become a surface, and about it more of the
 * continuum grains, which would fit no better.
 */
#ifndef GM_HYBRID_PACKING_H
#define GM_HYBRID_PACKING_H

#include "scene/grains.h"
#include "zones/zones.h"

/* Material points: coordinates and mass, and weight, of the first of n, `stride` numbers
 * apart. */
typedef struct gm_packing_points {
  const double *x;      /* [4] m, kg */
  const double *weight; /* 1 */
  size_t stride;
  int64_t n;
  double solid; /* m3/kg, in two dimensions m2/kg  of the grains' material */
} gm_packing_points;

/* Empties zones->packing and fills it for the cells that grains and points may touch;
 * window in m.  GM_ERR_MEMORY. */
gm_status gm_packing_fill(gm_zones *zones, const gm_grains *grains,
                          gm_packing_points points, double window);

/* Replaces the values of the level cells from[] to to[] by their means over the window
 * (m) about each; beyond these cells they are 0.  GM_ERR_MEMORY. */
gm_status gm_packing_windows(const gm_zones *zones, double *value,
                             double window, const int from[3], const int to[3]);

/* Area of a disc of radius r about (x, y) in the rectangle x0..x1, y0..y1. */
double gm_packing_area(double x, double y, double r, double x0, double x1,
                       double y0, double y1);

#endif
