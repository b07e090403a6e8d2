/* query/edge_frame.h -- the directions at a point on an edge of a triangle.  Where the
 * surface is smooth they are those of the curved patch. */
#ifndef GM_QUERY_EDGE_FRAME_H
#define GM_QUERY_EDGE_FRAME_H

#include "query/distance.h"

typedef struct gm_edge_frame {
  gm_vec3 along;  /* 1  unit tangent of the edge, from its corner to the next */
  gm_vec3 normal; /* 1  unit normal of the patch */
  gm_vec3 out;    /* 1  unit, tangent to the patch, away from it */
} gm_edge_frame;

/* The frame of edge `side` of a triangle at the point `at` (m) of the edge. */
gm_edge_frame gm_edge_frame_at(const gm_surface *surface,
                               const gm_smooth *smooth, gm_index triangle,
                               int side, gm_vec3 at);

#endif
