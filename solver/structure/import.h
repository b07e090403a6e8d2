/* structure/import.h -- triangles from files of many formats (OBJ, PLY, glTF, OFF, ...).
 *
 * Room: structure.  May include: base.  The one door to Assimp.
 *
 * The library reads in a child process with limits (child.h): a wrong file can make it
 * crash, hang or fill the memory.  Polygons are cut into triangles, the places of the
 * parts (node tree) are applied; points and lines are left out and counted.  Numbers are
 * single precision there.
 */
#ifndef GM_STRUCTURE_IMPORT_H
#define GM_STRUCTURE_IMPORT_H

#include "structure/soup.h"

/* Read the triangles of the file into *soup; its numbers times `scale` are metres.  Each
 * part is a group by the names of its object, its mesh and its material.
 *
 * Requires: *soup is empty.
 * GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: no format that is known, wrong or incomplete content, or the reader did
 * not come to an end.  GM_ERR_MEMORY.  On error *soup is empty. */
gm_status gm_import_triangles(const char *path, double scale, gm_soup *soup);

#endif
