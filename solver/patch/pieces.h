/* patch/pieces.h -- a surface divided into pieces, during the construction of patches. */
#ifndef GM_PATCH_PIECES_H
#define GM_PATCH_PIECES_H

#include "mesh/edges.h"

typedef struct gm_pieces {
  const gm_surface *surface; /* borrowed; a canonical copy */
  const gm_edges *edges;     /* borrowed; edges of the surface */
  /* borrowed, [triangles]  1: grains are on both sides of the triangle */
  const uint8_t *both;
  gm_index n;      /* number of pieces */
  gm_index *of;    /* [triangles]  piece of each triangle */
  uint8_t *cut;    /* [edges]  1: the surface is cut here */
  gm_vec3 *middle; /* [triangles] m  centroid               */
} gm_pieces;

/* Do two triangles have the same material? */
GM_INLINE int gm_pieces_alike(const gm_pieces *p, gm_index t, gm_index q)
{
  const gm_index *material = p->surface->material;
  return !material || material[t] == material[q];
}

/* The triangle adjacent to t over half-edge 3 t + k, if that edge is not cut and both
 * belong to the same piece; else -1. */
GM_INLINE gm_index gm_pieces_beyond(const gm_pieces *p, gm_index side)
{
  const gm_edges *e = p->edges;
  const gm_index edge = e->of[side];
  if (p->cut[edge] || gm_edges_count(e, edge) != 2) return -1;
  const gm_index *s = &e->side[e->first[edge]];
  const gm_index t = (s[0] == side ? s[1] : s[0]) / 3;
  return p->of[t] == p->of[side / 3] ? t : -1;
}

#endif
