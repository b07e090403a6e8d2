/* scene/parts.c -- parts of a mesh by the names of its groups.  Room: scene. */
#include "scene/parts.h"

#include "base/memory.h"
#include "config/read.h"
#include "scene/mesh_file.h"
#include <stdio.h>

/* One list of groups: `key` is its path in the structure. */
static gm_status mark(gm_config *config, size_t k, gm_structure *s,
                      const char *key, const gm_config_name *names, size_t n,
                      uint32_t bit)
{
  const gm_surface *surface = &s->surface;
  gm_status status = GM_OK;
  if (n && !s->part) GM_TRY(GM_RESIZE(s->part, 0, surface->n));
  for (size_t i = 0; i < n; ++i) {
    gm_index met = 0;
    for (gm_index t = 0; t < surface->n; ++t) {
      const int called = gm_mesh_file_is_called(surface, t, names[i].name);
      if (called) s->part[t] |= bit;
      met += called;
    }
    if (met) continue;
    char path[128];
    gm_mesh_file_no_group(config->structures[k].mesh, surface, names[i].name);
    snprintf(path, sizeof path, "structures[%zu].%s[%zu]", k, key, i);
    status = gm_read_fault(config, path, "%s", gm_status_message());
  }
  return status;
}

gm_status gm_parts_find(gm_config *config, size_t k, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_status status = GM_OK;
  for (size_t q = 0; q < c->n_conveyor; ++q) {
    char key[64];
    snprintf(key, sizeof key, "conveyor[%zu].groups", q);
    const gm_status one = mark(config, k, s, key, c->conveyor[q].groups,
                               c->conveyor[q].n_groups, 1u << q);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Materials below GM_MATERIALS_MAX are real; once that is taken by scene/where.c. */
void gm_parts_apart(gm_structure *s, int apart)
{
  const gm_index one = apart ? 2 * GM_MATERIALS_MAX : -2 * GM_MATERIALS_MAX;
  for (gm_index t = 0; s->part && t < s->surface.n; ++t)
    s->surface.material[t] += one * (gm_index)s->part[t];
}

gm_status gm_parts_give(gm_structure *s)
{
  if (!s->part) return GM_OK;
  GM_TRY(GM_RESIZE(s->patch_part, 0, s->carriers->n));
  for (gm_index t = 0; t < s->surface.n; ++t)
    s->patch_part[s->carriers->of[t]] = s->part[t];
  return GM_OK;
}
