/* structure/passage.h -- how often, and which way, a straight line passes through a surface: exactly.
 *
 * Room: structure.  May include: base.
 *
 * Points are rounded once to a grid of 2^-38 of the size of the surface; on it all signs are found in
 * integers, without error.  Where a line meets an edge, a corner or lies in a triangle, all points asked
 * count as shifted by one infinitesimal vector (e, e^2, e^3), which decides for every triangle alike.  So the
 * passages along a chain of lines through a closed surface, outward less inward, are the change of
 * inside to outside of its ends, always; and a line through an edge passes one of its triangles.
 */
#ifndef GM_STRUCTURE_PASSAGE_H
#define GM_STRUCTURE_PASSAGE_H

#include "structure/tree.h"
#include <stdint.h>

typedef struct gm_passage {
  gm_surface surface; /* where it stands */
  gm_tree tree;
  int64_t (*point)[3]; /* [points] of the surface, on the grid */
  gm_vec3 origin;      /* m  of the grid */
  double unit;         /* m */
} gm_passage;

/* Ready *p for the surface, which it takes: *surface is empty then.  GM_ERR_MEMORY: *p is to be cleared. */
gm_status gm_passage_build(gm_passage *p, gm_surface *surface);
void gm_passage_clear(gm_passage *p);

/* Add the triangles that the line from a to b (m) passes along their normals to *forward, the others to
 * *backward. */
void gm_passage_count(const gm_passage *p, gm_vec3 a, gm_vec3 b, int *forward,
                      int *backward);

#endif
