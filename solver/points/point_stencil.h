/* points/point_stencil.h -- the nodes around one point, or around a grain.
 */
#ifndef GM_POINTS_POINT_STENCIL_H
#define GM_POINTS_POINT_STENCIL_H

#include "points/point_grid.h"

/* Nodes and weights of a box of half width l h. */
typedef struct gm_point_stencil {
  int n; /* 9 or 27 */
  gm_index node
      [GM_POINT_NODES]; /* index in grid->node, -1: it does not exist; beyond a
                                    periodic side the node that it stands for */
  double weight[GM_POINT_NODES];
} gm_point_stencil;

/* The stencil at x (m). */
void gm_point_stencil_at(const gm_point_grid *g, gm_vec3 x,
                         gm_point_stencil *stencil);

/* Position in m of node `node` (index in grid->node). */
gm_vec3 gm_point_stencil_place(const gm_point_grid *g, gm_index node);

#endif
