/* scene/growth.h -- fills whose grains grow from a fraction of their radius to the full
 * radius.
 *
 * All grains of a fill grow by the same factor: r(t) = s(t) r_full with s = from + (1 -
 * from) t / over up to t = over and s = 1 afterwards, so that the final radius is
 * exactly r_full.  The mass follows from the density.
 */
#ifndef GM_SCENE_GROWTH_H
#define GM_SCENE_GROWTH_H

#include "base/types.h"

typedef struct gm_growth {
  double from; /* 1  fraction of the full radius at the start */
  double over; /* s  duration of the growth; 0: the grains do not grow */
} gm_growth;

typedef struct gm_growths {
  gm_index n;     /* sources of grains */
  gm_growth *row; /* [n] */
  double over;    /* s  the longest duration; 0: no grain grows */
} gm_growths;

void gm_growth_clear(gm_growths *growths);

/* The factor s at time t (s). */
GM_INLINE double gm_growth_at(const gm_growth *g, double t)
{
  return t >= g->over ? 1.0 : g->from + (1.0 - g->from) * (t / g->over);
}

#endif
