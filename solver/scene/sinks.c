/* scene/sinks.c -- sinks, which remove grains from the run. */
#include "scene/sinks.h"

#include "base/memory.h"

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
