/* structure/primitive.h -- exact distances of primitives.
 *
 * Room: structure.  May include: base.  Inline: the narrow phase asks walls row by row.
 *
 * The nearest point of a rectangle is the point clamped to it; of a swept segment the
 * nearest point of the segment in the half plane (rho, z) of the point asked.  Where the
 * point lies on the surface the gradient is the surface's own normal.  On the axis of a swept
 * segment all points of a ring are as near: the gradient is their mean, along the axis and shorter
 * than 1, as distances change there; any one of them would push a grain aside, over the kink and
 * back.
 */
#ifndef GM_STRUCTURE_PRIMITIVE_H
#define GM_STRUCTURE_PRIMITIVE_H

#include "structure/shape.h"

#define GM_PRIMITIVE_ON 1.0e-14     /* m  nearer than this is on the surface */
#define GM_PRIMITIVE_ON_AXIS 1.0e-9 /* 1  and, of the distance, on the axis */

GM_INLINE gm_probe gm_primitive_exact(double distance, gm_vec3 gradient)
{
  return (gm_probe){distance, gradient, 0, 0, GM_ANSWER_PRIMITIVE};
}

GM_INLINE gm_probe gm_primitive_away_from(gm_vec3 foot, gm_vec3 y,
                                          gm_vec3 normal)
{
  const gm_vec3 d = gm_sub(y, foot);
  const double distance = gm_norm(d);
  if (distance <= GM_PRIMITIVE_ON) return gm_primitive_exact(distance, normal);
  return gm_primitive_exact(distance, gm_scale(1.0 / distance, d));
}

GM_INLINE double gm_primitive_clamp(double t, double low, double high)
{
  return t < low ? low : t > high ? high : t;
}

GM_INLINE gm_probe gm_primitive_rectangle(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  const gm_vec3 foot = {gm_primitive_clamp(d.x, -p->half.x, p->half.x),
                        gm_primitive_clamp(d.y, -p->half.y, p->half.y),
                        gm_primitive_clamp(d.z, -p->half.z, p->half.z)};
  return gm_primitive_away_from(foot, d, p->normal);
}

GM_INLINE gm_probe gm_primitive_profile(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  const double z = gm_dot(d, p->normal);
  const gm_vec3 across = gm_madd(d, -z, p->normal);
  const double rho = gm_norm(across);
  const gm_vec3 e = rho > GM_PRIMITIVE_ON ? gm_scale(1.0 / rho, across)
                                          : gm_perpendicular(p->normal);
  const double sr = p->rho[1] - p->rho[0], sz = p->z[1] - p->z[0];
  const double t = gm_primitive_clamp(
      ((rho - p->rho[0]) * sr + (z - p->z[0]) * sz) / (sr * sr + sz * sz), 0.0,
      1.0);
  const double dr = rho - (p->rho[0] + t * sr), dz = z - (p->z[0] + t * sz);
  const double distance = sqrt(dr * dr + dz * dz);
  if (distance <= GM_PRIMITIVE_ON) {
    const double length = sqrt(sr * sr + sz * sz);
    return gm_primitive_exact(
        distance, gm_madd(gm_scale(sz / length, e), -sr / length, p->normal));
  }
  double part = dr / distance;
  const double axis = GM_PRIMITIVE_ON_AXIS * distance;
  if (rho <= axis && rho - dr > axis) /* in its plane there is a direction */
    part = fabs(dz) > axis ? 0.0 : GM_PRIMITIVE_ON_AXIS;
  return gm_primitive_exact(
      distance, gm_madd(gm_scale(part, e), dz / distance, p->normal));
}

GM_INLINE gm_probe gm_primitive_sphere(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  const double rho = gm_norm(d);
  const gm_vec3 e = rho > GM_PRIMITIVE_ON ? gm_scale(1.0 / rho, d) : p->normal;
  const double gap = rho - p->radius;
  return gm_primitive_exact(fabs(gap), gm_scale(gap < 0.0 ? -1.0 : 1.0, e));
}

/* Distance and gradient at the body point y of a patch that is no piece of a mesh. */
GM_INLINE gm_probe gm_primitive_probe(const gm_patch *p, gm_vec3 y)
{
  switch (p->kind) {
  case GM_PATCH_PLANE:
    return gm_primitive_exact(gm_dot(gm_sub(y, p->point), p->normal),
                              p->normal);
  case GM_PATCH_RECTANGLE:
    return gm_primitive_rectangle(p, y);
  case GM_PATCH_PROFILE:
    return gm_primitive_profile(p, y);
  default:
    return gm_primitive_sphere(p, y);
  }
}

#endif
