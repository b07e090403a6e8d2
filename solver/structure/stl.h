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

/* Read the file into *surface; its numbers times `scale` are metres.
 *
 * Requires: *surface is empty.
 * GM_ERR_FILE: the file cannot be opened or read.
 * GM_ERR_INPUT: it is no complete STL file, or says something else after its end (the
 * message names file, byte or line, what was expected and what was found); or its
 * triangles make no closed surface (gm_surface_build).
 * GM_ERR_MEMORY.  On error *surface is empty. */
gm_status gm_stl_read(const char *path, double scale, gm_surface *surface);

#endif
