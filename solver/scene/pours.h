/* scene/pours.h -- grains that come while a run goes on.
 *
 * Room: scene (state, no physics).  May include: base, config.
 */
#ifndef GM_SCENE_POURS_H
#define GM_SCENE_POURS_H

#include "scene/supply.h"

typedef struct gm_pour {
  gm_supply supply;
  double rate;     /* 1/s */
  double from, to; /* s */
  gm_id done;      /* grains brought in so far */
  gm_id waiting; /* of those due when it was last looked: the region is full */
} gm_pour;

typedef struct gm_pours {
  gm_index n;
  gm_pour *row;     /* [n] */
  double largest;   /* m  radius of all that may come or be there */
  int orientations; /* grains keep theirs */
} gm_pours;

/* The pours of a config without faults, which must outlive them.  Requires materials whose
 * radii are noted.  GM_ERR_MEMORY. */
gm_status gm_pours_build(const gm_config *config, const gm_materials *materials,
                         gm_pours *pours);
void gm_pours_clear(gm_pours *pours);

/* Grains due at a time: floor(rate (t - from)), up to `to`. */
gm_id gm_pours_due(const gm_pour *pour, double time);

#endif
