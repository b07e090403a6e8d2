/* rules/motion_rules.h -- rules about the segments of a motion.
 */
#ifndef GM_RULES_MOTION_RULES_H
#define GM_RULES_MOTION_RULES_H

#include "rules/checker.h"

/* Test the `n` segments in the list `motion` of the current item. */
void gm_motion_rules_check(gm_checker *c, const gm_config_motion *motion,
                           size_t n);

#endif
