/* structure/shells.h -- what does a surface enclose?
 *
 * Room: structure.  May include: base.
 *
 * Pieces hang together over sides of two triangles, shells over any shared side.  A piece
 * is solid where every side runs as often one way as the other, alone or together with the
 * others of its shell that have no open side; or where the lids on its holes, all
 * together, have at most 1e-3 of its area.  Every other piece is a sheet.
 */
#ifndef GM_STRUCTURE_SHELLS_H
#define GM_STRUCTURE_SHELLS_H

#include "structure/surface.h"

/* Number the shells, by their first triangle.  GM_ERR_MEMORY. */
gm_status gm_shells_number(gm_surface *surface);

/* Fill surface->sheet and count holes, from the pieces of gm_orient_pieces.
 * GM_ERR_MEMORY. */
gm_status gm_shells_judge(gm_surface *surface, const gm_index *unit,
                          gm_index n_units);

/* Turn over solid shells that look inwards: all, if together they enclose less than
 * nothing; then those that do so alone and stand in no other.  Those that look like bodies
 * but stand in one are counted as nested.  Shells that enclose nothing become sheets.
 * Requires: gm_shells_judge, normals.  GM_ERR_MEMORY. */
gm_status gm_shells_face_outwards(gm_surface *surface);

/* Six times the volume that triangle t spans with o (m3). */
double gm_shells_six_volume(const gm_surface *surface, gm_index t, gm_vec3 o);

#endif
