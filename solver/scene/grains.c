/* scene/grains.c -- the grains.  Room: scene. */
#include "scene/grains.h"

#include "base/memory.h"

void gm_grains_clear(gm_grains *g)
{
  GM_FREE(g->g);
  GM_FREE(g->w);
  GM_FREE(g->load);
  GM_FREE(g->id);
  GM_FREE(g->material);
  GM_FREE(g->label);
  GM_FREE(g->orientation);
  *g = (gm_grains){0};
}

gm_status gm_grains_reserve(gm_grains *g, gm_index capacity,
                            int with_orientation)
{
  if (capacity <= g->capacity) return GM_OK;
  GM_TRY(GM_RESIZE(g->g, g->n, capacity));
  GM_TRY(GM_RESIZE(g->w, g->n, capacity));
  GM_TRY(GM_RESIZE(g->load, g->n, capacity));
  GM_TRY(GM_RESIZE(g->id, g->n, capacity));
  GM_TRY(GM_RESIZE(g->material, g->n, capacity));
  GM_TRY(GM_RESIZE(g->label, g->n, capacity));
  if (with_orientation) GM_TRY(GM_RESIZE(g->orientation, g->n, capacity));
  g->capacity = capacity;
  return GM_OK;
}

void gm_grains_append(gm_grains *g, gm_id id, gm_vec3 x, double r,
                      double density, gm_vec3 v, gm_vec3 w, gm_index material,
                      gm_index label)
{
  GM_ASSERT(g->n < g->capacity && r > 0.0 && density > 0.0);
  const gm_index i = g->n++;
  const double mass = density * (4.0 / 3.0) * GM_PI * r * r * r;
  g->g[i].x = gm_row(x, r);
  g->g[i].v = gm_row(v, 1.0 / mass);
  g->w[i] = gm_row(w, r);
  g->load[i] = (gm_load){0};
  g->id[i] = id;
  g->material[i] = material;
  g->label[i] = label;
  if (g->orientation) g->orientation[i] = gm_quat_identity();
}

#define PERMUTE(column)                                                        \
  do {                                                                         \
    void *fresh = NULL;                                                        \
    const size_t size = sizeof *(column);                                      \
    GM_TRY(gm_memory_resize(&fresh, 0, (size_t)g->capacity, size));            \
    for (gm_index k = 0; k < n; ++k) {                                         \
      __builtin_memcpy((char *)fresh + (size_t)k * size,                       \
                       (const char *)(column) + (size_t)from[k] * size, size); \
    }                                                                          \
    GM_FREE(column);                                                           \
    (column) = fresh;                                                          \
  } while (0)

gm_status gm_grains_permute(gm_grains *g, const gm_index *from, gm_index n)
{
  PERMUTE(g->g);
  PERMUTE(g->w);
  PERMUTE(g->load);
  PERMUTE(g->id);
  PERMUTE(g->material);
  PERMUTE(g->label);
  if (g->orientation) PERMUTE(g->orientation);
  g->n = n;
  return GM_OK;
}
