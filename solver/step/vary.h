/* step/vary.h -- coefficients that vary over a structure.
 *
 * Room: step.  May include: all rooms below.
 */
#ifndef GM_STEP_VARY_H
#define GM_STEP_VARY_H

#include "scene/block.h"
#include "scene/scene.h"

/* Does some structure have a property that varies? */
int gm_vary_any(const gm_structures *structures);

/* Multiply the friction of the first c rows of the block, contacts with structures of which the
 * first of the block is row k0 of the list, by what their structures say there; the rows up to
 * `up` are copies of the last.  Requires: the columns of coefficients are filled. */
void gm_vary_friction(gm_block *k, const gm_scene *scene, gm_index k0, int c,
                      int up);

#endif
