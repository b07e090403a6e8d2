/* structure/edges.h -- the edges of a surface and the fans around its points.
 *
 * Room: structure.  May include: base.
 *
 * From the corners alone: an edge has any number of triangles, one where the surface is open,
 * three or more where sheets meet.  Edges run from the lower to the higher point and are sorted
 * by these.
 */
#ifndef GM_STRUCTURE_EDGES_H
#define GM_STRUCTURE_EDGES_H

#include "structure/surface.h"

typedef struct gm_edges {
  gm_index n;           /* edges                                          */
  gm_index (*point)[2]; /* [n]      its points, the lower first           */
  gm_index *first;      /* [n + 1]  its sides are side[first[e]] and on   */
  gm_index *side;       /* [3 triangles]  3 triangle + corner it begins at,
                           rising within an edge                          */
  gm_index *of;         /* [3 triangles]  edge of side 3 triangle + corner */
  double *turn;         /* [n] 1/rad  angle between the faces, in [0, pi];
                           -1 where there are not two with a normal       */
  signed char *bend;    /* [n]  where there are two faces, seen from the
                           normals: 1 convex, -1 concave, 0 flat          */

  gm_index *fan_first; /* [points + 1]                                    */
  gm_index *fan;       /* [3 triangles]  3 triangle + corner at the point,
                          rising within a point                           */
} gm_edges;

/* Make *e empty. */
void gm_edges_init(gm_edges *e);

/* Release every column and leave *e empty. */
void gm_edges_clear(gm_edges *e);

/* The edges of a surface, of which points, corners and normals are read.
 *
 * The turn is that of the shape: where the two triangles of an edge run along it the same
 * way, one is looked at from behind.  bend is then what the first of them sees.
 *
 * Requires: *e is empty; a normal is unit, or zero for a triangle without area.
 * GM_ERR_MEMORY: *e is empty. */
gm_status gm_edges_build(gm_edges *e, const gm_surface *surface);

/* Triangles at an edge. */
GM_INLINE gm_index gm_edges_count(const gm_edges *e, gm_index edge)
{
  return e->first[edge + 1] - e->first[edge];
}

#endif
