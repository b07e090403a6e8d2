/* import/import.h -- reads triangles from files of many formats (OBJ, PLY, glTF, OFF,
 * ...).
 *
 * The only file that uses the mesh reader of Assimp.  It runs in a child process with
 * limits (child.h), because a faulty file can make it crash, hang or use all memory.
 * Polygons are split into triangles here (polygon.h) and node transformations applied;
 * points and lines are counted and ignored.  Assimp stores coordinates in single
 * precision.
 */
#ifndef GM_IMPORT_IMPORT_H
#define GM_IMPORT_IMPORT_H

#include "mesh/soup.h"

/* Reads the triangles of the file into *soup; coordinates times `scale` are in m.  Each
 * part becomes a group with the names of its object, mesh and material.
 *
 * Requires: *soup is empty.  GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: unknown format, wrong or incomplete content, or the reader did not
 * finish.  GM_ERR_MEMORY.  On error *soup is empty. */
gm_status gm_import_triangles(const char *path, double scale, gm_soup *soup);

#endif
