/* insert/radii.h -- distributions of radii.
 *
 * A radius is the inverse of the cumulative distribution by number at u, a uniform
 * number in (0, 1).  The radius of a grain therefore depends on its own number alone.
 */
#ifndef GM_INSERT_RADII_H
#define GM_INSERT_RADII_H

#include "config/config.h"

/* Radius at u in (0, 1), in m; increases with u, but for a table.  The mass of a grain
 * is proportional to r^mass, 3 for spheres and 2 for discs: weights of a table that are
 * masses need it. */
double gm_radii_at(const gm_config_radii *radii, int mass, double u);

/* Largest and smallest radius that can be drawn, in m. */
double gm_radii_largest(const gm_config_radii *radii);
double gm_radii_smallest(const gm_config_radii *radii);

/* Mean of r^power, power 2 or 3, in m2 or m3, with a relative error of 1e-5. */
double gm_radii_mean(const gm_config_radii *radii, int mass, int power);

#endif
