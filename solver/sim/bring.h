/* sim/bring.h -- adds grains from arrays of the caller.
 */
#ifndef GM_SIM_BRING_H
#define GM_SIM_BRING_H

#include "sim/sim.h"

typedef struct gm_bring {
  size_t n;
  const double *x, *r, *v; /* [3 n] m, [n] m, [3 n] m/s or null */
  const char *material;
} gm_bring;

/* Before the start: add a list of grains to the scene.  GM_ERR_INPUT: a number is not
 * finite, or a radius is not positive. */
gm_status gm_bring_list(gm_sim *sim, const gm_bring *bring);

/* Between steps: append the grains to the scene.  GM_ERR_INPUT: the material is
 * unknown, a number is not finite, or a radius does not suit the scene. */
gm_status gm_bring_append(gm_sim *sim, const gm_bring *bring);

#endif
