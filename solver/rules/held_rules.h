/* rules/held_rules.h -- rules about groups of held grains.
 */
#ifndef GM_RULES_HELD_RULES_H
#define GM_RULES_HELD_RULES_H

#include "rules/checker.h"

/* Test all groups, and sort the ids that each group names. */
void gm_held_rules_check(gm_checker *c);

/* Returns true if some group holds every grain with this label of source number
 * `source`, whatever its id or place, and if these grains touch free grains only. They
 * then count as a structure in the rules about pairs of materials. */
bool gm_held_rules_all(const gm_config *config, size_t source, int label);

#endif
