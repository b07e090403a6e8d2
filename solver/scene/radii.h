/* scene/radii.h -- distributions of radii.
 *
 * Room: scene.  May include: base, config.
 *
 * A radius is a function of one number u uniform in (0, 1): the inverse of its cumulative
 * distribution by number of grains.  So a grain's radius depends on its own number alone.
 */
#ifndef GM_SCENE_RADII_H
#define GM_SCENE_RADII_H

#include "config/config.h"

/* Radius at u in (0, 1), in m; rises with u. */
double gm_radii_at(const gm_config_radii *radii, double u);

/* Largest and smallest radius that can be drawn, in m. */
double gm_radii_largest(const gm_config_radii *radii);
double gm_radii_smallest(const gm_config_radii *radii);

/* Mean of r^3, in m3, to 1e-5. */
double gm_radii_mean_cube(const gm_config_radii *radii);

#endif
