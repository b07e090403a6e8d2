/* mesh/surface.c -- creates and releases a surface. */
#include "mesh/surface.h"

#include "base/memory.h"

void gm_surface_init(gm_surface *surface)
{
  *surface = (gm_surface){0};
}

void gm_surface_clear(gm_surface *surface)
{
  GM_FREE(surface->point);
  GM_FREE(surface->corner);
  GM_FREE(surface->across);
  GM_FREE(surface->normal);
  GM_FREE(surface->shell);
  GM_FREE(surface->group);
  GM_FREE(surface->material);
  GM_FREE(surface->crossed);
  GM_FREE(surface->sheet);
  GM_FREE(surface->group_name);
  gm_surface_init(surface);
}
