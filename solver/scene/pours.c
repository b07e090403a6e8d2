/* scene/pours.c -- grains that come while a run goes on.  Room: scene. */
#include "scene/pours.h"

#include "base/memory.h"

gm_status gm_pours_build(const gm_config *config, const gm_materials *m,
                         gm_pours *p)
{
  *p = (gm_pours){.orientations = config->output.arrays == GM_ARRAYS_FULL};
  for (gm_index k = 0; k < m->n; ++k)
    p->largest = fmax(p->largest, m->row[k].largest);
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    if (g->source != GM_SOURCE_POUR) continue;
    if (!p->row) GM_TRY(GM_RESIZE(p->row, 0, config->n_grains));
    gm_pour *row = &p->row[p->n++];
    gm_supply_init(&row->supply, &g->pour.of, m);
    row->rate = g->pour.rate;
    row->from = g->pour.from;
    row->to = g->pour.to;
  }
  return GM_OK;
}

void gm_pours_clear(gm_pours *p)
{
  GM_FREE(p->row);
  *p = (gm_pours){0};
}

/* A time that is a whole number of intervals but for round-off counts as one. */
gm_id gm_pours_due(const gm_pour *p, double time)
{
  const double span = fmin(time, p->to) - p->from;
  return span > 0.0 ? (gm_id)floor(p->rate * span + 1.0e-9) : 0;
}
