/* scene/region.h -- a box, cylinder or ball: point tests, distance and the share of a
 * line inside.
 *
 * Adjacent regions share no point of their common face: a box and a cylinder contain
 * their lower ends and not their upper ends.
 */
#ifndef GM_SCENE_REGION_H
#define GM_SCENE_REGION_H

#include "base/vec3.h"
#include "config/config.h"

typedef struct gm_region {
  int kind;         /* enum gm_choice_region_kind */
  gm_vec3 min, max; /* m  box */
  gm_vec3 centre;   /* m  of the ball, or of the base of the cylinder */
  gm_vec3 axis;     /* 1  unit vector along the cylinder */
  double height;    /* m  cylinder */
  double radius;    /* m */
  double thickness; /* m  of a circle in the plane z = 0; 0: a ball */
} gm_region;

/* The region that the scene file describes. */
gm_region gm_region_of(const gm_config_region *config);

/* Distance of x from the region in m; 0 inside and on the faces. */
double gm_region_distance(const gm_region *region, gm_vec3 x);

/* Volume in m3: in the plane the area times the thickness. */
double gm_region_volume(const gm_region *region);

/* Returns 1 if the point x (m) is inside. */
int gm_region_holds(const gm_region *region, gm_vec3 x);

/* Fraction of the line from a to b (m) that is inside.  It is exact because regions are
 * convex.  A line of zero length counts as 0 or 1. */
double gm_region_share(const gm_region *region, gm_vec3 a, gm_vec3 b);

#endif
