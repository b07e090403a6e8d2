/* assembly/clump_state.h -- velocities and energy of a clump at the instant of positions.
 */
#ifndef GM_ASSEMBLY_CLUMP_STATE_H
#define GM_ASSEMBLY_CLUMP_STATE_H

#include "scene/scene.h"

typedef struct gm_clump_state {
  gm_vec3 velocity, spin; /* m/s, rad/s  world */
  gm_vec3 momentum;       /* kg m2/s  angular, about the centre, world */
  double kinetic;         /* J  translation and rotation */
} gm_clump_state;

/* kick: s, what stored velocities lack (integrate/scheme.h).  Requires the loads of the
 * instant unless kick is 0. */
gm_clump_state gm_clump_state_at(const gm_clump *c, gm_vec3 gravity,
                                 double kick);

#endif
