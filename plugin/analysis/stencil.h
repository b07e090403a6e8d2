/**
 * analysis/stencil.h -- which sites of a cubic lattice serve a point.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_stencil_h
#define granum_stencil_h

namespace granum
{

/** Is a site a corner of the cell of its lattice around `x`?  `spacing` is the edge of a
 * cell, m; `rotation` (row by row) takes the body's axes, along which the cells lie, to
 * the world's. */
bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9]);

}

#endif
