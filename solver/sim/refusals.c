/* sim/refusals.c -- what a run on several ranks does not have. */
#include "sim/refusals.h"

#include "config/report.h"

#define WAY "; leave out --ranks"

/* Report one key; goes on. */
#define REFUSE(when, key, what)                                                \
  if (when) gm_report_fault(c, key, "%s on several ranks yet" WAY, what)

gm_status gm_refusals_report(gm_config *c, const gm_scene *s)
{
  REFUSE(s->hard != GM_ENGINE_NONE, "collisions.engine",
         "hard grains do not run");
  REFUSE(s->continuum.mode != GM_MODE_DISCRETE, "hybrid.mode",
         "a continuum does not run");
  REFUSE(c->n_bodies > 0, "bodies", "copies of bodies do not run");
  return c->errors && *c->errors ? GM_ERR_INPUT : GM_OK;
}
