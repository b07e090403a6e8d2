/* scene/gauges.c -- from a config to gauges.  Room: scene. */
#include "scene/gauges.h"

#include "base/memory.h"
#include "scene/space.h"
#include <stdio.h>

gm_status gm_gauges_build(const gm_config *config, gm_gauges *g)
{
  *g = (gm_gauges){0};
  if (config->n_measure == 0) return GM_OK;
  GM_TRY(GM_RESIZE(g->row, 0, config->n_measure));
  g->n = (gm_index)config->n_measure;
  for (gm_index k = 0; k < g->n; ++k) {
    const gm_config_measure *c = &config->measure[k];
    gm_gauge *row = &g->row[k];
    *row = (gm_gauge){.kind = c->kind};
    snprintf(row->name, sizeof row->name, "%s", c->name);
    if (c->kind == GM_MEASURE_FLUX) {
      row->flux = (gm_flux){.through = c->flux.through,
                            .normal = gm_unit(c->flux.normal),
                            .radius = c->flux.radius};
    } else {
      row->stress.region = gm_region_of(&c->stress);
    }
  }
  return GM_OK;
}

gm_status gm_gauges_check(gm_config *config, const gm_domain *domain)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_measure; ++k) {
    const gm_config_measure *c = &config->measure[k];
    if (c->kind != GM_MEASURE_STRESS) continue;
    char path[64];
    snprintf(path, sizeof path, "measure[%zu].stress", k);
    for (int a = 0; a < 3; ++a) {
      const gm_status one =
          gm_space_check_side(config, path, &c->stress, domain, a);
      if (one != GM_OK) status = one;
    }
  }
  return status;
}

void gm_gauges_clear(gm_gauges *g)
{
  GM_FREE(g->row);
  *g = (gm_gauges){0};
}
