/* scene/sinks.c -- what takes grains out of a run.  Room: scene. */
#include "scene/sinks.h"

#include "base/memory.h"
#include "scene/parts.h"
#include "scene/space.h"
#include <stdio.h>
#include <string.h>

static gm_status check_region(gm_config *config, size_t k,
                              const gm_domain *domain)
{
  gm_status status = GM_OK;
  char path[32];
  snprintf(path, sizeof path, "sinks[%zu]", k);
  for (int a = 0; a < 3; ++a) {
    const gm_status one =
        gm_space_check_side(config, path, &config->sinks[k].region, domain, a);
    if (one != GM_OK) status = one;
  }
  return status;
}

gm_status gm_sinks_build(gm_config *config, const gm_domain *domain,
                         gm_structures *structures, gm_sinks *sinks)
{
  gm_status status = GM_OK;
  *sinks = (gm_sinks){0};
  if (config->n_sinks == 0) return GM_OK;
  GM_TRY(GM_RESIZE(sinks->row, 0, config->n_sinks));
  sinks->n = (gm_index)config->n_sinks;
  for (size_t k = 0; k < config->n_sinks; ++k) {
    const gm_config_sink *c = &config->sinks[k];
    gm_sink *s = &sinks->row[k];
    *s = (gm_sink){.structure = -1, .from = c->from, .to = c->to};
    snprintf(s->name, sizeof s->name, "%s", c->name);
    if (c->region.kind != GM_REGION_FACE) {
      s->region = gm_region_of(&c->region);
      const gm_status one = check_region(config, k, domain);
      if (one != GM_OK) status = one;
      continue;
    }
    s->structure = 0;
    while (strcmp(structures->row[s->structure].name,
                  c->region.face.structure) != 0)
      ++s->structure;
    s->part = gm_parts_of_sink(config, k);
    if (!s->part) s->part = ~0u;
  }
  gm_sinks_switch(sinks, structures, 0.0);
  return status;
}

void gm_sinks_clear(gm_sinks *sinks)
{
  GM_FREE(sinks->row);
  *sinks = (gm_sinks){0};
}

void gm_sinks_switch(gm_sinks *sinks, gm_structures *structures, double t)
{
  for (gm_index k = 0; k < sinks->n; ++k) {
    gm_sink *s = &sinks->row[k];
    s->on = t >= s->from && t < s->to;
    if (s->structure >= 0) structures->row[s->structure].swallows = 0;
  }
  for (gm_index k = 0; k < sinks->n; ++k) {
    const gm_sink *s = &sinks->row[k];
    if (s->on && s->structure >= 0)
      structures->row[s->structure].swallows |= s->part;
  }
}

int gm_sinks_holds(const gm_sinks *sinks, gm_vec3 x)
{
  for (gm_index k = 0; k < sinks->n; ++k) {
    const gm_sink *s = &sinks->row[k];
    if (s->on && s->structure < 0 && gm_region_holds(&s->region, x))
      return k + 1;
  }
  return 0;
}

int gm_sinks_swallows(const gm_sinks *sinks, const gm_structures *structures,
                      gm_index structure, gm_index patch)
{
  const gm_structure *body = &structures->row[structure];
  const uint32_t part = body->patch_part ? body->patch_part[patch] : 0;
  for (gm_index k = 0; k < sinks->n; ++k) {
    const gm_sink *s = &sinks->row[k];
    if (s->on && s->structure == structure &&
        (s->part == ~0u || (s->part & part)))
      return k + 1;
  }
  return 0;
}
