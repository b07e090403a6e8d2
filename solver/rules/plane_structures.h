/* rules/plane_structures.h -- structures and motions of a two-dimensional scene. */
#ifndef GM_RULES_PLANE_STRUCTURES_H
#define GM_RULES_PLANE_STRUCTURES_H

#include "rules/checker.h"

/* Adds an error for every structure that is no extrusion along z and for every motion
 * that leaves the plane z = 0.  Sets what the plane determines: boxes and cylinders
 * extend over the thickness of the domain, free bodies move in the plane. */
void gm_plane_structures_check(gm_checker *c);

#endif
