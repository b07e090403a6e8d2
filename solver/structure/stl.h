/* structure/stl.h -- read a surface from an STL file, strictly.
 *
 * Room: structure.  May include: base.
 *
 * Binary (80 bytes of anything, the count, 50 bytes a triangle; little-endian) or text
 * ("solid ... facet normal ... endsolid", several solids one after the other, keywords in
 * any case).  A file is binary if its size is that of its count, whatever its first
 * bytes say; many binary files begin with "solid".  Normals and the two spare
 * bytes of a triangle are not used: the turn of the corners says which side is out.
 */
#ifndef GM_STRUCTURE_STL_H
#define GM_STRUCTURE_STL_H

#include "structure/surface.h"

/* Read the triangles of the file into *soup; its numbers times `scale` are metres.  Each
 * solid of a text file is a group by its name.
 *
 * Requires: *soup is empty.
 * GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: it is no complete STL file, or says something else after its end (the
 * message names file, byte or line, what was expected and what was found).
 * GM_ERR_MEMORY.  On error *soup is empty. */
gm_status gm_stl_triangles(const char *path, double scale, gm_soup *soup);

/* The same, mended into *surface as it is (gm_surface_mend, facing AUTO). */
gm_status gm_stl_read(const char *path, double scale, gm_surface *surface);

#endif
