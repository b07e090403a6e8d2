/* rules/drive_rules.h -- rules about structures that forces or servos move. */
#ifndef GM_RULES_DRIVE_RULES_H
#define GM_RULES_DRIVE_RULES_H

#include "rules/checker.h"

/* Test free, servo and the motion beside them, of the structure that is the current
 * item. */
void gm_drive_rules_check(gm_checker *c, const gm_config_structure *s);

#endif
