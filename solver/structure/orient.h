/* structure/orient.h -- make the triangles of each piece look the same way.
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_ORIENT_H
#define GM_STRUCTURE_ORIENT_H

#include "structure/surface.h"

/* Flood every piece over sides of two triangles and turn over those that run along a side
 * the same way as their neighbour: the smaller part of the piece, of equal parts the one
 * that is not with the first triangle.  unit[t] ([n]) receives the piece, numbered by its
 * first triangle, *n_units their number.  A side at which no turning helps (one-sided
 * surface) is cut: its triangles are across from nothing.
 * Requires: gm_link_sides.  GM_ERR_MEMORY: nothing is complete. */
gm_status gm_orient_pieces(gm_surface *surface, gm_index *unit,
                           gm_index *n_units);

/* Turn triangle t over; normals are not touched. */
void gm_orient_turn(gm_surface *surface, gm_index t);

#endif
