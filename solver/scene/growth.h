/* scene/growth.h -- fills whose grains grow: radii from a part of their final size to all of it.
 *
 * Room: scene.  May include: base, config.
 *
 * All grains of a fill grow alike, r(t) = s(t) r_full with s = from + (1 - from) t / over up to t = over and 1
 * from then on, so that the final radius is r_full, exactly; mass follows by the density.
 */
#ifndef GM_SCENE_GROWTH_H
#define GM_SCENE_GROWTH_H

#include "config/config.h"
#include "scene/supply.h"

typedef struct gm_growth {
  double from; /* 1  part of the radius at the start */
  double over; /* s  0: it does not grow */
} gm_growth;

typedef struct gm_growths {
  gm_index n;     /* sources */
  gm_growth *row; /* [n] */
  double over;    /* s  the longest: then all is grown; 0: nothing grows */
} gm_growths;

/* How the grains of a source grow.  `from: auto` is a solid fraction of 0.2 at the start. */
gm_growth gm_growth_of(const gm_config_grains *source,
                       const gm_materials *materials);

/* Of every source.  GM_ERR_MEMORY. */
gm_status gm_growth_build(const gm_config *config,
                          const gm_materials *materials, gm_growths *growths);
void gm_growth_clear(gm_growths *growths);

/* s(t) */
GM_INLINE double gm_growth_at(const gm_growth *g, double t)
{
  return t >= g->over ? 1.0 : g->from + (1.0 - g->from) * (t / g->over);
}

#endif
