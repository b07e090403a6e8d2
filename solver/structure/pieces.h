/* structure/pieces.h -- a surface in pieces, while it is being cut.
 *
 * Room: structure.  May include: base.  Between the passes of patches.c.
 */
#ifndef GM_STRUCTURE_PIECES_H
#define GM_STRUCTURE_PIECES_H

#include "structure/edges.h"

typedef struct gm_pieces {
  const gm_surface *surface; /* borrowed, a canonical copy            */
  const gm_edges *edges;     /* borrowed, of it                       */
  const uint8_t *both;       /* borrowed, [triangles]  1: two-sided   */
  gm_index n;                /* pieces                                */
  gm_index *of;              /* [triangles]  piece of each            */
  uint8_t *cut;              /* [edges]  1 where the surface was cut  */
  gm_vec3 *middle;           /* [triangles] m  centroid               */
} gm_pieces;

/* Whether two triangles are made of the same material. */
GM_INLINE int gm_pieces_alike(const gm_pieces *p, gm_index t, gm_index q)
{
  const gm_index *material = p->surface->material;
  return !material || material[t] == material[q];
}

/* The triangle of the same piece beyond side 3 t + k, over an edge that is not cut; -1 where there
 * is none. */
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
