/* mesh/smooth.h -- the smooth surface that the facets of a mesh approximate.
 *
 * Where the dihedral angles of a mesh are below a threshold, its vertices are taken as
 * points of a smooth shape.  Each triangle has a quadratic patch over its barycentric
 * coordinates b,
 *
 *   S(b) = b_0 v_0 + b_1 v_1 + b_2 v_2 + b_0 b_1 c_0 + b_1 b_2 c_1 + b_2 b_0 c_2,
 *   c_k  = ((e.n_j) n_j - (e.n_i) n_i) / 2,  e = v_j - v_i,  i = k,  j = k + 1,
 *
 * where n_i are the normals of the smooth shape at the corners (fans.h).  This is the
 * Phong tessellation of Boubekeur & Alexa, ACM Trans.  Graph. 27 (2008) 141, with the
 * factor 1/2 that makes it exact for quadratic surfaces.  The vector c of a smooth
 * edge is the same for both of its triangles, so their patches meet without a gap.  The
 * middle of an edge rises by |c| / 4.  At a sharp edge each side has normals of its own:
 * the wall of a cylinder rises over its rim, the cap does not, and the two are apart by
 * this rise.  Edges of flat regions have c = 0 and keep every bit of the facets.
 */
#ifndef GM_MESH_SMOOTH_H
#define GM_MESH_SMOOTH_H

#include "mesh/surface.h"

/* Bits of a triangle: edge k is sharp or open; corner k lies on such an edge. */
enum { GM_SMOOTH_SIDE = 1, GM_SMOOTH_CORNER = 8 };

typedef struct gm_smooth {
  gm_index n; /* number of triangles with a curved patch */
  /* [triangles]  row of the curved patch; -1: the triangle is flat */
  gm_index *row;
  float (*side)[3][3]; /* [n] m  edge vectors c_k */
  float *rise;         /* [n] m  largest distance of the patch from its facet */
  /* [triangles] m  chord error of the facet: dihedral angle times the smaller height,
   * over 8, of the worst smooth edge */
  float *chord;
  unsigned char *sharp; /* [triangles]  bit mask of the enum above */
  double highest;       /* m  largest value of `rise` */
  /* number of triangles that stay flat although the mesh is smooth there: in regions that
   * would rise too high, and in regions whose patches would meet at edges */
  gm_index n_high, n_kinked;
} gm_smooth;

/* Builds the smooth surface of a mesh that is smooth where its dihedral angles are below
 * `turn` (rad).  With turn 0 all patches are flat, and edges above 30 degrees count as
 * sharp.  The result does not depend on the number of threads.  In a region between sharp
 * edges all triangles stay flat where a patch would rise more than most_rise (m) above
 * its facet, since such a mesh is too coarse to define a smooth shape, and where the
 * angles between the patches are not far smaller than those between the facets, since
 * their normals then belong to no smooth shape.  Requires: *smooth is empty (all zero).
 * GM_ERR_MEMORY: *smooth is empty. */
gm_status gm_smooth_build(gm_smooth *smooth, const gm_surface *surface,
                          double turn, double most_rise);

/* Release every column and leave *smooth empty. */
void gm_smooth_clear(gm_smooth *smooth);

/* Copies the edge vectors (m) of triangle t to c[3]; returns 0 if the triangle is
 * flat. */
GM_INLINE int gm_smooth_sides(const gm_smooth *smooth, gm_index t, gm_vec3 *c)
{
  const gm_index row = smooth->n ? smooth->row[t] : -1;
  if (row < 0) return 0;
  for (int k = 0; k < 3; ++k) {
    const float *x = smooth->side[row][k];
    c[k] = gm_vec((double)x[0], (double)x[1], (double)x[2]);
  }
  return 1;
}

#endif
