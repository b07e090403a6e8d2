/* insert/occupancy.h -- a hash grid of the grains inserted so far, to find free places.
 */
#ifndef GM_INSERT_OCCUPANCY_H
#define GM_INSERT_OCCUPANCY_H

#include "base/sphere_hash.h"
#include "scene/domain.h"
#include "scene/grains.h"

typedef struct gm_occupancy {
  gm_sphere_hash hash;
  gm_index n; /* grains added */
  int still;  /* 1: the grain to place is held and touches free grains only */
  const gm_domain *domain; /* whose periodic images count too; or null */
} gm_occupancy;

/* Prepare for `capacity` grains of radius at most `largest` (m).  GM_ERR_MEMORY. */
gm_status gm_occupancy_init(gm_occupancy *p, gm_index capacity, double largest);
void gm_occupancy_clear(gm_occupancy *p);

/* Add grains [p->n, g->n). */
void gm_occupancy_add(gm_occupancy *p, const gm_grains *g);

/* Returns a grain of g that overlaps a sphere of radius r (m) at x (m), images
 * included, by more than `allowed` times the smaller radius, or -1. */
gm_index gm_occupancy_overlap(const gm_occupancy *p, const gm_grains *g,
                              gm_vec3 x, double r, double allowed);

#endif
