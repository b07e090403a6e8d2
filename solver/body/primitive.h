/* body/primitive.h -- exact distances from planes, boxes, cylinders, cones, discs,
 * spheres and lines.
 *
 * Inline, because the narrow phase evaluates walls contact by contact.
 *
 * The nearest point of a rectangle is the query point clamped to it.  For a surface of
 * revolution, swept by a segment around an axis, it is the nearest point of the segment
 * in the half plane (rho, z) of the query point.  On the surface itself the gradient is
 * the surface normal.  On the axis all points of a ring are equally near; the gradient
 * there is their mean, which points along the axis and is shorter than 1.  With the
 * direction from a single point of the ring, a grain on the axis would be pushed to one
 * side and back in turn.
 */
#ifndef GM_BODY_PRIMITIVE_H
#define GM_BODY_PRIMITIVE_H

#include "body/shape.h"

/* m  points closer to the surface than this count as on it */
#define GM_PRIMITIVE_ON 1.0e-14
/* 1  points closer to the axis than this fraction of the distance count as on the axis */
#define GM_PRIMITIVE_ON_AXIS 1.0e-9

GM_INLINE gm_query_result gm_primitive_exact(double distance, gm_vec3 gradient)
{
  return (gm_query_result){distance, gradient, 0, 0, GM_SOURCE_PRIMITIVE};
}

GM_INLINE gm_query_result gm_primitive_away_from(gm_vec3 foot, gm_vec3 y,
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

GM_INLINE gm_query_result gm_primitive_rectangle(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  const gm_vec3 foot = {gm_primitive_clamp(d.x, -p->half.x, p->half.x),
                        gm_primitive_clamp(d.y, -p->half.y, p->half.y),
                        gm_primitive_clamp(d.z, -p->half.z, p->half.z)};
  return gm_primitive_away_from(foot, d, p->normal);
}

GM_INLINE gm_query_result gm_primitive_profile(const gm_patch *p, gm_vec3 y)
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
  /* on the axis only the part of the gradient along the axis remains */
  if (rho <= axis && rho - dr > axis)
    part = fabs(dz) > axis ? 0.0 : GM_PRIMITIVE_ON_AXIS;
  return gm_primitive_exact(
      distance, gm_madd(gm_scale(part, e), dz / distance, p->normal));
}

GM_INLINE gm_query_result gm_primitive_sphere(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  const double rho = gm_norm(d);
  const gm_vec3 e = rho > GM_PRIMITIVE_ON ? gm_scale(1.0 / rho, d) : p->normal;
  const double gap = rho - p->radius;
  return gm_primitive_exact(fabs(gap), gm_scale(gap < 0.0 ? -1.0 : 1.0, e));
}

/* A unit vector along a line; it and the normal are the x and -y axes turned by the
 * angle of the line. */
GM_INLINE gm_vec3 gm_primitive_along(const gm_patch *p)
{
  return gm_vec(-p->normal.y, p->normal.x, 0.0);
}

/* Beside the line the distance is that of the line without ends; beyond an end that of
 * the end.  On the line itself the gradient is the normal. */
GM_INLINE gm_query_result gm_primitive_line(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point), along = gm_primitive_along(p);
  const double q = gm_dot(d, p->normal), s = gm_dot(d, along);
  if (fabs(s) <= p->half.x)
    return gm_primitive_exact(fabs(q) - p->radius,
                              gm_scale(q < 0.0 ? -1.0 : 1.0, p->normal));
  const double beyond = s - (s < 0.0 ? -p->half.x : p->half.x);
  const double distance = sqrt(beyond * beyond + q * q);
  return gm_primitive_exact(
      distance - p->radius,
      gm_madd(gm_scale(beyond / distance, along), q / distance, p->normal));
}

/* Distance (m) and gradient at the body point y of a patch that is not part of a mesh. */
GM_INLINE gm_query_result gm_primitive_probe(const gm_patch *p, gm_vec3 y)
{
  switch (p->kind) {
  case GM_PATCH_PLANE:
    return gm_primitive_exact(gm_dot(gm_sub(y, p->point), p->normal),
                              p->normal);
  case GM_PATCH_RECTANGLE:
    return gm_primitive_rectangle(p, y);
  case GM_PATCH_PROFILE:
    return gm_primitive_profile(p, y);
  case GM_PATCH_LINE:
    return gm_primitive_line(p, y);
  default:
    return gm_primitive_sphere(p, y);
  }
}

#endif
