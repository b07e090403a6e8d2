/* points/means.h -- what grains did on average, on the nodes of the grid of zones.
 *
 * Nodes are the corners of cells; a grain or a contact counts at those of its cell, with
 * the weights of linear interpolation.  Sums run since the last conversion of grains into
 * material points, which takes velocity and stress from them.
 */
#ifndef GM_POINTS_MEANS_H
#define GM_POINTS_MEANS_H

#include "points/zones.h"

/* Sums of whole grains over all samples. */
typedef struct gm_mean {
  double mass;      /* kg */
  double volume;    /* m3  of solid */
  gm_vec3 momentum; /* kg m/s */
  double
      stress[6]; /* J  stress times volume: xx, yy, zz, xy, yz, zx; negative in
                       compression */
} gm_mean;

typedef struct gm_means {
  gm_mean *node;   /* [nodes] x fastest */
  int64_t samples; /* taken since the last conversion */
  double full;     /* m3  volume of a node inside the bed, at least */
} gm_means;

/* Nodes around a point and their weights. */
typedef struct gm_means_stencil {
  int n; /* 4 or 8; 0: the point is outside the grid */
  int64_t node[8];
  double weight[8];
} gm_means_stencil;

/* Number of nodes. */
int64_t gm_means_nodes(const gm_zones *zones);

/* Makes the nodes, all zero.  GM_ERR_MEMORY. */
gm_status gm_means_init(gm_means *means, const gm_zones *zones);
void gm_means_clear(gm_means *means);

/* Sets all sums to zero. */
void gm_means_begin(gm_means *means, const gm_zones *zones);

gm_means_stencil gm_means_around(const gm_zones *zones, gm_vec3 x);

/* The sums at x, interpolated. */
gm_mean gm_means_at(const gm_means *means, const gm_zones *zones, gm_vec3 x);

/* The sum of all nodes inside the bed whose depth is above `depth` (m), and their number.
 * Nodes at or in structures, which may be deep too, have less than 0.7 of the largest
 * volume and do not count; finds means->full. */
gm_mean gm_means_deep(gm_means *means, const gm_zones *zones, double depth,
                      int64_t *nodes);

#endif
