/* hybrid/conversion.h -- grains become material points, and points grains.
 *
 * Every `every` steps the zones are renewed (zones/zones.h), and then
 *
 *   a grain   in the continuum is dissolved, in the coupling zone has the weight w,
 *             elsewhere 1
 *   a point   in the discrete zone is dissolved, in the coupling zone has the weight
 *             1 - w, in the continuum 1
 *   points    are made where a coupling cell or the continuum has gaps between them
 *   grains    are made where a coupling cell that was a continuum has room for them
 *
 * and the masses of new points are such that no mass comes or goes.
 */
#ifndef GM_HYBRID_CONVERSION_H
#define GM_HYBRID_CONVERSION_H

#include "hybrid/conversion_state.h"

/* True if this step begins with a conversion. */
int gm_conversion_due(const gm_conversion_state *c, const gm_scene *scene);

/* Renews the zones, weighs grains and points, removes points, and marks the grains that
 * are dissolved: c->gone, c->n_gone.  GM_ERR_MEMORY. */
gm_status gm_conversion_weigh(gm_conversion_state *c, gm_scene *scene);

/* Makes new points and new grains; requires that the marked grains are removed.
 * GM_ERR_MEMORY. */
gm_status gm_conversion_make(gm_conversion_state *c, gm_scene *scene);

void gm_conversion_clear(gm_conversion_state *c);

#endif
