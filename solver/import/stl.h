/* import/stl.h -- reads STL files, strictly.
 *
 * Binary (80 arbitrary bytes, the count, 50 bytes per triangle; little-endian) or text
 * ("solid ... facet normal ... endsolid", one or several solids, keywords in any
 * case).  A file is binary if its size matches its count, whatever its first bytes are;
 * many binary files begin with "solid".  Normals and the two spare bytes of a triangle
 * are ignored: the order of the corners defines the outside.
 */
#ifndef GM_IMPORT_STL_H
#define GM_IMPORT_STL_H

#include "mesh/soup.h"

/* Reads the triangles of the file into *soup; coordinates times `scale` are in m.  Each
 * solid of a text file becomes a group with its name.
 *
 * Requires: *soup is empty.  GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: not a complete STL file, or something follows its end (the message
 * states file, byte or line, what was expected and what was found).  GM_ERR_MEMORY.  On
 * error *soup is empty. */
gm_status gm_stl_triangles(const char *path, double scale, gm_soup *soup);

#endif
