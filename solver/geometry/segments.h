/* geometry/segments.h -- build motion segments and conveyors from the config.
 */
#ifndef GM_GEOMETRY_SEGMENTS_H
#define GM_GEOMETRY_SEGMENTS_H

#include "config/config.h"
#include "motion/conveyor.h"
#include "motion/motion.h"

/* Build the n segments; *made receives the number built.  Requires: motion tables were
 * read.  On GM_ERR_MEMORY the caller clears the segments that were built. */
gm_status gm_segments_build(const gm_config_motion *config, size_t n,
                            gm_motion **motion, int *made);
/* Conveyor `number` of a structure, switched off; its part has the bit of that number. */
gm_conveyor gm_segments_conveyor(const gm_config_conveyor *config,
                                 size_t number);

#endif
