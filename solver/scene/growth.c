/* scene/growth.c -- fills whose grains grow.  Room: scene. */
#include "scene/growth.h"

#include "base/memory.h"
#include "scene/space.h"

static const double loose = 0.2; /* solid fraction that random places reach */

gm_growth gm_growth_of(const gm_config_grains *source,
                       const gm_materials *materials)
{
  const gm_growth none = {1.0, 0.0};
  if (source->source != GM_SOURCE_FILL || !(source->fill.grow.over > 0.0))
    return none;
  gm_growth g = {source->fill.grow.from, source->fill.grow.over};
  if (g.from > 0.0) return g;
  double fraction = source->fill.solid_fraction;
  if (source->fill.amount == GM_AMOUNT_COUNT) {
    gm_supply supply;
    gm_supply_init(&supply, &source->fill.of, materials);
    fraction = source->fill.count * gm_supply_mean_volume(&supply) /
               gm_space_volume(&source->fill.of.region);
  }
  g.from = fmin(1.0, cbrt(loose / fraction));
  return g;
}

gm_status gm_growth_build(const gm_config *config,
                          const gm_materials *materials, gm_growths *g)
{
  *g = (gm_growths){0};
  GM_TRY(GM_RESIZE(g->row, 0, config->n_grains));
  g->n = (gm_index)config->n_grains;
  for (gm_index k = 0; k < g->n; ++k) {
    g->row[k] = gm_growth_of(&config->grains[k], materials);
    g->over = fmax(g->over, g->row[k].over);
  }
  return GM_OK;
}

void gm_growth_clear(gm_growths *g)
{
  GM_FREE(g->row);
  *g = (gm_growths){0};
}
