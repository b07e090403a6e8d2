/* geometry/parts.c -- parts of a mesh with a role of their own, given by names of
 * groups.
 */
#include "geometry/parts.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/mesh_file.h"
#include <stdio.h>
#include <string.h>

/* Mark the triangles of one list of groups, whose key is `key`, with `bit`. */
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
    snprintf(path, sizeof path, "%s[%zu]", key, i);
    status = gm_report_fault(config, path, "%s", gm_status_message());
  }
  return status;
}

static int names_groups(const gm_config_sink *s)
{
  return s->region.kind == GM_REGION_FACE && s->region.face.n_groups > 0;
}

uint32_t gm_parts_of_sink(const gm_config *config, size_t sink)
{
  const gm_config_sink *s = config->sinks;
  uint32_t bit = 1u << GM_CONFIG_CONVEYORS;
  if (!names_groups(&s[sink])) return 0;
  for (size_t k = 0; k < sink; ++k)
    if (names_groups(&s[k]) &&
        !strcmp(s[k].region.face.structure, s[sink].region.face.structure))
      bit <<= 1;
  return bit;
}

gm_status gm_parts_find(gm_config *config, size_t k, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_status status = GM_OK;
  for (size_t q = 0; q < c->n_conveyor; ++q) {
    char key[64];
    snprintf(key, sizeof key, "structures[%zu].conveyor[%zu].groups", k, q);
    const gm_status one = mark(config, k, s, key, c->conveyor[q].groups,
                               c->conveyor[q].n_groups, 1u << q);
    if (one != GM_OK) status = one;
  }
  for (size_t q = 0; q < config->n_sinks; ++q) {
    const gm_config_region *r = &config->sinks[q].region;
    const uint32_t bit = gm_parts_of_sink(config, q);
    char key[64];
    if (!bit || strcmp(r->face.structure, c->name) != 0) continue;
    snprintf(key, sizeof key, "sinks[%zu].groups", q);
    const gm_status one =
        mark(config, k, s, key, r->face.groups, r->face.n_groups, bit);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Offsets are multiples of 2 GM_MATERIALS_MAX: real materials are below GM_MATERIALS_MAX,
 * and geometry/mesh_extent.c adds GM_MATERIALS_MAX once. */
void gm_parts_apart(gm_structure *s, int apart)
{
  const gm_index one = apart ? 2 * GM_MATERIALS_MAX : -2 * GM_MATERIALS_MAX;
  for (gm_index t = 0; s->part && t < s->surface.n; ++t)
    s->surface.material[t] += one * (gm_index)s->part[t];
}

gm_status gm_parts_give(gm_structure *s)
{
  if (!s->part) return GM_OK;
  GM_TRY(GM_RESIZE(s->patch_part, 0, s->collider->n));
  for (gm_index t = 0; t < s->surface.n; ++t)
    s->patch_part[s->collider->of[t]] = s->part[t];
  return GM_OK;
}
