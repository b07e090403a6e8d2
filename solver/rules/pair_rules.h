/* rules/pair_rules.h -- rules about the contact law and the pairs of materials.
 */
#ifndef GM_RULES_PAIR_RULES_H
#define GM_RULES_PAIR_RULES_H

#include "rules/checker.h"

/* Add an error if the contact law does not exist with the chosen cohesion. */
void gm_pair_rules_law(gm_checker *c);

/* Test the pairs of the scene and record them in c->pair.  Returns false if some pair
 * cannot be read. */
bool gm_pair_rules_check(gm_checker *c);

/* Add an error for every pair of materials that can meet, by c->grains and
 * c->structure, and has no coefficients. */
void gm_pair_rules_meet(gm_checker *c);

/* Makes contacts.law `collisions` where an engine is chosen, before any other rule reads
 * it; adds errors for an engine that is missing, and for pairs of contacts beside it. */
void gm_pair_rules_choose(gm_checker *c);

/* Adds errors for what hard grains do not do, and for materials that lack what a contact
 * law needs. */
void gm_pair_rules_hard(gm_checker *c);

#endif
