/* base/vec3.h -- 3-vectors, inline.
 *
 * Names are short and without file prefix because they are used everywhere.  Every
 * function is pure.
 */
#ifndef GM_BASE_VEC3_H
#define GM_BASE_VEC3_H

#include "base/types.h"
#include <math.h>

typedef struct gm_vec3 {
  double x, y, z;
} gm_vec3;

GM_INLINE gm_vec3 gm_vec(double x, double y, double z)
{
  return (gm_vec3){x, y, z};
}

GM_INLINE gm_vec3 gm_add(gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

GM_INLINE gm_vec3 gm_sub(gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

GM_INLINE gm_vec3 gm_scale(double s, gm_vec3 a)
{
  return (gm_vec3){s * a.x, s * a.y, s * a.z};
}

/* a + s b */
GM_INLINE gm_vec3 gm_madd(gm_vec3 a, double s, gm_vec3 b)
{
  return (gm_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

GM_INLINE double gm_dot(gm_vec3 a, gm_vec3 b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

GM_INLINE gm_vec3 gm_cross(gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                   a.x * b.y - a.y * b.x};
}

/* The smaller, and the larger, of each component: a box grows by these. */
GM_INLINE gm_vec3 gm_least(gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){fmin(a.x, b.x), fmin(a.y, b.y), fmin(a.z, b.z)};
}

GM_INLINE gm_vec3 gm_most(gm_vec3 a, gm_vec3 b)
{
  return (gm_vec3){fmax(a.x, b.x), fmax(a.y, b.y), fmax(a.z, b.z)};
}

GM_INLINE double gm_norm2(gm_vec3 a)
{
  return gm_dot(a, a);
}

GM_INLINE double gm_norm(gm_vec3 a)
{
  return sqrt(gm_dot(a, a));
}

/* a / |a|; a zero vector stays zero. */
GM_INLINE gm_vec3 gm_unit(gm_vec3 a)
{
  const double n = gm_norm(a);
  return n > 0.0 ? gm_scale(1.0 / n, a) : a;
}

/* Some unit vector perpendicular to the unit vector a; a fixed choice. */
GM_INLINE gm_vec3 gm_perpendicular(gm_vec3 a)
{
  const gm_vec3 e =
      fabs(a.x) < 0.6 ? gm_vec(1.0, 0.0, 0.0) : gm_vec(0.0, 1.0, 0.0);
  return gm_unit(gm_cross(a, e));
}

#endif
