/* import/adjacency.h -- which triangles of a surface share edges. */
#ifndef GM_IMPORT_ADJACENCY_H
#define GM_IMPORT_ADJACENCY_H

#include "mesh/surface.h"

/* A half-edge: an edge as seen from one triangle.  It has the two points of the edge,
 * the lower first; at = 3 triangle + corner; `up` is 1 if the triangle traverses it
 * from the lower to the higher point. */
typedef struct gm_half_edge {
  gm_index low, high, at;
  int up;
} gm_half_edge;

/* Lists all half-edges sorted by their points, so that those of one edge are
 * consecutive; *side receives [3 n], which the caller frees.  GM_ERR_MEMORY: *side is
 * null. */
gm_status gm_adjacency_sort(const gm_surface *surface, gm_half_edge **side);

/* Index behind the last of the consecutive half-edges from i on that belong to the same
 * edge. */
gm_index gm_adjacency_run(const gm_half_edge *side, gm_index n, gm_index i);

/* Fills surface->across, whatever the orientation of the triangles, and counts open and
 * branching edges in surface->found.  If `open` ([n] bytes) is not null, bit k of a
 * triangle is set if its edge k is open.  GM_ERR_MEMORY: `across` is incomplete. */
gm_status gm_adjacency_link(gm_surface *surface, unsigned char *open);

/* Counts the points whose triangles form more than one fan over edges of two triangles,
 * unless open or branching edges end there, in surface->found.  GM_ERR_MEMORY. */
gm_status gm_adjacency_count_fans(gm_surface *surface);

/* Start and end point of half-edge at = 3 triangle + corner, and its midpoint (m). */
gm_index gm_adjacency_start(const gm_surface *surface, gm_index at);
gm_index gm_adjacency_end(const gm_surface *surface, gm_index at);
gm_vec3 gm_adjacency_middle(const gm_surface *surface, gm_index at);

/* Counts one more finding; keeps the place `at` (m) of the first. */
void gm_adjacency_note(gm_finding *finding, gm_vec3 at);

#endif
