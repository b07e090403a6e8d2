/* points/level.h -- the depth below the surface of a material, from its solid fraction.
 *
 * The surface lies where the solid fraction passes a threshold between the centres of
 * two neighbouring level cells, at the place of linear interpolation.  The depth of a
 * level node is its distance from the nearest such place, positive inside.
 */
#ifndef GM_POINTS_LEVEL_H
#define GM_POINTS_LEVEL_H

#include "points/zones.h"

/* Working memory that is kept from one call to the next. */
typedef struct gm_level {
  gm_vec3 *point;   /* [points] m  places where the surface crosses */
  int32_t *nearest; /* [level nodes] row of point[], -1: none known */
  int32_t *queue;   /* [queue_size] nodes to spread from, a ring */
  uint8_t *waits;   /* [level nodes] 1: is in the queue */
  size_t points_capacity, nodes_capacity;
  int32_t n; /* points */
} gm_level;

/* Computes zones->distance from zones->packing.  closed: beyond the grid is more of the
 * same; else it is empty.  Depths beyond zones->reach are that with their sign.
 * GM_ERR_MEMORY. */
gm_status gm_level_build(gm_level *level, gm_zones *zones, double threshold,
                         int closed);

void gm_level_clear(gm_level *level);

#endif
