/* config/motion_rules.h -- what the segments of a motion must fulfil together.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_MOTION_RULES_H
#define GM_CONFIG_MOTION_RULES_H

#include "config/checker.h"

/* Judge the `n` segments at `motion` of the item in hand. */
void gm_motion_rules_check(gm_checker *c, const gm_config_motion *motion,
                           size_t n);

#endif
