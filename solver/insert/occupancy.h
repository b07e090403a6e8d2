/* insert/occupancy.h -- a hash grid of the grains inserted so far, to find free places.
 */
#ifndef GM_INSERT_OCCUPANCY_H
#define GM_INSERT_OCCUPANCY_H

#include "scene/domain.h"
#include "scene/grains.h"

typedef struct gm_occupancy {
  double width;         /* m  cell size: twice the largest radius */
  gm_index n_buckets;   /* a power of two */
  gm_index *head;       /* [n_buckets] last grain of a bucket, -1: empty */
  gm_index *next;       /* [capacity]  next grain of the same bucket */
  gm_index n, capacity; /* grains added, and allocated */
  int still; /* 1: the grain to place is held and touches free grains only */
  const gm_domain *domain; /* whose periodic images count too; or null */
} gm_occupancy;

/* Cell along an axis, clamped to the range of integers: coordinates beyond `edge` cells
 * share one cell, and the test of distances decides in the end. */
GM_INLINE int64_t gm_occupancy_cell(double x, double width)
{
  const double edge = 1.0e12;
  return (int64_t)fmax(-edge, fmin(floor(x / width), edge));
}

/* Bucket of a cell, of a power of two. */
GM_INLINE gm_index gm_occupancy_bucket(int64_t x, int64_t y, int64_t z,
                                       gm_index buckets)
{
  const uint64_t h = (uint64_t)x * 0x9e3779b97f4a7c15ull ^
                     (uint64_t)y * 0xc2b2ae3d27d4eb4full ^
                     (uint64_t)z * 0x165667b19e3779f9ull;
  return (gm_index)((h ^ h >> 29) & (uint64_t)(buckets - 1));
}

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
