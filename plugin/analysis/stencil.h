/**
 * analysis/stencil.h -- the sites of the stencil of a point, and the nearest sites.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_stencil_h
#define granum_stencil_h

#include <cstddef>
#include <cstdint>
#include <vector>

namespace granum
{

/** Is a site a corner of the cell of its cubic lattice around `x`?  `spacing` is the edge
 * of a cell, m; `rotation` (row by row) takes the body's axes, along which the cells lie,
 * to the world's. */
bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9]);

/** Trilinear weight of a corner of that cell, in [0, 1]; the eight add up to 1; 0: no corner. */
double CornerWeight(const double site[3], const double x[3], double spacing,
  const double rotation[9]);

/** The sites of the patches of one body, which lie on one lattice: several patches may
 * have a site in the same place. */
struct Overlap
{
  std::vector<double> Place; /**< [n, 3] m                              */
  std::vector<double> Distance; /**< [n] m   from the patch, signed        */
  std::vector<std::int64_t> Patch; /**< [n]                                   */
  double Spacing = 0.0; /**< m       of the lattice                 */
  double Rotation[9]; /**<         of the body, as above          */
};

/** [n] 1 where no other patch of the body has a nearer site in the same place; of two
 * equally near the patch with the lower number.  One site of each place is nearest. */
std::vector<char> NearestSites(const Overlap& body);

}

#endif
