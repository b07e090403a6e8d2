/* setup/sinks_build.c -- build the sinks from the config. */
#include "setup/sinks_build.h"

#include "base/memory.h"
#include "geometry/parts.h"
#include "insert/insertion_region.h"
#include <stdio.h>
#include <string.h>

static gm_status check_region(gm_config *config, size_t k,
                              const gm_domain *domain)
{
  gm_status status = GM_OK;
  char path[32];
  snprintf(path, sizeof path, "sinks[%zu]", k);
  for (int a = 0; a < 3; ++a) {
    const gm_status one = gm_insertion_region_check_side(
        config, path, &config->sinks[k].region, domain, a);
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
