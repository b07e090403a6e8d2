/* tests/carried.h -- meshes made on the spot, carried by virtual particles.
 *
 * Shared by tests that let grains touch them.
 */
#ifndef GM_TESTS_CARRIED_H
#define GM_TESTS_CARRIED_H

#include "pair.h"
#include "solids.h"

typedef struct carried_options {
  double r_min, r_max; /* m  grains */
  double tolerance;    /* 1  infinite: no cell is flagged */
  double
      turn; /* rad  edges that turn less are smooth; 0: facets are the shape */
  gm_surface_facing facing; /* inside: the shape is a room */
  int plain;                /* one patch, nothing but sites */
  int apart;                /* patches are not joined again over convex edges */
} carried_options;

/* A structure of that shape, at rest at the origin; frees `shape`.  Checks what it does. */
gm_structure *carried_structure(pair_scene *p, solid shape,
                                const carried_options *o, gm_index material);

/* What the nearest patch of a structure answers at the body point y, for a grain in reach (m). */
gm_probe carried_nearest(const gm_structure *s, gm_vec3 y, double reach);

#endif
