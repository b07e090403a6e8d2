/* hybrid/mpm.h -- material points in a step of the run.
 *
 *   gm_mpm_forces   points that have left are removed, the others sorted; mass, momentum
 *                   and forces of nodes; structures.  After it nodes hold the momentum at
 *                   the end of the step, and the velocity before it.
 *   gm_mpm_move     what nodes gained goes back to the points, which move and strain
 *
 * Between the two a coupling may change the momentum of nodes.  Velocities of points are
 * half a step behind positions, as those of grains in a leapfrog.
 */
#ifndef GM_HYBRID_MPM_H
#define GM_HYBRID_MPM_H

#include "hybrid/mpm_probe.h"
#include "points/point_grid.h"

/* Structures and material points, through the nodes of the grid.
 *
 * At a node in a solid or nearer to one than the half width of a point, or within a cell
 * of a sheet, the velocity must not go into the structure: with v relative to its surface
 * and the normal n, if v.n < 0
 *
 *   stick     v = 0
 *   slip      the normal part vanishes
 *   friction  so does it, and the tangential part is reduced by at most mu |dv_n|
 *
 * What nodes receive the structure loses, so that free bodies bear the material: they
 * are part of the same impulses, which sweeps over all nodes find. */

/* A node at a structure. */
typedef struct gm_mpm_wall {
  gm_index node, structure;
  gm_vec3 x, n;       /* m, 1  place, normal; 0: deep in the solid */
  gm_vec3 v;          /* m/s   of the surface before this step */
  double friction;    /* 1     negative: it sticks */
  double normal;      /* N s   of the impulse on the node */
  gm_vec3 tangential; /* N s */
} gm_mpm_wall;

/* What a free body gained in this step. */
typedef struct gm_mpm_gain {
  gm_vec3 velocity, spin; /* m/s of its reference point, rad/s */
} gm_mpm_gain;

typedef struct gm_mpm_walls {
  int rule; /* enum gm_choice_walls */
  gm_index structures;
  gm_mpm_form *form; /* [structures] */
  gm_mpm_gain *gain; /* [structures] */
  gm_structure_load
      *load; /* [structures] of the step under way, on structures */
  gm_index n, capacity;
  gm_mpm_wall *row; /* [n] by block, structure and node */
  gm_index pairs, pair_capacity;
  gm_index (*pair)[2]; /* [pairs] block that may reach a structure, structure */
  gm_mpm_wall *candidate; /* rows of a few pairs, before they are joined */
  gm_index *count;        /* of each of these pairs */
  uint8_t *uses;          /* [nodes] rows of each, 0 between steps */
  gm_index node_capacity;
  gm_index *tied; /* rows whose impulses depend on others */
  double lost;    /* J  in the step under way */
  double brought; /* J  likewise, of the transfer */
} gm_mpm_walls;

typedef struct gm_mpm {
  int on; /* 0: the scene has no points, now or later */
  gm_point_grid grid;
  gm_mpm_walls walls;
  double flip;    /* 1  part of its own velocity that a point keeps */
  double limit;   /* s  longest stable step */
  gm_index *keep; /* rows that stay */
  gm_index keep_capacity;
} gm_mpm;

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
