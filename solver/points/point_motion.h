/* points/point_motion.h -- a step of material points: to the grid, and back.
 *
 *   scatter    mass, momentum and force of stresses at nodes
 *   forces     p* = p + dt (f + m g)
 *              walls and couplings change p*
 *   finish     velocities of nodes
 *   gather     v = (1 - flip) sum S v_i + flip (v + sum S dv_i)
 *              x = x + dt sum S v_i,  strain by the law with L = sum v_i grad S
 */
#ifndef GM_POINTS_POINT_MOTION_H
#define GM_POINTS_POINT_MOTION_H

#include "points/point_grid.h"
#include "points/point_law.h"

/* Clears the grid and adds mass, momentum and the force of stresses of all points.
 * Requires: the grid is sorted. */
void gm_point_motion_scatter(gm_point_grid *g, const gm_points *points,
                             const gm_point_law *law, int threads);

/* Momentum of nodes after `kick` (s) with the forces and gravity (m/s2).  Returns the
 * work (J) that these would do at the velocities before. */
double gm_point_motion_forces(gm_point_grid *g, gm_vec3 gravity, double kick,
                              int threads);

/* Velocities of nodes and their change, from the momentum that walls and couplings have
 * made.  Returns the kinetic energy of these changes, in J. */
double gm_point_motion_finish(gm_point_grid *g, int threads);

#endif
