/* base/sphere.h -- volume and moment of inertia of a solid sphere.
 *
 * scene/grains.h and contact/ have formulas of their own, which multiply in another
 * order: using these would change the last bits of results.
 */
#ifndef GM_BASE_SPHERE_H
#define GM_BASE_SPHERE_H

#include "base/vec3.h"

/* Volume in m3 of a sphere of radius r (m). */
GM_INLINE double gm_sphere_volume(double r)
{
  return 4.0 / 3.0 * GM_PI * r * r * r;
}

/* Moment of inertia in kg m2 about the centre, of mass m (kg) and radius r (m). */
GM_INLINE double gm_sphere_inertia(double m, double r)
{
  return 0.4 * m * r * r;
}

#endif
