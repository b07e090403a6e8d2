/* mesh/edges.h -- the edges of a surface, and the triangles around each point.
 *
 * Built from the corners alone: an edge has one triangle where the surface is open,
 * two, or three and more where surfaces meet.  Edges run from their lower to their
 * higher point and are sorted by these.
 */
#ifndef GM_MESH_EDGES_H
#define GM_MESH_EDGES_H

#include "mesh/surface.h"

typedef struct gm_edges {
  gm_index n;           /* number of edges */
  gm_index (*point)[2]; /* [n]      points of the edge, the lower first */
  /* [n + 1]  edge e has the half-edges side[first[e]] to side[first[e + 1] - 1] */
  gm_index *first;
  /* [3 triangles]  half-edges, as 3 triangle + corner, sorted by edge, then by number */
  gm_index *side;
  /* [3 triangles]  edge of half-edge 3 triangle + corner */
  gm_index *of;
  /* [n] rad  dihedral angle between the face normals, in [0, pi]; -1 unless there are
   * two triangles with normals */
  double *turn;
  /* [n]  convexity of an edge of two triangles, seen from the side of the normals: 1
   * convex, -1 concave, 0 flat */
  signed char *bend;

  /* [points + 1]  point p has the corners fan[fan_first[p]] to fan[fan_first[p + 1] -
   * 1] */
  gm_index *fan_first;
  /* [3 triangles]  corners, as 3 triangle + k, sorted by point, then by number */
  gm_index *fan;
} gm_edges;

/* Make *e empty. */
void gm_edges_init(gm_edges *e);

/* Release every column and leave *e empty. */
void gm_edges_clear(gm_edges *e);

/* Builds the edges; reads points, corners and normals of the surface.
 *
 * The dihedral angle is that of the shape: where the two triangles of an edge have
 * opposite orientation, one of the normals is reversed.  The sign in `bend` is then as
 * seen from the normal of the first triangle.
 *
 * Requires: *e is empty; a normal is of unit length, or zero for a triangle without area.
 * GM_ERR_MEMORY: *e is empty. */
gm_status gm_edges_build(gm_edges *e, const gm_surface *surface);

/* Number of triangles at an edge. */
GM_INLINE gm_index gm_edges_count(const gm_edges *e, gm_index edge)
{
  return e->first[edge + 1] - e->first[edge];
}

/* Separates real creases from sharp edges made by the tessellation.
 *
 * Irregular tessellations of smooth shapes contain slivers whose normals are dominated
 * by rounding.  A few of their edges, isolated or in short runs, exceed the dihedral
 * angle of a crease.  A real crease continues until it meets another crease, a border
 * or itself. */

/* angle[3 triangles] holds the dihedral angle (rad) of each half-edge 3 t + k, negative
 * where the edge does not have two triangles; sharp[3 triangles] is 1 where the edge
 * counts as sharp.  Clears the marks of every group of at most three connected sharp
 * edges that does not close to a loop, if all of them have dihedral angles of at most 1.5
 * limit (rad).  If a triangle at the group is a sliver, angles up to a right angle are
 * accepted.  GM_ERR_MEMORY: sharp[] is unchanged. */
gm_status gm_edges_soften(const gm_surface *surface, double limit,
                          const double *angle, unsigned char *sharp);

#endif
