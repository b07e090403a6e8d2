/* rules/structure_rules.h -- rules about a structure, and about segments of a motion.
 */
#ifndef GM_RULES_STRUCTURE_RULES_H
#define GM_RULES_STRUCTURE_RULES_H

#include "rules/checker.h"

/* Test the current structure (gm_checker_item), and record its materials in
 * c->structure. */
void gm_structure_rules_check(gm_checker *c, const gm_config_structure *s);

/* Only record its materials: the rest of it was tested before, and files that it names
 * may have been read since. */
void gm_structure_rules_materials(gm_checker *c, const gm_config_structure *s);

/* Test the `n` segments in the list `motion` of the current item. */
void gm_structure_rules_motion(gm_checker *c, const gm_config_motion *motion,
                               size_t n);

/* The rules of all sources of bodies. */
void gm_structure_rules_bodies(gm_checker *c);

/* Put the shapes of bodies behind the structures of the config, as structures that forces
 * move.  GM_ERR_MEMORY. */
gm_status gm_structure_rules_shapes(gm_config *config);

#endif
