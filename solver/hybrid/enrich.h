/* hybrid/enrich.h -- grains out of material points.
 */
#ifndef GM_HYBRID_ENRICH_H
#define GM_HYBRID_ENRICH_H

#include "hybrid/conversion_state.h"

/* Makes grains in coupling cells whose points hold more mass than their grains: first at
 * the places of the bed (hybrid/bed_piece.h), then wherever there is room.  Velocity and
 * spin are means over points and older grains near by.  GM_ERR_MEMORY. */
gm_status gm_enrich_run(gm_conversion_state *c, gm_scene *scene);

#endif
