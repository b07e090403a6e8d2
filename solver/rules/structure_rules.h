/* rules/structure_rules.h -- rules about a structure.
 */
#ifndef GM_RULES_STRUCTURE_RULES_H
#define GM_RULES_STRUCTURE_RULES_H

#include "rules/checker.h"

/* Test the current structure (gm_checker_item), and record its materials in
 * c->structure. */
void gm_structure_rules_check(gm_checker *c, const gm_config_structure *s);

#endif
