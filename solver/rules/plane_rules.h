/* rules/plane_rules.h -- what a two-dimensional scene may contain. */
#ifndef GM_RULES_PLANE_RULES_H
#define GM_RULES_PLANE_RULES_H

#include "rules/checker.h"

/* Adds an error for everything that leaves the plane z = 0 in a scene of two dimensions,
 * and for what only such a scene may have.  Sets what the plane determines: the domain is
 * unbounded along z. */
void gm_plane_rules_check(gm_checker *c);

/* Adds an error for every structure that is no extrusion along z and for every motion
 * that leaves the plane z = 0.  Sets what the plane determines: boxes and cylinders
 * extend over the thickness of the domain, free bodies move in the plane. */
void gm_plane_rules_structures(gm_checker *c);

#endif
