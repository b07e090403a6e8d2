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

#include "hybrid/mpm_probe.h"
#include "points/zones.h"
#include "scene/grains.h"

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

/* Area of a disc of radius r about (x, y) in the rectangle x0..x1, y0..y1. */
double gm_packing_area(double x, double y, double r, double x0, double x1,
                       double y0, double y1);

/* ---- structures that count as material, for the oracle `layer` ------------------- */

/* Where the bed ends at a wall it may stay a continuum up to it, since the points have
 * conditions there; only free surfaces, and structures that are named, keep grains about
 * them.  Cells in a solid are therefore as dense as the bed, and the solid fraction of
 * the others is that of the part of the window in which grains can be.  Of the whole
 * window a dense bed would fill 0.22 in a corner of three walls, hardly more than a
 * surface has, and less where grains stand a little looser. */

typedef struct gm_solids {
  uint8_t *around; /* [structures] 1: the material about it is discrete */
  const gm_mpm_form *form; /* [structures] those of the continuum, borrowed */
  uint8_t *in;             /* [level cells] 1: in a structure that counts */
  double *room; /* [level cells] 1  part of the window that no solid takes */
  int known; /* 0: found at every conversion, 1: once, 2: both have been found */
} gm_solids;

/* Finds the structures that `names` excepts; form: of each structure, kept by the caller.
 * GM_ERR_MEMORY. */
gm_status gm_packing_solids_build(gm_solids *solids, const gm_mpm_form *form,
                                  const gm_scene *scene,
                                  const gm_config *config);

void gm_packing_solids_clear(gm_solids *solids);

/* Sets the solid fraction of level cells in solids to 1, and divides that of others, the
 * mean over a window (m), by the part of it that is free.  GM_ERR_MEMORY. */
gm_status gm_packing_solids_fill(gm_solids *solids, gm_scene *scene,
                                 double window);

#endif
