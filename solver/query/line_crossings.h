/* query/line_crossings.h -- exact count of the crossings of a straight line through a
 * surface.
 *
 * Points are rounded once to a grid of 2^-38 of the size of the surface; on this grid all
 * signs are computed in integers, without error.  Where a line meets an edge or a vertex,
 * or lies in the plane of a triangle, all query points count as shifted by the same
 * infinitesimal vector (e, e^2, e^3), which resolves every case consistently. Hence,
 * along a chain of lines, the number of outward minus inward crossings of a closed
 * surface always agrees with whether the two ends of the chain are inside or outside; and
 * a line through an edge crosses exactly one of the two triangles.
 */
#ifndef GM_QUERY_LINE_CROSSINGS_H
#define GM_QUERY_LINE_CROSSINGS_H

#include "query/bvh.h"
#include <stdint.h>

typedef struct gm_line_crossings {
  gm_surface surface; /* the surface, owned */
  gm_bvh tree;
  /* [points] grid coordinates of the points of the surface */
  int64_t (*point)[3];
  gm_vec3 origin; /* m  origin of the grid */
  double unit;    /* m  grid spacing */
} gm_line_crossings;

/* Prepares *p and takes over the surface: *surface is empty afterwards.  GM_ERR_MEMORY:
 * *p must be cleared. */
gm_status gm_line_crossings_build(gm_line_crossings *p, gm_surface *surface);
void gm_line_crossings_clear(gm_line_crossings *p);

/* Adds the number of triangles that the line from a to b (m) crosses along their
 * normals to *forward, and of those it crosses against them to *backward. */
void gm_line_crossings_count(const gm_line_crossings *p, gm_vec3 a, gm_vec3 b,
                             int *forward, int *backward);

#endif
