/* points/point_gather.h -- from the grid back to the points.
 */
#ifndef GM_POINTS_POINT_GATHER_H
#define GM_POINTS_POINT_GATHER_H

#include "points/point_grid.h"
#include "points/point_law.h"

/* Velocities, strains and positions of points after dt (s).  flip: 1 adds the change of
 * the grid's velocity, 0 takes that velocity.  Adds to *sum what was lost, but for the
 * kinetic energy of the changes of nodes, and the work, also of gravity (m/s2).
 * GM_ERR_NUMBER: a position is not finite or a volume vanishes.  GM_ERR_MEMORY. */
gm_status gm_point_gather_move(gm_point_grid *g, gm_points *points,
                               const gm_point_law *law, gm_vec3 gravity,
                               double flip, double dt, gm_point_sums *sum,
                               int threads);

/* change[points] receives the change of the velocity of each point that the grid holds
 * before it is finished, in m/s. */
void gm_point_gather_change(const gm_point_grid *g, const gm_points *points,
                            gm_row4 *change, int threads);

#endif
