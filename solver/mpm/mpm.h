/* mpm/mpm.h -- material points in a step of the run.
 *
 *   gm_mpm_forces   points that have left are removed, the others sorted; mass, momentum
 *                   and forces of nodes; structures.  After it nodes hold the momentum at
 *                   the end of the step, and the velocity before it.
 *   gm_mpm_move     what nodes gained goes back to the points, which move and strain
 *
 * Between the two a coupling may change the momentum of nodes.  Velocities of points are
 * half a step behind positions, as those of grains in a leapfrog.
 */
#ifndef GM_MPM_MPM_H
#define GM_MPM_MPM_H

#include "mpm/mpm_walls.h"

typedef struct gm_mpm {
  int on; /* 0: the scene has no points, now or later */
  gm_point_grid grid;
  gm_mpm_walls walls;
  double flip;    /* 1  part of its own velocity that a point keeps */
  double limit;   /* s  longest stable step */
  gm_index *keep; /* rows that stay */
  gm_index keep_capacity;
} gm_mpm;

/* Modulus of one-dimensional compression (Pa) of a bed of equal grains of diameter d (m),
 * in two dimensions discs of that thickness (m), with
 * contacts of that stiffness (N/m): affine motion of the contacts, times
 * 0.6 for what grains move otherwise. */
double gm_mpm_modulus(int dims, double normal, double tangential, double d,
                      double thickness);

/* Prepares for the scene, whose points and structures stand; scene->continuum receives
 * the law. */
gm_status gm_mpm_build(gm_mpm *mpm, gm_scene *scene, const gm_config *config,
                       double normal, double tangential);
void gm_mpm_clear(gm_mpm *mpm);

/* The first half of a step; kick: s of the forces, half a step in the first.
 * GM_ERR_NUMBER, GM_ERR_MEMORY. */
gm_status gm_mpm_forces(gm_mpm *mpm, gm_scene *scene, double kick, int threads);

/* Of an instant that is measured: points->now receives its velocities, `behind` of the
 * kick after those that points have. */
void gm_mpm_instant(const gm_mpm *mpm, gm_scene *scene, double behind,
                    int threads);

/* The second half. */
gm_status gm_mpm_move(gm_mpm *mpm, gm_scene *scene, int threads);

/* Adds the loads of the step to those of the structures.  Returns their power in W, that
 * of copies, which forces alone move, left out. */
double gm_mpm_add_loads(const gm_mpm *mpm, gm_scene *scene);

#endif
