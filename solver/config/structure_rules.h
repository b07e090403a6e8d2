/* config/structure_rules.h -- rules about a structure.
 *
 * Room: config.  May include: base.
 */
#ifndef GM_CONFIG_STRUCTURE_RULES_H
#define GM_CONFIG_STRUCTURE_RULES_H

#include "config/checker.h"

/* Judge the structure in hand (gm_checker_item); notes its materials. */
void gm_structure_rules_check(gm_checker *c, const gm_config_structure *s);

#endif
