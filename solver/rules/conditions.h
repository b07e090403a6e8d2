/* rules/conditions.h -- tests the conditions between keys that the key table declares.
 *
 * A key may require, exclude or accompany other keys: needed_by, only_with, either and
 * together of gm_key (config/keys.h).
 */
#ifndef GM_RULES_CONDITIONS_H
#define GM_RULES_CONDITIONS_H

#include "rules/checker.h"

/* Add an error for every number of one item whose conditions are violated.  `list` is
 * the path of the list in the key table, `item` the struct that its keys fill, and the
 * path of the checker is that of the item. */
void gm_conditions_check(gm_checker *c, const char *list, const void *item);

#endif
