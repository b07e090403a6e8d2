/* structure/opened.h -- which files the library of formats may open.
 *
 * Room: structure.  May include: base.
 *
 * Triangles stand in the mesh file itself; what it says of colours in other files is of no use, and
 * asking for those goes wrong where a folder stands in their place.  A glTF alone may keep its
 * triangles in files beside it.  Any other file does not exist.
 */
#ifndef GM_STRUCTURE_OPENED_H
#define GM_STRUCTURE_OPENED_H

struct aiFileIO;

/* What to hand to the library so that it finds the file at `path` (borrowed) and those that this
 * one needs; valid until the next call. */
struct aiFileIO *gm_opened_from(const char *path);

#endif
