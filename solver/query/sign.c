/* query/sign.c -- inside or outside: the sign of a distance. */
#include "query/sign.h"

#include "base/memory.h"
#include "query/winding.h"

/* Cached sign in front of and behind a triangle that nothing intersects. */
enum { KNOWN = 1, BEHIND_FRONT = 2, BEHIND_BACK = 4 };

struct gm_sign {
  const gm_surface *surface;
  const gm_distance *distance;
  gm_winding *winding; /* of the solid parts; null if not needed */
  unsigned char *near; /* [triangles] bits of the enum above; or null */
};

/* Is the winding number an integer at every point, and were all intersections found? */
static bool is_sign_even(const gm_surface *s)
{
  const bool forced =
      s->facing == GM_FACING_OUTSIDE || s->facing == GM_FACING_INSIDE;
  return s->found.n_holes == 0 && s->found.n_crowded == 0 &&
         !(forced && s->found.open.n > 0);
}

/* Is a point at which the solid parts have the winding number w closed to grains? */
static bool is_sign_behind(const gm_surface *s, double w)
{
  return s->facing == GM_FACING_INSIDE ? !(-w > 0.5) : w > 0.5;
}

/* The sides of a triangle that nothing intersects are uniform: if all other triangles
 * have the winding number w at its centre, the total is w - 1/2 in front and w + 1/2
 * behind.  And there is no other surface between a point and its nearest surface point.
 */
static gm_status classify_sign_sides(gm_sign *side)
{
  const gm_surface *s = side->surface;
  GM_TRY(GM_RESIZE(side->near, 0, s->n));
#pragma omp parallel for schedule(static)
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->crossed[t]) continue;
    const gm_index *c = s->corner[t];
    const gm_vec3 sum =
        gm_add(s->point[c[0]], gm_add(s->point[c[1]], s->point[c[2]]));
    const gm_vec3 y = gm_scale(1.0 / 3.0, sum);
    const double own = s->sheet[t] ? 0.0 : gm_winding_triangle(s, t, y);
    const double w = gm_winding_approximate(side->winding, y) - own;
    const double half = s->sheet[t] ? 0.0 : 0.5;
    side->near[t] =
        (unsigned char)(KNOWN +
                        (is_sign_behind(s, w - half) ? BEHIND_FRONT : 0) +
                        (is_sign_behind(s, w + half) ? BEHIND_BACK : 0));
  }
  return GM_OK;
}

gm_status gm_sign_create(const gm_surface *surface, const gm_distance *distance,
                         gm_sign **side)
{
  *side = NULL;
  GM_TRY(GM_RESIZE(*side, 0, 1));
  **side = (gm_sign){surface, distance, NULL, NULL};
  if (surface->kind != GM_SURFACE_SOLID) return GM_OK;
  unsigned char *use = NULL;
  gm_status status = GM_RESIZE(use, 0, surface->n);
  if (status == GM_OK) {
    for (gm_index t = 0; t < surface->n; ++t)
      use[t] = !surface->sheet[t];
    status = gm_winding_create(surface, use, &(*side)->winding);
  }
  GM_FREE(use);
  if (status == GM_OK && is_sign_even(surface))
    status = classify_sign_sides(*side);
  if (status != GM_OK) gm_sign_free(side);
  return status;
}

void gm_sign_free(gm_sign **side)
{
  if (!*side) return;
  gm_winding_free(&(*side)->winding);
  GM_FREE((*side)->near);
  GM_FREE(*side);
}

/* Cached bits at the nearest point of y, or 0. */
static unsigned sign_known_near(const gm_sign *side, const gm_nearest *r)
{
  if (!side->near) return 0;
  const unsigned bits = side->near[r->triangle];
  if (r->feature == GM_FEATURE_FACE || r->feature == GM_FEATURE_CURVE)
    return bits;
  if (r->feature == GM_FEATURE_POINT) return 0;
  const gm_index q = side->surface->across[r->triangle][r->which];
  return q >= 0 && side->near[q] == bits ? bits : 0;
}

/* Is the point y closed to grains? */
static bool is_sign_behind_facet(const gm_sign *side, gm_vec3 y,
                                 const gm_nearest *r)
{
  switch (side->surface->kind) {
  case GM_SURFACE_CLOSED:
    return r->distance < 0.0;
  /* with inward normals the winding number inside is -1 */
  case GM_SURFACE_SOLID: {
    const unsigned bits = sign_known_near(side, r);
    if (bits) return bits & (r->distance < 0.0 ? BEHIND_BACK : BEHIND_FRONT);
    return side->surface->facing == GM_FACING_INSIDE
               ? !gm_winding_inside(side->winding, -1.0, y)
               : gm_winding_inside(side->winding, 1.0, y);
  }
  default:
    return false;
  }
}

/* Corrects the signs of distance and gradient of *nearest, the result of
 * gm_distance_nearest at y, so that the side of the grains is positive. */
static void apply_sign(const gm_sign *side, gm_vec3 y, gm_nearest *nearest)
{
  if (is_sign_behind_facet(side, y, nearest) == (nearest->distance < 0.0))
    return;
  nearest->distance = -nearest->distance;
  nearest->gradient = gm_scale(-1.0, nearest->gradient);
}

gm_nearest gm_sign_nearest(const gm_sign *side, gm_vec3 y)
{
  gm_nearest r = gm_distance_nearest(side->distance, y);
  apply_sign(side, y, &r);
  return r;
}

gm_query_result gm_sign_query(const void *side, gm_vec3 y)
{
  const gm_nearest r = gm_sign_nearest(side, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}
