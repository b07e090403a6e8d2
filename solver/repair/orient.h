/* repair/orient.h -- gives the triangles of each piece a uniform orientation. */
#ifndef GM_REPAIR_ORIENT_H
#define GM_REPAIR_ORIENT_H

#include "mesh/surface.h"

/* Orients every piece by flood fill over edges of two triangles.  In each piece the
 * smaller part is reversed; if both parts are equal, the one without the first
 * triangle. unit[t] ([n]) receives the piece, numbered by its first triangle, *n_units
 * the number of pieces.  Edges at which no reversal helps (one-sided surfaces) are cut:
 * their triangles are no longer adjacent.  Requires: gm_adjacency_link.  GM_ERR_MEMORY:
 * results are incomplete. */
gm_status gm_orient_pieces(gm_surface *surface, gm_index *unit,
                           gm_index *n_units);

/* Reverses triangle t; normals are not updated. */
void gm_orient_turn(gm_surface *surface, gm_index t);

#endif
