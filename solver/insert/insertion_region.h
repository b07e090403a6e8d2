/* insert/insertion_region.h -- regions of the scene file in which grains are inserted
 * or measured.
 */
#ifndef GM_INSERT_INSERTION_REGION_H
#define GM_INSERT_INSERTION_REGION_H

#include "config/config.h"
#include "scene/domain.h"

/* Of a region that the plane z = 0 cuts, all below is that of the cut: points have
 * z = 0 exactly, and a line takes the place of a face that crosses the plane. */

/* *x receives a point such that a sphere of radius r (m) around it lies inside the
 * region, uniformly distributed for u uniform in (0, 1).  For a rectangle or disc the
 * point lies on it, at least r from its outline.  Faces of meshes are in
 * machines/parts.h.  Returns 0 if the sphere is too large. */
int gm_insertion_region_point(const gm_config_region *region, double r,
                              const double u[4], gm_vec3 *x);

/* Move *x to the nearest point where a sphere of radius r lies inside.  Requires that
 * such a point exists. */
void gm_insertion_region_confine(const gm_config_region *region, double r,
                                 gm_vec3 *x);

/* Returns 1 if a sphere of radius r (m) at x (m) lies inside the region. */
int gm_insertion_region_holds(const gm_config_region *region, gm_vec3 x,
                              double r);

/* Volume in m3: of a cut its area times the thickness. */
double gm_insertion_region_volume(const gm_config_region *region);

/* Corners of the bounding box, in m.  Not for a face of a mesh. */
void gm_insertion_region_bounds(const gm_config_region *region, gm_vec3 *low,
                                gm_vec3 *high);

/* GM_ERR_INPUT, with an error at `path`: the region extends beyond the periodic faces
 * along `axis`. */
gm_status gm_insertion_region_check_side(gm_config *config, const char *path,
                                         const gm_config_region *region,
                                         const gm_domain *domain, int axis);

#endif
