/* config/grain_rules.h -- rules about where grains come from.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_GRAIN_RULES_H
#define GM_CONFIG_GRAIN_RULES_H

#include "config/checker.h"

/* Judge all sources of grains; notes how many there are of each material. */
void gm_grain_rules_check(gm_checker *c);

#endif
