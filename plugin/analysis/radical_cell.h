/**
 * analysis/radical_cell.h -- the part of space that belongs to a grain.
 *
 * Room: plugin/analysis.  Standard C++ only.  The radical cell (Laguerre, Voronoi for equal
 * radii) of a grain are the places whose power |x - x_i|^2 - r_i^2 is least for it: a polyhedron
 * that a plane for each neighbour cuts out of a box.
 *
 * B. J. Gellatly, J. L. Finney, J. Non-Cryst. Solids 50 (1982) 313-329.
 */
#ifndef granum_radical_cell_h
#define granum_radical_cell_h

#include "neighbour_grid.h"

namespace granum
{

/** A convex polyhedron. */
class RadicalCell
{
public:
  /** A box. */
  RadicalCell(const Place& low, const Place& high);

  /** Keeps the places x with normal . x < offset; returns whether something was cut. */
  bool Cut(const Place& normal, double offset);

  double Volume() const; /**< m3 */
  /** The largest square of the distance of a corner from `x`, m2; 0 of nothing. */
  double Reach(const Place& x) const;

private:
  std::vector<std::vector<Place>> Faces; // each of them a polygon
};

/** What a grain has of space. */
struct Share
{
  double Volume = 0.0; /**< m3; NaN: its cell is not bounded by neighbours and the box */
  int Neighbours = 0; /**< grains whose planes bound the cell when it is cut by the nearest first */
};

/** Cells of grains of radius `radius`, cut by all within the range of `grid` and by the box around
 * all grains.  A cell with a corner farther than half of the range could be cut by a grain
 * beyond, and has no share: it is at a free surface. */
Share ShareOf(std::size_t i, const std::vector<Place>& points, const std::vector<double>& radius,
  const NeighbourGrid& grid, double range, const Place& low, const Place& high);

}

#endif
