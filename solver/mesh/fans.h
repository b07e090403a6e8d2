/* mesh/fans.h -- vertex normals of the smooth shape.
 *
 * A fan is a set of triangle corners at one point, connected over smooth edges.  Each
 * fan has its own normal, so a point on a sharp edge has a normal on either side of it.
 */
#ifndef GM_MESH_FANS_H
#define GM_MESH_FANS_H

#include "mesh/surface.h"

typedef struct gm_fans {
  gm_index n;   /* number of fans */
  gm_index *of; /* [3 triangles]  fan of corner 3 t + k */
  /* [n + 1]  fan f has the corners corner[first[f]] to corner[first[f + 1] - 1] */
  gm_index *first;
  gm_index *corner; /* [3 triangles]  corners sorted by fan, then by number */
  gm_vec3 *normal;  /* [n] 1          unit                                  */
  unsigned char *pointed; /* [n]  1: the tip of a cone, which has no normal */
  /* [3 triangles] rad  dihedral angle of the edge that starts at a corner; -1: sharp or
   * open */
  double *turn;
} gm_fans;

/* Release every column and leave *fans empty. */
void gm_fans_clear(gm_fans *fans);

/* Edge k of triangle t is shared with the adjacent triangle q; returns its number in
 * q. */
GM_INLINE int gm_fans_twin(const gm_surface *s, gm_index t, int k, gm_index q)
{
  const gm_index from = s->corner[t][(k + 1) % 3], to = s->corner[t][k];
  for (int j = 0; j < 2; ++j)
    if (s->corner[q][j] == from && s->corner[q][j + 1] == to) return j;
  return 2;
}

/* Builds the fans of a surface that is smooth where its dihedral angles are below
 * `turn` (rad).
 *
 * Normals have Max's weights (J.  Graph.  Tools 4 (1999) 1-6), which are exact if the
 * points lie on a sphere; for closed regular fans they come from a quadric fitted to
 * two rings of neighbours.  A large flat region that continues into a rounding
 * determines the tangent plane there; an edge between two flat regions without other
 * smooth edges is sharp.  Requires: *fans is empty (all zero).  GM_ERR_MEMORY: *fans is
 * empty. */
gm_status gm_fans_build(gm_fans *fans, const gm_surface *surface, double turn);

#endif
