/* hybrid/homogenise.h -- material points out of grains.
 */
#ifndef GM_HYBRID_HOMOGENISE_H
#define GM_HYBRID_HOMOGENISE_H

#include "hybrid/conversion_state.h"

/* Makes points in the gaps of coupling and continuum cells.  In a coupling cell they are
 * new mass, with velocity and stress of the grains there (zones/means.h); in the
 * continuum they take mass and volume from the points around.  GM_ERR_MEMORY. */
gm_status gm_homogenise_run(gm_conversion_state *c, gm_scene *scene);

#endif
