/* narrow/held_mobility.h -- effective mass of contacts between two held bodies.
 *
 * A held grain has no mobility, so a pair of them has an infinite effective mass, from
 * which no dashpot can be made.
 */
#ifndef GM_NARROW_HELD_MOBILITY_H
#define GM_NARROW_HELD_MOBILITY_H

#include "narrow/block.h"
#include "scene/scene.h"

/* Sets the mobility of contacts between two held grains to its value for free grains.
 * k0: index in the list of the block's first pair; c: contacts in the block. */
void gm_held_mobility_fill(gm_block *k, const gm_scene *scene, gm_index k0,
                           int c);

#endif
