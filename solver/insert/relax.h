/* insert/relax.h -- pushes overlapping grains apart.
 *
 * All grains move at once, each by its own overlaps, so that the result is the same on
 * any number of threads.
 */
#ifndef GM_INSERT_RELAX_H
#define GM_INSERT_RELAX_H

#include "config/config.h"
#include "scene/grains.h"
#include "scene/structures.h"

typedef struct gm_relax {
  const gm_config_region *region;  /* grains stay entirely inside */
  const gm_structures *structures; /* must not be overlapped */
  const gm_domain *domain;
  const gm_grains *others; /* must not be overlapped and do not move */
  gm_index n;
  gm_vec3 *x;      /* [n] m  initial and final places */
  const double *r; /* [n] m */
  double margin;   /* 1  of the radius: clearance aimed at */
  int rounds;      /* result: rounds taken */
  double overlap;  /* result: 1  largest remaining overlap over the smaller
                     radius */
} gm_relax;

/* Push until nothing overlaps, at most `most` rounds.  Requires a region with room for
 * each single grain, and a margin above 0.  GM_ERR_MEMORY. */
gm_status gm_relax_run(gm_relax *relax, int most);

#endif
