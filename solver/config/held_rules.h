/* config/held_rules.h -- what groups of held grains must fulfil.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_HELD_RULES_H
#define GM_CONFIG_HELD_RULES_H

#include "config/checker.h"

/* Judge all groups, and sort the ids of each. */
void gm_held_rules_check(gm_checker *c);

/* Does some group hold all grains of this label of source number `source`, whoever and
 * wherever they are, and touch free grains alone?  They meet others as a structure does. */
bool gm_held_rules_all(const gm_config *config, size_t source, int label);

#endif
