/* insert/radii.h -- distributions of radii.
 *
 * A radius is the inverse of the cumulative distribution by number at u, a uniform
 * number in (0, 1).  The radius of a grain therefore depends on its own number alone.
 */
#ifndef GM_INSERT_RADII_H
#define GM_INSERT_RADII_H

#include "config/config.h"

/* Radius at u in (0, 1), in m; increases with u. */
double gm_radii_at(const gm_config_radii *radii, double u);

/* Largest and smallest radius that can be drawn, in m. */
double gm_radii_largest(const gm_config_radii *radii);
double gm_radii_smallest(const gm_config_radii *radii);

/* Mean of r^3, in m3, with a relative error of 1e-5. */
double gm_radii_mean_cube(const gm_config_radii *radii);

#endif
