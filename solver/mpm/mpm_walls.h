/* mpm/mpm_walls.h -- structures and material points, through the nodes of the grid.
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
 * are part of the same impulses, which sweeps over all nodes find.
 */
#ifndef GM_MPM_MPM_WALLS_H
#define GM_MPM_MPM_WALLS_H

#include "mpm/mpm_probe.h"
#include "points/point_grid.h"

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
} gm_mpm_walls;

gm_status gm_mpm_walls_init(gm_mpm_walls *w, const gm_scene *scene,
                            const gm_config *config);
void gm_mpm_walls_clear(gm_mpm_walls *w);

/* Changes the momentum of nodes after the forces, which acted for `kick` (s); fills loads
 * and loss of the step.  GM_ERR_MEMORY. */
gm_status gm_mpm_walls_run(gm_mpm_walls *w, gm_point_grid *g,
                           const gm_scene *scene, double kick, int threads);

/* Puts points in solids back to the surface.  Returns the potential energy they gain, in
 * J. */
double gm_mpm_walls_return(const gm_mpm_walls *w, gm_point_grid *g,
                           gm_scene *scene, int threads);

#endif
