/* audit/positions.h -- test positions of grain centres near a surface.
 *
 * Positions over a triangle are distributed by area and moved outwards along the
 * normal. Positions at an edge are distributed along its length.  Around a convex edge
 * they lie in all directions between the two normals, some of them beyond its ends; in
 * a concave edge, at the same distance from both faces; around a border, or an edge of
 * three faces, in all directions.  If grains can touch both sides of the surface,
 * positions lie on both.  Random numbers depend on a counter (base/random.h): a
 * position is a function of its triangle and its number, so that a change of one
 * triangle changes no position at another.
 */
#ifndef GM_AUDIT_POSITIONS_H
#define GM_AUDIT_POSITIONS_H

#include "patch/exact_contacts.h"

typedef struct gm_positions {
  const gm_exact_contacts *minima; /* surface, edges, which sides are outside */
  double low, high;                /* m  range of distances from the surface */
  double per_area;                 /* 1/m2  positions per area of triangles */
  double per_length;               /* 1/m  positions per length of edges */
} gm_positions;

/* Plan about `n` positions on the whole surface, at least one on each triangle and
 * edge, at distances in [low, high] (m). */
gm_positions gm_positions_plan(const gm_exact_contacts *minima, double low,
                               double high, gm_index n);

/* Number of positions that belong to triangle t. */
gm_index gm_positions_count(const gm_positions *p, gm_index t);

/* Position k of triangle t, in m in the body frame. */
gm_vec3 gm_positions_at(const gm_positions *p, gm_index t, gm_index k);

#endif
