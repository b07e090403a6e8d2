/* patch/sampled_sets.h -- finds the pairs of pieces that one grain can touch at once.
 *
 * The exact contacts (patch/exact_contacts.h) are sampled for grain centres on a grid of
 * spacing D = 0.57 r on the grains' side of the surface.  Every point lies within 0.87 D
 * (half the diagonal of a cell) of a grid point; this distance is added to the radius, so
 * that no set of contacts of a centre between grid points is overlooked.
 */
#ifndef GM_PATCH_SAMPLED_SETS_H
#define GM_PATCH_SAMPLED_SETS_H

#include "patch/exact_contacts.h"

typedef struct gm_sampled_sets {
  gm_index n; /* number of pairs */
  /* [n]  pieces touched at once, the lower first, each pair once, sorted */
  gm_index (*pair)[2];
  gm_index n_crowded; /* number of centres with two contacts or more */
  gm_vec3 *crowded;   /* [n_crowded] m  these centres */
} gm_sampled_sets;

/* Release both columns and leave *s empty. */
void gm_sampled_sets_clear(gm_sampled_sets *s);

/* Samples the contact sets of grains of radius r and adds the results to *s.
 *
 * of[t] is the piece of triangle t; an edge or vertex belongs to the pieces of all its
 * triangles.  `margin` is eta of the tangent-plane test.  GM_ERR_MEMORY: some results
 * were added. */
gm_status gm_sampled_sets_add(gm_sampled_sets *s,
                              const gm_exact_contacts *minima,
                              const gm_index *of, double r, double margin);

#endif
