/* scene/segments.h -- from the segments of a config to a motion.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_SEGMENTS_H
#define GM_SCENE_SEGMENTS_H

#include "config/config.h"
#include "structure/motion.h"

/* Make the segments; tables were read.  GM_ERR_MEMORY: clear what there is. */
gm_status gm_segments_build(const gm_config_motion *config, size_t n,
                            gm_motion **motion, int *made);

/* Release the segments and what they hold. */
void gm_segments_clear(gm_motion **motion, int *n);

#endif
