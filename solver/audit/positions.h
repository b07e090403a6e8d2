/* audit/positions.h -- where grains can be on a surface: centres to be looked at.
 *
 * Room: audit.  May include: base, structure, scene.
 *
 * Over a triangle: points spread by area, moved out along the normal.  At an edge that turns, by
 * length: over a convex one in any direction between the normals, some of them past its ends;
 * in a concave one as far from both faces; at a border and where three faces meet all around.  On both
 * sides where grains can be on both.  Each by counter (base/random.h): a position is a
 * function of its triangle and its number, so that another triangle changes none.
 */
#ifndef GM_AUDIT_POSITIONS_H
#define GM_AUDIT_POSITIONS_H

#include "structure/minima.h"

typedef struct gm_positions {
  const gm_minima *minima; /* surface, edges, sides */
  double low, high;        /* m  distances from the surface */
  double per_area;         /* 1/m2 */
  double per_length;       /* 1/m */
} gm_positions;

/* About `n` positions on all of the surface, at least one on each triangle and edge, at
 * distances in [low, high] (m). */
gm_positions gm_positions_plan(const gm_minima *minima, double low, double high,
                               gm_index n);

/* How many belong to triangle t. */
gm_index gm_positions_count(const gm_positions *p, gm_index t);

/* The k-th of them, in m in the body frame. */
gm_vec3 gm_positions_at(const gm_positions *p, gm_index t, gm_index k);

#endif
