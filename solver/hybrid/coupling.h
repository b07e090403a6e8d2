/* hybrid/coupling.h -- grains and material points that share a velocity.
 *
 * Both move first as if they were alone.  Then the coupled grains pass their mass and
 * momentum to the nodes of the cell in which they were before they moved, with the
 * weights of linear interpolation.  At each node both momenta become those of one
 * velocity,
 *
 *   lambda = (M_g p_p - M_p p_g) / (M_g + M_p),   p_p -= lambda,   p_g += lambda
 *
 * and a grain takes the change sum of w lambda / M_g: momentum is kept exactly, whatever
 * the masses (Yue et al. 2018, equation 8).  Spins are not coupled.  A grain is coupled
 * if its weight is below 1 and all nodes around it have mass of points.
 *
 * Points make one step in a stride of several steps of grains.  Grains are coupled in
 * each of these, with the momentum that points have reached by then: it goes evenly from
 * that before the stride to that after it, less what they gave.  One impulse in a stride
 * would leave grains, which contacts hold, with a mean velocity other than that with
 * which the points move: a bed would sink through itself.
 */
#ifndef GM_HYBRID_COUPLING_H
#define GM_HYBRID_COUPLING_H

#include "points/point_grid.h"
#include "scene/scene.h"

/* Nodes of a cell and their weights. */
typedef struct gm_coupling_cell {
  int n; /* 4 or 8; 0: some node has no points */
  gm_index node[8];
  double weight[8];
} gm_coupling_cell;

/* Working memory. */
typedef struct gm_coupling {
  gm_index *grain;        /* [coupled] rows */
  gm_row4 *was;           /* [coupled] m/s  velocities before the step */
  gm_coupling_cell *cell; /* [coupled] */
  gm_index n;             /* coupled grains */
  gm_row4
      *node; /* [nodes] {momentum, mass} of grains, then {lambda / M_g, .} */
  gm_row4 *gave;     /* [nodes] N s  sum of lambda in the stride */
  gm_index *touched; /* [n_touched] nodes that grains reach */
  gm_index n_touched;
  size_t grain_capacity, node_capacity, touched_capacity;
} gm_coupling;

/* What the coupling of one step did. */
typedef struct gm_coupling_result {
  double swiftest; /* m/s  largest change of a grain's velocity */
  double work;     /* J  on grains */
  double
      loss; /* J  of kinetic energy, of both together: that of points at the end of
                      a stride, when they move */
  double error; /* 1  as gm_partition_sums.coupling_error */
} gm_coupling_result;

/* Notes the velocities of the grains that may be coupled, before they move.
 * GM_ERR_MEMORY. */
gm_status gm_coupling_note(gm_coupling *coupling, const gm_grains *grains);

/* Begins a stride with the nodes of the grid.  GM_ERR_MEMORY. */
gm_status gm_coupling_begin(gm_coupling *coupling, const gm_point_grid *grid);

/* Couples grains that were noted and have moved over dt (s) with the nodes, whose momenta
 * are those at the end of the stride; nodes below the mass `least` (kg) carry no points.
 * left: the part of the stride that is to come; at 0 momenta of nodes become those of
 * both.
 * GM_ERR_MEMORY. */
gm_status gm_coupling_run(gm_coupling *coupling, gm_point_grid *grid,
                          gm_grains *grains, double dt, double least,
                          double left, int threads, gm_coupling_result *result);

void gm_coupling_clear(gm_coupling *coupling);

#endif
