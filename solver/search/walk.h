/* search/walk.h -- is a primitive beside the line between two grains?
 *
 * Host (search/screen.c) and devices (device/wall.h) look for sheets between grains by
 * these functions.
 */
#ifndef GM_SEARCH_WALK_H
#define GM_SEARCH_WALK_H

#include "body/shape.h"

/* Strides along one line, at most. */
enum { GM_WALK_STRIDES = 24 };

/* Nearer to a patch than this is on it; of the smaller radius. */
#define GM_WALK_NEAR 0.01

/* Height over the surface that a primitive lies in, m; linear or, of what is round,
 * convex. */
GM_INLINE double gm_walk_height(const gm_patch *p, gm_vec3 y)
{
  const gm_vec3 d = gm_sub(y, p->point);
  if (p->kind == GM_PATCH_RECTANGLE) return gm_dot(d, p->normal);
  if (p->kind == GM_PATCH_SPHERE) return gm_norm(d) - p->radius;
  if (p->kind == GM_PATCH_LINE) {
    const double q = gm_dot(d, p->normal), off = fabs(q) - p->radius;
    return (q < 0.0 ? -1.0 : 1.0) * (off > 0.0 ? off : 0.0);
  }
  const double z = gm_dot(d, p->normal);
  const double rho = gm_norm(gm_madd(d, -z, p->normal));
  const double sr = p->rho[1] - p->rho[0], sz = p->z[1] - p->z[0];
  return ((rho - p->rho[0]) * sz - (z - p->z[0]) * sr) /
         sqrt(sr * sr + sz * sz);
}

/* Do both ends of a line lie on one side of a primitive, farther than `margin` (m) away?
 * Most do, and this is quicker than to walk.  Outside of something round a line may
 * cut it. */
GM_INLINE int gm_walk_beside(const gm_patch *p, gm_vec3 y, gm_vec3 e,
                             double margin)
{
  if (p->kind == GM_PATCH_SITES) return 0;
  const double from = gm_walk_height(p, y),
               to = gm_walk_height(p, gm_add(y, e));
  if (from < -margin && to < -margin) return 1;
  const int flat = p->kind == GM_PATCH_RECTANGLE || p->kind == GM_PATCH_LINE ||
                   (p->kind == GM_PATCH_PROFILE && p->z[0] == p->z[1]);
  return flat && from > margin && to > margin;
}

#endif
