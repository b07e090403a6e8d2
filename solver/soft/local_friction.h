/* soft/local_friction.h -- friction coefficients that vary over a structure's surface. */
#ifndef GM_SOFT_LOCAL_FRICTION_H
#define GM_SOFT_LOCAL_FRICTION_H

#include "narrow/block.h"
#include "scene/scene.h"

/* True if some structure has a property that varies over its surface. */
int gm_local_friction_any(const gm_structures *structures);

/* Multiplies the friction coefficient of the c grain-structure contacts of a block by the
 * local factor of the surface; contacts [c, up) copy the last.  k0: list index of the
 * block's first pair.  Requires: the columns of coefficients are filled. */
void gm_local_friction_apply(gm_block *k, const gm_scene *scene, gm_index k0,
                             int c, int up);

#endif
