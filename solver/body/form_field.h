/* body/form_field.h -- the signed distance from a form at a point of its body frame.
 *
 * Primitives have closed forms, exact on both sides.  A mesh has virtual particles in the
 * band around its whole surface, half-Taylor interpolation between them, and triangles
 * where that errs: in flagged cells and outside the band.
 *
 * Of a vessel, each wall is solid behind it, over its own width and height alone, so that
 * a body may pass beside its rim.
 */
#ifndef GM_BODY_FORM_FIELD_H
#define GM_BODY_FORM_FIELD_H

#include "body/form.h"
#include "sdf/interpolate.h"

/* m  points closer to the axis or the centre than this have some direction from it */
#define GM_FORM_FIELD_ON 1.0e-14

GM_INLINE double gm_form_field_part(gm_vec3 v, int axis)
{
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

GM_INLINE gm_vec3 gm_form_field_axis(int axis, double length)
{
  return gm_vec(axis == 0 ? length : 0.0, axis == 1 ? length : 0.0,
                axis == 2 ? length : 0.0);
}

/* Of a solid box: outside the distance from the nearest point, inside that from the
 * nearest face. */
GM_INLINE gm_form_probe gm_form_field_box(const gm_form *f, gm_vec3 y)
{
  const gm_vec3 half = gm_scale(0.5, gm_sub(f->solid.max, f->solid.min));
  const gm_vec3 at =
      gm_sub(y, gm_scale(0.5, gm_add(f->solid.max, f->solid.min)));
  const gm_vec3 q = {fabs(at.x) - half.x, fabs(at.y) - half.y,
                     fabs(at.z) - half.z};
  const gm_vec3 side = {at.x < 0.0 ? -1.0 : 1.0, at.y < 0.0 ? -1.0 : 1.0,
                        at.z < 0.0 ? -1.0 : 1.0};
  const double most = fmax(q.x, fmax(q.y, q.z));
  if (most <= 0.0) {
    const int axis = q.x == most ? 0 : q.y == most ? 1 : 2;
    return (gm_form_probe){
        most, gm_form_field_axis(axis, gm_form_field_part(side, axis))};
  }
  const gm_vec3 out = {fmax(q.x, 0.0) * side.x, fmax(q.y, 0.0) * side.y,
                       fmax(q.z, 0.0) * side.z};
  const double d = gm_norm(out);
  return (gm_form_probe){d, gm_scale(1.0 / d, out)};
}

/* A box around bodies: the deepest of its walls, each over its own rectangle. */
GM_INLINE gm_form_probe gm_form_field_box_inside(const gm_form *f, gm_vec3 y)
{
  gm_form_probe best = {INFINITY, {0.0, 0.0, 0.0}};
  for (int side = 0; side < 6; ++side) {
    if (f->solid.open >> side & 1u) continue;
    const int axis = side / 2;
    const double wall =
        gm_form_field_part(side & 1 ? f->solid.max : f->solid.min, axis);
    const double sign = side & 1 ? -1.0 : 1.0;
    double d = sign * (gm_form_field_part(y, axis) - wall);
    double beside = 0.0;
    for (int a = 0; a < 3; ++a) {
      const double low =
          gm_form_field_part(f->solid.min, a) - gm_form_field_part(y, a);
      const double high =
          gm_form_field_part(y, a) - gm_form_field_part(f->solid.max, a);
      const double off = fmax(low, high);
      /* two closed walls hold each other's corner shut */
      const int shut = !(f->solid.open >> (2 * a + (high > low)) & 1u);
      if (a != axis && off > 0.0 && !(shut && off < f->depth))
        beside = fmax(beside, off);
    }
    if (beside > 0.0) d = fmax(fabs(d), beside);
    if (d < best.distance)
      best = (gm_form_probe){d, gm_form_field_axis(axis, sign)};
  }
  return best;
}

/* A body of revolution as a convex polygon in its half plane (rho, z): base, mantle and
 * top. */
GM_INLINE gm_form_probe gm_form_field_profile(const gm_form *f, gm_vec3 y)
{
  const gm_form_solid *p = &f->solid;
  const gm_vec3 d = gm_sub(y, p->point);
  const double z = gm_dot(d, p->axis);
  const gm_vec3 across = gm_madd(d, -z, p->axis);
  const double rho = gm_norm(across);
  const gm_vec3 e = rho > GM_FORM_FIELD_ON ? gm_scale(1.0 / rho, across)
                                           : gm_perpendicular(p->axis);
  const double height = p->height, r0 = p->rho[0], r1 = p->rho[1];
  const double slant = sqrt(height * height + (r0 - r1) * (r0 - r1));
  const double tr = (r1 - r0) / slant,
               tz = height / slant; /* along the mantle */
  const double mantle = (rho - r0) * tz - z * tr,
               along = (rho - r0) * tr + z * tz;
  if (f->solid.inside) {
    gm_form_probe best = {INFINITY, {0.0, 0.0, 0.0}};
    if (along >= 0.0 && along <= slant)
      best = (gm_form_probe){-mantle, gm_madd(gm_scale(-tz, e), tr, p->axis)};
    if (!(f->solid.open & 1u) && r0 > 0.0 && rho <= r0 + f->depth &&
        z < best.distance)
      best = (gm_form_probe){z, p->axis};
    if (!(f->solid.open & 2u) && r1 > 0.0 && rho <= r1 + f->depth &&
        height - z < best.distance)
      best = (gm_form_probe){height - z, gm_scale(-1.0, p->axis)};
    return best;
  }
  if (mantle <= 0.0 && z >= 0.0 && z <= height) { /* inside */
    const double base = r0 > 0.0 ? -z : -INFINITY;
    const double top = r1 > 0.0 ? z - height : -INFINITY;
    if (mantle >= base && mantle >= top)
      return (gm_form_probe){mantle, gm_madd(gm_scale(tz, e), -tr, p->axis)};
    if (base >= top) return (gm_form_probe){base, gm_scale(-1.0, p->axis)};
    return (gm_form_probe){top, p->axis};
  }
  /* outside: the nearest of the three segments */
  const double t = fmin(fmax(along, 0.0), slant);
  const double foot[3][2] = {
      {r0 + t * tr, t * tz}, {fmin(rho, r0), 0.0}, {fmin(rho, r1), height}};
  double nearest = INFINITY, dr = 0.0, dz = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double a = rho - foot[k][0], b = z - foot[k][1];
    const double square = a * a + b * b;
    if (square >= nearest) continue;
    nearest = square;
    dr = a;
    dz = b;
  }
  const double distance = sqrt(nearest);
  if (!(distance > GM_FORM_FIELD_ON))
    return (gm_form_probe){0.0, gm_madd(gm_scale(tz, e), -tr, p->axis)};
  return (gm_form_probe){
      distance, gm_madd(gm_scale(dr / distance, e), dz / distance, p->axis)};
}

GM_INLINE gm_form_probe gm_form_field_sphere(const gm_form *f, gm_vec3 y)
{
  const gm_form_solid *p = &f->solid;
  const gm_vec3 d = gm_sub(y, p->point);
  const double rho = gm_norm(d);
  const gm_vec3 e = rho > GM_FORM_FIELD_ON ? gm_scale(1.0 / rho, d) : p->axis;
  return f->solid.inside ? (gm_form_probe){p->rho[0] - rho, gm_scale(-1.0, e)}
                         : (gm_form_probe){rho - p->rho[0], e};
}

/* By the triangles, at any distance. */
GM_INLINE gm_form_probe gm_form_field_exact(const gm_form *f, gm_vec3 y)
{
  const gm_nearest n = gm_sign_nearest(f->side, y);
  return (gm_form_probe){n.distance, n.gradient};
}

/* Largest error of the interpolation, beside a kink of the distance. */
GM_INLINE double gm_form_field_error(const gm_form *f)
{
  return 0.5 * f->lattice.spacing;
}

/* Distance and gradient at the body point y; of a mesh exact or interpolated.  Outside
 * the surface the distance may be too large, or infinite: there only its sign counts. */
GM_INLINE gm_form_probe gm_form_field_judge(const gm_form *f, gm_vec3 y,
                                            const gm_interpolated *i)
{
  if (i->corners == 8 && (!i->flagged || i->distance > gm_form_field_error(f)))
    return (gm_form_probe){i->distance, i->gradient};
  if (i->corners < 8 && i->under == 0) /* above the band, or at its upper end */
    return (gm_form_probe){INFINITY, {0.0, 0.0, 0.0}};
  return gm_form_field_exact(f, y);
}

GM_INLINE gm_form_probe gm_form_field_mesh(const gm_form *f, gm_vec3 y)
{
  const gm_interpolated i = gm_interpolate_half_taylor(&f->lattice, y);
  return gm_form_field_judge(f, y, &i);
}

GM_INLINE gm_form_probe gm_form_field(const gm_form *f, gm_vec3 y)
{
  const gm_form_solid *p = &f->solid;
  switch (f->solid.kind) {
  case GM_FORM_PLANE:
    return (gm_form_probe){gm_dot(gm_sub(y, p->point), p->axis), p->axis};
  case GM_FORM_SPHERE:
    return gm_form_field_sphere(f, y);
  case GM_FORM_BOX:
    return f->solid.inside ? gm_form_field_box_inside(f, y)
                           : gm_form_field_box(f, y);
  case GM_FORM_PROFILE:
    return gm_form_field_profile(f, y);
  default:
    return gm_form_field_mesh(f, y);
  }
}

/* Distance (m) of the body point y from the bounds, 0 inside. */
GM_INLINE double gm_form_field_off(const gm_form *f, gm_vec3 y)
{
  const gm_vec3 off = {
      fmax(0.0, fmax(f->solid.min.x - y.x, y.x - f->solid.max.x)),
      fmax(0.0, fmax(f->solid.min.y - y.y, y.y - f->solid.max.y)),
      fmax(0.0, fmax(f->solid.min.z - y.z, y.z - f->solid.max.z))};
  return gm_norm(off);
}

/* A lower bound (m) of the distance from a vessel at y, 1-Lipschitz: a point is in a wall
 * if it is behind its plane and not beside it. */
GM_INLINE double gm_form_field_box_walls(const gm_form *f, gm_vec3 y)
{
  double least = INFINITY;
  for (int side = 0; side < 6; ++side) {
    if (f->solid.open >> side & 1u) continue;
    const int axis = side / 2;
    const double wall =
        gm_form_field_part(side & 1 ? f->solid.max : f->solid.min, axis);
    const double sign = side & 1 ? -1.0 : 1.0;
    double d = sign * (gm_form_field_part(y, axis) - wall);
    for (int a = 0; a < 3; ++a) {
      const double low =
          gm_form_field_part(f->solid.min, a) - gm_form_field_part(y, a);
      const double high =
          gm_form_field_part(y, a) - gm_form_field_part(f->solid.max, a);
      if (a != axis) d = fmax(d, fmax(low, high) - f->depth);
    }
    least = fmin(least, d);
  }
  return least;
}

GM_INLINE double gm_form_field_profile_walls(const gm_form *f, gm_vec3 y)
{
  const gm_form_solid *p = &f->solid;
  const gm_vec3 d = gm_sub(y, p->point);
  const double z = gm_dot(d, p->axis);
  const double rho = gm_norm(gm_madd(d, -z, p->axis));
  const double height = p->height, r0 = p->rho[0], r1 = p->rho[1];
  const double slant = sqrt(height * height + (r0 - r1) * (r0 - r1));
  const double tr = (r1 - r0) / slant, tz = height / slant;
  const double mantle = (rho - r0) * tz - z * tr,
               along = (rho - r0) * tr + z * tz;
  double least = fmax(-mantle, fmax(-along, along - slant));
  if (!(p->open & 1u) && r0 > 0.0)
    least = fmin(least, fmax(z, rho - r0 - f->depth));
  if (!(p->open & 2u) && r1 > 0.0)
    least = fmin(least, fmax(height - z, rho - r1 - f->depth));
  return least;
}

/* A lower bound (m) of the distance at y; of a mesh the first above `enough` (m). */
GM_INLINE double gm_form_field_bound(const gm_form *f, gm_vec3 y, double enough)
{
  if (f->solid.inside && f->solid.kind == GM_FORM_BOX)
    return gm_form_field_box_walls(f, y);
  if (f->solid.inside && f->solid.kind == GM_FORM_PROFILE)
    return gm_form_field_profile_walls(f, y);
  if (f->solid.kind != GM_FORM_MESH) return gm_form_field(f, y).distance;
  const double off = f->solid.inside ? 0.0 : gm_form_field_off(f, y);
  if (off > enough) return off;
  const gm_interpolated i = gm_interpolate_half_taylor(&f->lattice, y);
  if (i.corners == 8) {
    const int tested = !i.flagged && i.distance <= f->tested;
    const double d = i.distance - (tested ? f->error : gm_form_field_error(f));
    return d > off ? d : off;
  }
  if (i.under > 0) return -INFINITY;
  /* A sample above the band is farther than `high`, the width of two cells' diagonals. */
  return fmax(off, i.corners == 0 ? f->high - gm_form_field_error(f)
                                  : 0.5 * f->high);
}

#endif
