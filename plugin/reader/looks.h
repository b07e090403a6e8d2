/**
 * reader/looks.h -- which structures are drawn opaque, and which as faint skins.
 *
 * Room: plugin/reader.
 */
#ifndef granum_looks_h
#define granum_looks_h

#include "blocks.h"

namespace granum
{

/** Adds the cell array appearance, red, green, blue and opacity in 0 to 255: parts that move are
 * opaque, what stands still is faint, and so are vessels that move, in whose box half of the
 * grains are in the first or the last frame.  Grains are looked at once for each length of the
 * result. */
void AddLooks(ResultFile& file, Bodies& bodies, vtkPolyData* structures);

}

#endif
