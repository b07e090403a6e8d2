/**
 * analysis/neighbour_grid.h -- the points near a place.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_neighbour_grid_h
#define granum_neighbour_grid_h

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

using Place = std::array<double, 3>;

/** Points by cells of a box, a range wide. */
class NeighbourGrid
{
public:
  /** `points` must outlive the grid; `range` m > 0. */
  NeighbourGrid(const std::vector<Place>& points, double range);

  /** Rows of the points closer to `x` than the range, with the square of their distance, the
   * nearest first. */
  std::vector<std::pair<double, std::size_t>> Near(const Place& x) const;

  /** The box around all points, m. */
  Place Low = { 0, 0, 0 }, High = { 0, 0, 0 };

private:
  std::array<long, 3> CellOf(const Place& x) const;

  const std::vector<Place>& Points;
  double Range, Cell;
  std::array<long, 3> Count = { 1, 1, 1 };
  std::vector<std::size_t> First, Row; // rows of cell c: Row[First[c]] to Row[First[c + 1]]
};

}

#endif
