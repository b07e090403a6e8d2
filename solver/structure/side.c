/* structure/side.c -- the sign of a distance.  Room: structure. */
#include "structure/side.h"

#include "base/memory.h"
#include "structure/winding.h"

/* What is known beside a triangle that nothing crosses. */
enum { KNOWN = 1, BEHIND_FRONT = 2, BEHIND_BACK = 4 };

struct gm_side {
  const gm_surface *surface;
  const gm_distance *distance;
  gm_winding *winding; /* of what is solid; null where it is not asked */
  unsigned char *near; /* [triangles] or null: bits of the enum above  */
};

/* Whether the winding number is a whole number everywhere, and crossings are all known. */
static bool is_even(const gm_surface *s)
{
  const bool forced =
      s->facing == GM_FACING_OUTSIDE || s->facing == GM_FACING_INSIDE;
  return s->found.n_holes == 0 && s->found.n_crowded == 0 &&
         !(forced && s->found.open.n > 0);
}

/* Whether a point where the solid winds w times is where no grain belongs. */
static bool is_behind(const gm_surface *s, double w)
{
  return s->facing == GM_FACING_INSIDE ? !(-w > 0.5) : w > 0.5;
}

/* Along a triangle that nothing crosses both sides stay what they are at its middle, where
 * all others wind w times: w - 1/2 in front of it, w + 1/2 at its back.  And between a
 * point and the nearest of the surface there is no other. */
static gm_status look_near(gm_side *side)
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
    const double own = s->sheet[t] ? 0.0 : gm_winding_share(s, t, y);
    const double w = gm_winding_near(side->winding, y) - own;
    const double half = s->sheet[t] ? 0.0 : 0.5;
    side->near[t] =
        (unsigned char)(KNOWN + (is_behind(s, w - half) ? BEHIND_FRONT : 0) +
                        (is_behind(s, w + half) ? BEHIND_BACK : 0));
  }
  return GM_OK;
}

gm_status gm_side_create(const gm_surface *surface, const gm_distance *distance,
                         gm_side **side)
{
  *side = NULL;
  GM_TRY(GM_RESIZE(*side, 0, 1));
  **side = (gm_side){surface, distance, NULL, NULL};
  if (surface->kind != GM_SURFACE_SOLID) return GM_OK;
  unsigned char *use = NULL;
  gm_status status = GM_RESIZE(use, 0, surface->n);
  if (status == GM_OK) {
    for (gm_index t = 0; t < surface->n; ++t)
      use[t] = !surface->sheet[t];
    status = gm_winding_create(surface, use, &(*side)->winding);
  }
  GM_FREE(use);
  if (status == GM_OK && is_even(surface)) status = look_near(*side);
  if (status != GM_OK) gm_side_free(side);
  return status;
}

void gm_side_free(gm_side **side)
{
  if (!*side) return;
  gm_winding_free(&(*side)->winding);
  GM_FREE((*side)->near);
  GM_FREE(*side);
}

/* What is known beside the foot of y: bits, or 0. */
static unsigned known_near(const gm_side *side, const gm_nearest *r)
{
  if (!side->near) return 0;
  const unsigned bits = side->near[r->triangle];
  if (r->feature == GM_FEATURE_FACE || r->feature == GM_FEATURE_CURVE)
    return bits;
  if (r->feature == GM_FEATURE_POINT) return 0;
  const gm_index q = side->surface->across[r->triangle][r->which];
  return q >= 0 && side->near[q] == bits ? bits : 0;
}

/* Whether y is where no grain belongs. */
static bool behind(const gm_side *side, gm_vec3 y, const gm_nearest *r)
{
  switch (side->surface->kind) {
  case GM_SURFACE_CLOSED:
    return r->distance < 0.0;
  case GM_SURFACE_SOLID: { /* turned inwards, its inside has -1 */
    const unsigned bits = known_near(side, r);
    if (bits) return bits & (r->distance < 0.0 ? BEHIND_BACK : BEHIND_FRONT);
    return side->surface->facing == GM_FACING_INSIDE
               ? !gm_winding_inside(side->winding, -1.0, y)
               : gm_winding_inside(side->winding, 1.0, y);
  }
  default:
    return false;
  }
}

void gm_side_judge(const gm_side *side, gm_vec3 y, gm_nearest *nearest)
{
  if (behind(side, y, nearest) == (nearest->distance < 0.0)) return;
  nearest->distance = -nearest->distance;
  nearest->gradient = gm_scale(-1.0, nearest->gradient);
}

gm_nearest gm_side_nearest(const gm_side *side, gm_vec3 y)
{
  gm_nearest r = gm_distance_nearest(side->distance, y);
  gm_side_judge(side, y, &r);
  return r;
}

gm_probe gm_side_probe(const void *side, gm_vec3 y)
{
  const gm_nearest r = gm_side_nearest(side, y);
  return (gm_probe){r.distance, r.gradient, 0, 0, 0};
}
