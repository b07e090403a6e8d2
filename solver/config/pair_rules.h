/* config/pair_rules.h -- rules about pairs of materials and the law between them.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_PAIR_RULES_H
#define GM_CONFIG_PAIR_RULES_H

#include "config/checker.h"

/* Forms of the law that exist. */
void gm_pair_rules_law(gm_checker *c);

/* Note which pairs are given; false if some pair is not readable. */
bool gm_pair_rules_check(gm_checker *c);

/* Faults for pairs that can meet, by what was noted, and are not given. */
void gm_pair_rules_meet(gm_checker *c);

#endif
