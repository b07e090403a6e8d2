/* points/voids.h -- finds places for new grains or points among those that there are.
 *
 * Spheres are kept in a hash of cells.  A cell of the zones is filled by darts: trial
 * places that overlap nothing are taken.  After each pass the cell is divided further,
 * and parts in which every place is taken by a sphere are dropped, so that later darts
 * find the gaps that are left (Yue et al. 2018 call this Avoid-a-Void).
 */
#ifndef GM_POINTS_VOIDS_H
#define GM_POINTS_VOIDS_H

#include "base/sphere_hash.h"
#include "points/zones.h"

typedef struct gm_void_sphere {
  gm_vec3 x; /* m */
  double r;  /* m */
} gm_void_sphere;

typedef struct gm_voids {
  gm_sphere_hash hash;
  gm_void_sphere *sphere; /* [n] */
  int32_t n;
  size_t capacity;
} gm_voids;

/* How a cell is to be filled. */
typedef struct gm_voids_fill {
  int passes, darts; /* darts of each pass */
  double factor; /* 1  two spheres may come as near as this times their radii */
  uint32_t seed; /* of random numbers */
  uint64_t item; /* another for each cell and time */
  double (*radius)(const void *how,
                   const double u[2]); /* m  of the next sphere,
                        from two random numbers in (0, 1) */
  const void *how;
  int (*allows)(const void *where, gm_vec3 x,
                double r); /* 0: no sphere may be at x;
                        null: everywhere */
  const void *where;
  int most; /* spheres at most */
} gm_voids_fill;

/* Empties the hash, for about `expected` spheres of radius at most `largest` (m).
 * GM_ERR_MEMORY. */
gm_status gm_voids_begin(gm_voids *voids, int64_t expected, double largest);
void gm_voids_clear(gm_voids *voids);

/* Adds a sphere as row n.  GM_ERR_MEMORY. */
gm_status gm_voids_add(gm_voids *voids, gm_vec3 x, double r);

/* Returns 1 if a sphere at x of radius r is no nearer to any other than `factor` times
 * the sum of their radii. */
int gm_voids_free(const gm_voids *voids, gm_vec3 x, double r, double factor);

/* Calls look(user, row) for the spheres whose centres are within `reach` (m) of x, in a
 * fixed order. */
void gm_voids_near(const gm_voids *voids, gm_vec3 x, double reach,
                   void (*look)(void *user, int32_t row), void *user);

/* Adds spheres with centres in a cell of the zones where there is room; their rows are
 * [old n, n).  GM_ERR_MEMORY. */
gm_status gm_voids_throw(gm_voids *voids, const gm_zones *zones, int64_t cell,
                         const gm_voids_fill *fill);

#endif
