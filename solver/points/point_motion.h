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

/* Nodes and weights of a box of half width l h. */
typedef struct gm_point_stencil {
  int n; /* 9 or 27 */
  gm_index node
      [GM_POINT_NODES]; /* index in grid->node, -1: it does not exist; beyond a
                                    periodic side the node that it stands for */
  double weight[GM_POINT_NODES];
} gm_point_stencil;

/* The stencil at x (m). */
void gm_point_motion_stencil(const gm_point_grid *g, gm_vec3 x,
                             gm_point_stencil *stencil);

/* Velocities, strains and positions of points after dt (s).  flip: 1 adds the change of
 * the grid's velocity, 0 takes that velocity.  Adds to *sum what was lost, but for the
 * kinetic energy of the changes of nodes, and the work, also of gravity (m/s2).
 * GM_ERR_NUMBER: a position is not finite or a volume vanishes.  GM_ERR_MEMORY. */
gm_status gm_point_motion_gather(gm_point_grid *g, gm_points *points,
                                 const gm_point_law *law, gm_vec3 gravity,
                                 double flip, double dt, gm_point_sums *sum,
                                 int threads);

/* change[points] receives the change of the velocity of each point that the grid holds
 * before it is finished, in m/s. */
void gm_point_motion_change(const gm_point_grid *g, const gm_points *points,
                            gm_row4 *change, int threads);

#endif
