/* structure/smooth.h -- the smooth surface that the facets of a mesh approximate.
 *
 * Room: structure.  May include: base.
 *
 * Where the edges of a mesh turn less than a threshold, its triangles are taken as samples of a
 * smooth shape.  Each triangle carries a quadratic patch over its barycentric coordinates b,
 *
 *   S(b) = b_0 v_0 + b_1 v_1 + b_2 v_2 + b_0 b_1 c_0 + b_1 b_2 c_1 + b_2 b_0 c_2,
 *   c_k  = ((e.n_j) n_j - (e.n_i) n_i) / 2     of the side e = v_j - v_i with i = k,
 *
 * where n_i are the normals of the smooth shape at the corners (fans.h).  It is the Phong
 * tessellation of Boubekeur & Alexa, ACM Trans. Graph. 27 (2008) 141, with the factor 1/2 that
 * makes it exact for quadratics.  A side's vector is the same seen from both of its triangles, so
 * patches meet without gaps.  The middle of a side rises by |c| / 4.  Sides of flat regions and
 * sharp edges have c = 0 and keep every bit of the facets.
 */
#ifndef GM_STRUCTURE_SMOOTH_H
#define GM_STRUCTURE_SMOOTH_H

#include "structure/surface.h"

/* Bits of a triangle: side k is sharp or open, corner k lies on such a side. */
enum { GM_SMOOTH_SIDE = 1, GM_SMOOTH_CORNER = 8 };

typedef struct gm_smooth {
  gm_index n;          /* triangles with a curved patch                       */
  gm_index *row;       /* [triangles]  theirs, -1 for a flat one              */
  float (*side)[3][3]; /* [n] m        vectors c_k                            */
  float *rise;         /* [n] m        the patch stays so near to its facet   */
  float *chord;        /* [triangles] m  chord error of the facets: turn times
                           the smaller height, over 8, of the worst smooth side */
  unsigned char
      *sharp;     /* [triangles]  bits of the enum above                 */
  double highest; /* m            largest of `rise`                      */
} gm_smooth;

/* Make the smooth surface of a mesh whose edges turn by less than `turn` (rad) where it is
 * smooth; with turn 0 all patches are flat, and what turns by 30 degrees is sharp.  The same on any number of threads.
 * A region within sharp sides that would rise by more than most_rise (m) keeps its facets: they are
 * too coarse to tell of a shape.
 * Requires: *smooth is empty (all zero).
 * GM_ERR_MEMORY: *smooth is empty. */
gm_status gm_smooth_build(gm_smooth *smooth, const gm_surface *surface,
                          double turn, double most_rise);

/* Release every column and leave *smooth empty. */
void gm_smooth_clear(gm_smooth *smooth);

/* Side vectors of triangle t into c[3], in m; 0 if its patch is flat. */
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
