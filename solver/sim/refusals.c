/* sim/refusals.c -- what a run on several ranks does not have. */
#include "sim/refusals.h"

#include "config/report.h"
#include <stdio.h>

#define WAY "; leave out --ranks"

/* Report one key; goes on. */
#define REFUSE(when, key, what)                                                \
  if (when) gm_report_fault(c, key, "%s on several ranks yet" WAY, what)

static void refuse_sources(gm_config *c)
{
  for (size_t k = 0; k < c->n_grains; ++k) {
    const gm_config_grains *g = &c->grains[k];
    char path[64];
    snprintf(path, sizeof path, "grains[%zu].fill.grow", k);
    REFUSE(g->source == GM_SOURCE_FILL && g->fill.grow.over > 0.0, path,
           "grains do not grow");
  }
}

gm_status gm_refusals_report(gm_config *c, const gm_scene *s)
{
  REFUSE(s->hard != GM_ENGINE_NONE, "collisions.engine",
         "hard grains do not run");
  REFUSE(s->continuum.mode != GM_MODE_DISCRETE, "hybrid.mode",
         "a continuum does not run");
  REFUSE(c->domain.shear != 0.0, "domain.shear", "a sheared box does not run");
  REFUSE(c->n_bodies > 0, "bodies", "copies of bodies do not run");
  refuse_sources(c);
  return c->errors && *c->errors ? GM_ERR_INPUT : GM_OK;
}
