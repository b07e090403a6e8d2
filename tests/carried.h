/* tests/carried.h -- meshes made by tests, represented by virtual particles.
 *
 * Shared by tests that let grains touch them.
 */
#ifndef GM_TESTS_CARRIED_H
#define GM_TESTS_CARRIED_H

#include "pair.h"
#include "solids.h"

typedef struct carried_options {
  double r_min, r_max; /* m  radii of the grains */
  double tolerance;    /* 1  infinite: no cell is flagged */
  double
      /* rad  edges with a smaller dihedral angle are smooth; 0: the facets are the
       * shape */
      turn;
  gm_facing facing; /* inside: the shape is a room */
  int plain;        /* a single patch without triangles */
  int apart;        /* do not merge patches over convex edges */
} carried_options;

/* Makes a structure of that shape, at rest at the origin; frees `shape` and checks
 * success. */
gm_structure *carried_structure(pair_scene *p, solid shape,
                                const carried_options *o, gm_index material);

/* The result of the nearest patch of a structure at the body point y, for a range
 * `reach` (m). */
gm_query_result carried_nearest(const gm_structure *s, gm_vec3 y, double reach);

#endif
