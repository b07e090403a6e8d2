/* scene/relax.h -- grains that overlap, pushed apart.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * All grains move at once, by what each overlaps: the same places on any number of threads.
 */
#ifndef GM_SCENE_RELAX_H
#define GM_SCENE_RELAX_H

#include "config/config.h"
#include "scene/grains.h"
#include "scene/structures.h"

typedef struct gm_relax {
  const gm_config_region *region;  /* grains stay whole inside */
  const gm_structures *structures; /* and clear of these */
  const gm_domain *domain;
  const gm_grains *others; /* and of these, which do not move */
  gm_index n;
  gm_vec3 *x;      /* [n] m  where they are and come to be */
  const double *r; /* [n] m */
  double margin;   /* 1  of the radius: clearance that is aimed at */
  int rounds;      /* out: taken */
  double overlap;  /* out: 1  largest left, of the smaller radius; 0: none */
} gm_relax;

/* Push until nothing overlaps, at most `most` rounds.  Requires a region in which each
 * grain has room, and a margin above 0.  GM_ERR_MEMORY. */
gm_status gm_relax_run(gm_relax *relax, int most);

#endif
