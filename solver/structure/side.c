/* structure/side.c -- the sign of a distance.  Room: structure. */
#include "structure/side.h"

#include "base/memory.h"
#include "structure/winding.h"

struct gm_side {
  const gm_surface *surface;
  const gm_distance *distance;
  gm_winding *winding; /* of what is solid; null where it is not asked */
};

gm_status gm_side_create(const gm_surface *surface, const gm_distance *distance,
                         gm_side **side)
{
  *side = NULL;
  GM_TRY(GM_RESIZE(*side, 0, 1));
  **side = (gm_side){surface, distance, NULL};
  if (surface->kind != GM_SURFACE_SOLID) return GM_OK;
  unsigned char *use = NULL;
  gm_status status = GM_RESIZE(use, 0, surface->n);
  if (status == GM_OK) {
    for (gm_index t = 0; t < surface->n; ++t)
      use[t] = !surface->sheet[t];
    status = gm_winding_create(surface, use, &(*side)->winding);
  }
  GM_FREE(use);
  if (status != GM_OK) gm_side_free(side);
  return status;
}

void gm_side_free(gm_side **side)
{
  if (!*side) return;
  gm_winding_free(&(*side)->winding);
  GM_FREE(*side);
}

/* Whether y is where no grain belongs. */
static bool behind(const gm_side *side, gm_vec3 y, const gm_nearest *r)
{
  switch (side->surface->kind) {
  case GM_SURFACE_CLOSED:
    return r->distance < 0.0;
  case GM_SURFACE_SOLID: /* turned inwards, its inside has -1 */
    return side->surface->facing == GM_FACING_INSIDE
               ? !gm_winding_inside(side->winding, -1.0, y)
               : gm_winding_inside(side->winding, 1.0, y);
  default:
    return false;
  }
}

gm_nearest gm_side_nearest(const gm_side *side, gm_vec3 y)
{
  gm_nearest r = gm_distance_nearest(side->distance, y);
  if (behind(side, y, &r) != (r.distance < 0.0)) {
    r.distance = -r.distance;
    r.gradient = gm_scale(-1.0, r.gradient);
  }
  return r;
}

gm_probe gm_side_probe(const void *side, gm_vec3 y)
{
  const gm_nearest r = gm_side_nearest(side, y);
  return (gm_probe){r.distance, r.gradient, 0, 0};
}
