/* rules/grain_rules.h -- rules about the sources of grains.
 */
#ifndef GM_RULES_GRAIN_RULES_H
#define GM_RULES_GRAIN_RULES_H

#include "rules/checker.h"

/* Test all sources of grains, and count in c->grains how many grains of each material
 * they may insert. */
void gm_grain_rules_check(gm_checker *c);

/* Test all groups, and sort the ids that each group names. */
void gm_grain_rules_held(gm_checker *c);

#endif
