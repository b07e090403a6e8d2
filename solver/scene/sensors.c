/* scene/sensors.c -- release the sensors. */
#include "scene/sensors.h"

#include "base/memory.h"

void gm_sensors_clear(gm_sensors *g)
{
  for (gm_index k = 0; k < g->n; ++k) {
    if (g->row[k].flux.mesh) gm_line_crossings_clear(g->row[k].flux.mesh);
    GM_FREE(g->row[k].flux.mesh);
  }
  GM_FREE(g->row);
  *g = (gm_sensors){0};
}
