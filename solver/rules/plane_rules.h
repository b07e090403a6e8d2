/* rules/plane_rules.h -- what a two-dimensional scene may contain. */
#ifndef GM_RULES_PLANE_RULES_H
#define GM_RULES_PLANE_RULES_H

#include "rules/checker.h"

/* Adds an error for everything that leaves the plane z = 0 in a scene of two dimensions,
 * and for what only such a scene may have.  Sets what the plane determines: the domain is
 * unbounded along z. */
void gm_plane_rules_check(gm_checker *c);

/* Adds an error if a vector has a component along z. */
void gm_plane_rules_in(gm_checker *c, const char *key, gm_vec3 v,
                       const char *what);

/* Adds an error if an axis or angular velocity has a component in the plane. */
void gm_plane_rules_about(gm_checker *c, const char *key, gm_vec3 v,
                          const char *what);

/* Returns true if the plane passes between two heights (m); else adds an error. */
bool gm_plane_rules_cuts(gm_checker *c, const char *key, double low,
                         double high);

/* Adds an error for every segment of the motion of list[row] that leaves the plane. */
void gm_plane_rules_motion(gm_checker *c, const char *list, size_t row,
                           const gm_config_motion *motion, size_t n);

#endif
