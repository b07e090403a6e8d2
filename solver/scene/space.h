/* scene/space.h -- the room that grains are brought into, or looked at in.
 *
 * Room: scene.  May include: base, config.
 */
#ifndef GM_SCENE_SPACE_H
#define GM_SCENE_SPACE_H

#include "config/config.h"
#include "scene/domain.h"

/* A point such that a sphere of radius r (m) about it is whole inside, uniform in there for
 * u uniform in (0, 1); of a rectangle or disc one on it, r from its outline.  Not of a face, which
 * scene/face.h knows.  0: the sphere is too large. */
int gm_space_point(const gm_config_region *region, double r, const double u[4],
                   gm_vec3 *x);

/* Move *x to the nearest point where a sphere of radius r is whole inside.  Requires that
 * there is one. */
void gm_space_confine(const gm_config_region *region, double r, gm_vec3 *x);

/* m3 */
double gm_space_volume(const gm_config_region *region);

/* Corners of the box around it, in m; not of a face. */
void gm_space_bounds(const gm_config_region *region, gm_vec3 *low,
                     gm_vec3 *high);

/* GM_ERR_INPUT, with a fault at `path`: it reaches across the periodic sides along `axis`. */
gm_status gm_space_check_side(gm_config *config, const char *path,
                              const gm_config_region *region,
                              const gm_domain *domain, int axis);

#endif
