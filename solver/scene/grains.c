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
  GM_FREE(g->before);
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
  if (g->before) GM_TRY(GM_RESIZE(g->before, g->n, capacity));
  g->capacity = capacity;
  return GM_OK;
}

gm_status gm_grains_remember(gm_grains *g)
{
  if (g->before) return GM_OK;
  GM_TRY(GM_RESIZE(g->before, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->before[i] = (gm_grain_before){.known = 0};
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
  if (g->before) g->before[i] = (gm_grain_before){.known = 0};
}

enum { COLUMNS = 8 };

gm_status gm_grains_permute(gm_grains *g, const gm_index *from, gm_index n)
{
  const struct {
    void **at;
    size_t size;
  } column[COLUMNS] = {
      {(void **)&g->g, sizeof *g->g},
      {(void **)&g->w, sizeof *g->w},
      {(void **)&g->load, sizeof *g->load},
      {(void **)&g->id, sizeof *g->id},
      {(void **)&g->material, sizeof *g->material},
      {(void **)&g->label, sizeof *g->label},
      {(void **)&g->orientation, sizeof *g->orientation},
      {(void **)&g->before, sizeof *g->before},
  };
  /* All new columns before the first old one goes: a refusal changes nothing. */
  void *fresh[COLUMNS] = {NULL};
  gm_status status = GM_OK;
  for (int c = 0; c < COLUMNS && status == GM_OK; ++c) {
    if (!*column[c].at) continue; /* orientations that nobody wants */
    status =
        gm_memory_resize(&fresh[c], 0, (size_t)g->capacity, column[c].size);
  }
  for (int c = 0; c < COLUMNS; ++c) {
    if (status != GM_OK) {
      gm_memory_free(&fresh[c]);
      continue;
    }
    if (!fresh[c]) continue;
    const size_t size = column[c].size;
    const char *old = *column[c].at;
    for (gm_index k = 0; k < n; ++k) {
      __builtin_memcpy((char *)fresh[c] + (size_t)k * size,
                       old + (size_t)from[k] * size, size);
    }
    gm_memory_free(column[c].at);
    *column[c].at = fresh[c];
  }
  if (status == GM_OK) g->n = n;
  return status;
}
