/* smooth/fans_build.h -- finds the fans of a surface and computes their normals. */
#ifndef GM_SMOOTH_FANS_BUILD_H
#define GM_SMOOTH_FANS_BUILD_H

#include "smooth/fans.h"

/* Builds the fans of a surface that is smooth where its dihedral angles are below
 * `turn` (rad).
 *
 * Normals have Max's weights (J.  Graph.  Tools 4 (1999) 1-6), which are exact if the
 * points lie on a sphere; for closed regular fans they come from a quadric fitted to
 * two rings of neighbours.  A large flat region that continues into a rounding
 * determines the tangent plane there; an edge between two flat regions without other
 * smooth edges is sharp.  Requires: *fans is empty (all zero).  GM_ERR_MEMORY: *fans is
 * empty. */
gm_status gm_fans_build(gm_fans *fans, const gm_surface *surface, double turn);

#endif
