/**
 * analysis/sample_grid.h -- a regular grid of points, on a plane or in a box.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_sample_grid_h
#define granum_sample_grid_h

#include "site_lattice.h"

#include <array>
#include <cstddef>

namespace granum
{

/** Point (i, j, k) is Origin + i Step[0] + j Step[1] + k Step[2], m; i runs fastest. */
struct SampleGrid
{
  Vector Origin = { 0, 0, 0 };
  std::array<Vector, 3> Step = { Vector{ 0, 0, 0 }, Vector{ 0, 0, 0 }, Vector{ 0, 0, 0 } };
  std::array<std::size_t, 3> Count = { 0, 0,
    0 }; /**< 0: the plane misses the box; [2] is 1 of a plane */

  std::size_t Size() const { return this->Count[0] * this->Count[1] * this->Count[2]; }
  Vector Point(std::size_t row) const;
};

/** The points of a plane inside a box, centred, `spacing` (m, > 0) apart, or farther if they
 * would be more than `most` (> 0).  The normal need not be of unit length; (0, 0, 0)
 * means z. */
SampleGrid PlaneGrid(const Vector& low, const Vector& high, const Vector& origin,
  const Vector& normal, double spacing, double most);

/** The points of a box, along its axes. */
SampleGrid BoxGrid(const Vector& low, const Vector& high, double spacing, double most);

}

#endif
