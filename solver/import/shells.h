/* import/shells.h -- which parts of a surface enclose a volume?
 *
 * Pieces are connected over edges of two triangles, shells over any shared edge.  A piece
 * is solid if each of its edges is traversed equally often in both directions, counting
 * its own triangles or those of all pieces of its shell that have no open edge; or if
 * flat lids on all its holes together have at most 1e-3 of its area.  Every other piece
 * is a sheet (an open surface).
 */
#ifndef GM_IMPORT_SHELLS_H
#define GM_IMPORT_SHELLS_H

#include "mesh/surface.h"

/* Numbers the shells by their first triangle. GM_ERR_MEMORY. */
gm_status gm_shells_number(gm_surface *surface);

/* Fills surface->sheet and counts holes, given the pieces of gm_shells_orient.
 * GM_ERR_MEMORY. */
gm_status gm_shells_classify(gm_surface *surface, const gm_index *unit,
                             gm_index n_units);

/* Reverses solid shells that face inwards: first all of them if their total volume is
 * negative, then each shell with a negative volume that lies in no other shell.  Shells
 * with positive volume inside another one are counted as nested.  Shells without volume
 * become sheets.  Requires: gm_shells_classify, normals.  GM_ERR_MEMORY. */
gm_status gm_shells_face_outwards(gm_surface *surface);

/* Six times the signed volume of the tetrahedron of triangle t and the point o (m3). */
double gm_shells_six_volume(const gm_surface *surface, gm_index t, gm_vec3 o);

/* Orients every piece by flood fill over edges of two triangles.  In each piece the
 * smaller part is reversed; if both parts are equal, the one without the first
 * triangle. unit[t] ([n]) receives the piece, numbered by its first triangle, *n_units
 * the number of pieces.  Edges at which no reversal helps (one-sided surfaces) are cut:
 * their triangles are no longer adjacent.  Requires: gm_adjacency_link.  GM_ERR_MEMORY:
 * results are incomplete. */
gm_status gm_shells_orient(gm_surface *surface, gm_index *unit,
                           gm_index *n_units);

/* Reverses triangle t; normals are not updated. */
void gm_shells_turn(gm_surface *surface, gm_index t);

#endif
