/* scene/gauges.c -- from a config to gauges.  Room: scene. */
#include "scene/gauges.h"

#include "base/memory.h"
#include "config/read.h"
#include <stdio.h>

static gm_region build_region(const gm_config_measure *c)
{
  gm_region r = {.kind = c->stress.region};
  if (r.kind == GM_REGION_BOX) {
    r.min = c->stress.box.min;
    r.max = c->stress.box.max;
  } else if (r.kind == GM_REGION_CYLINDER) {
    r.centre = c->stress.cylinder.base;
    r.height = gm_norm(c->stress.cylinder.axis);
    r.axis = gm_unit(c->stress.cylinder.axis);
    r.radius = c->stress.cylinder.radius;
  } else {
    r.centre = c->stress.sphere.centre;
    r.radius = c->stress.sphere.radius;
  }
  return r;
}

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
      row->stress.region = build_region(c);
    }
  }
  return GM_OK;
}

gm_status gm_gauges_check(gm_config *config, const gm_gauges *g,
                          const gm_domain *d)
{
  gm_status status = GM_OK;
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  for (gm_index k = 0; k < g->n; ++k) {
    if (g->row[k].kind != GM_MEASURE_STRESS) continue;
    gm_vec3 low, high;
    char path[64];
    gm_region_bounds(&g->row[k].stress.region, &low, &high);
    const double from[3] = {low.x, low.y, low.z};
    const double to[3] = {high.x, high.y, high.z};
    snprintf(path, sizeof path, "measure[%d].stress", (int)k);
    for (int a = 0; a < 3; ++a) {
      const double slack = 1.0e-9 * d->side[a];
      if (!(d->side[a] > 0.0)) continue;
      if (from[a] >= min[a] - slack && to[a] <= max[a] + slack) continue;
      status = gm_read_fault(config, path,
                             "reaches from %.6g to %.6g m along %c, beyond the "
                             "periodic sides at %.6g and %.6g m; keep it "
                             "between",
                             from[a], to[a], "xyz"[a], min[a], max[a]);
    }
  }
  return status;
}

void gm_gauges_clear(gm_gauges *g)
{
  GM_FREE(g->row);
  *g = (gm_gauges){0};
}
