/* points/partition.h -- what a hybrid material remembers from step to step.
 *
 * Grains and material points divide the material: w of the mass are grains, 1 - w are
 * points.  The zones say where which share holds.  Mass that has left one description
 * and is not in the other yet is owed, and the next conversion pays it.
 */
#ifndef GM_POINTS_PARTITION_H
#define GM_POINTS_PARTITION_H

#include "points/means.h"
#include "points/voids.h"

/* Sums since the start. */
typedef struct gm_partition_sums {
  double to_points, to_grains; /* kg  that changed the description */
  double owed;                 /* kg  that left one and is not in the other */
  double
      energy; /* J  added by conversions: kinetic, potential, elastic of points */
  double work; /* J  of the coupling on grains */
  double loss; /* J  of kinetic energy by the coupling, of both together */
  double lent; /* J  the same of grains alone, in the stride under way */
  double
      coupling_error; /* 1  largest of any step: sum of the impulses on grains and on
                            points over the sum of their sizes */
  gm_id made, dissolved; /* grains */
  gm_id coupled;         /* grains that shared a velocity in the last step */
} gm_partition_sums;

/* A piece of the bed as it was at the first conversion, repeated in space: the places of
 * new grains. */
typedef struct gm_partition_bed {
  gm_void_sphere *sphere; /* [n] places from the low corner, radii; by cell */
  int64_t n;
  int64_t *first; /* [cells + 1] row of the first sphere of a cell, x fastest */
  int low[3],
      side[3]; /* cells  low corner in the grid of zones, extent; 0: none */
} gm_partition_bed;

typedef struct gm_partition {
  gm_zones zones; /* cell 0: the material is not a hybrid one */
  gm_means means;
  gm_partition_bed bed;
  double density;  /* kg/m3  of the dense bed; 0: not known yet */
  double fraction; /* 1  solid fraction of it */
  double radius, spread, least, most; /* m  mean radius of the grains, standard
                                         deviation, smallest, largest */
  gm_index material, label;           /* of new grains */
  gm_partition_sums sums;
} gm_partition;

void gm_partition_clear(gm_partition *partition);

#endif
