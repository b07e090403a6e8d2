/* structure/fans.h -- the normals of the smooth shape at the corners of its triangles.
 *
 * Room: structure.  May include: base.
 *
 * A fan is the corners of one point that hang together over smooth edges; each has a normal of
 * its own, so a point on a sharp edge has one normal on either side of it.
 */
#ifndef GM_STRUCTURE_FANS_H
#define GM_STRUCTURE_FANS_H

#include "structure/surface.h"

typedef struct gm_fans {
  gm_index n;       /* fans                                                 */
  gm_index *of;     /* [3 triangles]  fan of corner 3 t + k                 */
  gm_index *first;  /* [n + 1]        its corners are corner[first[f]] on   */
  gm_index *corner; /* [3 triangles]  rising within a fan                   */
  gm_vec3 *normal;  /* [n] 1          unit                                  */
  unsigned char
      *pointed; /* [n]  1: the tip of a cone, which has no normal      */
  double *turn; /* [3 triangles] rad  of the side that begins at a corner;
                            -1: sharp or open                                    */
} gm_fans;

/* Fans of a surface whose edges turn by less than `turn` (rad) where it is smooth.
 *
 * Normals have Max's weights (J. Graph. Tools 4 (1999) 1-6), exact where the points lie on a
 * sphere; those of closed regular fans come from a quadric fitted to two rings of neighbours.
 * A wide flat that runs into a rounding is the tangent plane there, and an edge between two
 * flats that turn nowhere else is sharp.
 * Requires: *fans is empty (all zero).  GM_ERR_MEMORY: *fans is empty. */
gm_status gm_fans_build(gm_fans *fans, const gm_surface *surface, double turn);

/* Release every column and leave *fans empty. */
void gm_fans_clear(gm_fans *fans);

/* The side of triangle `q` that it shares with side k of triangle t, which has one beyond. */
GM_INLINE int gm_fans_twin(const gm_surface *s, gm_index t, int k, gm_index q)
{
  const gm_index from = s->corner[t][(k + 1) % 3], to = s->corner[t][k];
  for (int j = 0; j < 2; ++j)
    if (s->corner[q][j] == from && s->corner[q][j + 1] == to) return j;
  return 2;
}

#endif
