/* scene/region.h -- a box, cylinder or ball of space: what is inside, and how much of a line.
 *
 * Room: scene.  May include: base, config.
 *
 * Regions that touch share no point of their common face: a box and a cylinder hold their
 * lower end and not their upper one.
 */
#ifndef GM_SCENE_REGION_H
#define GM_SCENE_REGION_H

#include "base/vec3.h"
#include "config/config.h"

typedef struct gm_region {
  int kind;         /* enum gm_config_region_kind */
  gm_vec3 min, max; /* m  box */
  gm_vec3 centre;   /* m  of the ball; of the cylinder's base */
  gm_vec3 axis;     /* 1  unit, cylinder */
  double height;    /* m  cylinder */
  double radius;    /* m */
} gm_region;

/* The region that the config describes. */
gm_region gm_region_of(const gm_config_region *config);

/* Distance of x from the region in m, 0 in it and on its faces. */
double gm_region_distance(const gm_region *region, gm_vec3 x);

/* Volume in m3. */
double gm_region_volume(const gm_region *region);

/* Is the point x (m) inside? */
int gm_region_holds(const gm_region *region, gm_vec3 x);

/* Part of the line from a to b (m) that is inside, 0 to 1; exact, since regions are convex.
 * A line without length counts whole or not at all. */
double gm_region_share(const gm_region *region, gm_vec3 a, gm_vec3 b);

#endif
