/* scene/sensors.c -- which sensors there are; release them. */
#include "scene/sensors.h"

#include "base/memory.h"

int gm_sensors_count(const gm_sensors *g)
{
  int any = 0;
  for (gm_index k = 0; k < g->n; ++k)
    any |= g->row[k].kind == GM_MEASURE_FLUX;
  return any;
}

void gm_sensors_clear(gm_sensors *g)
{
  for (gm_index k = 0; k < g->n; ++k) {
    if (g->row[k].flux.mesh) gm_line_crossings_clear(g->row[k].flux.mesh);
    GM_FREE(g->row[k].flux.mesh);
  }
  GM_FREE(g->row);
  *g = (gm_sensors){0};
}
