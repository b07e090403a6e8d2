/**
 * analysis/local_structure.h -- the neighbourhood of a grain: how it has been deformed, the pair
 * correlation, and the part of space that belongs to the grain.
 *
 * Room: plugin/analysis.  Standard C++ only.
 *
 *   D2min = min_F sum_j |r_ij - F R_ij|^2 / N     R before, r now, N neighbours before
 *   E     = (F^T F - 1) / 2                       Green and Lagrange
 *
 * M. L. Falk, J. S. Langer, Phys. Rev. E 57 (1998) 7192-7205;
 * F. Shimizu, S. Ogata, J. Li, Mater. Trans. 48 (2007) 2923-2927.
 */
#ifndef granum_local_structure_h
#define granum_local_structure_h

#include "neighbour_grid.h"

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

/** NaN where neighbours are too few or lie in a plane (in two dimensions: in a line). */
struct LocalStrain
{
  double NonAffine; /**< m2  D2min */
  double Shear; /**< 1   sqrt of half the square of the deviator of E */
  double Volume; /**< 1   det F - 1 */
};

/** `before` and `now`: vectors to the neighbours, m, in the same order; `flat`: in the plane z = 0,
 * where the deviator is that of the plane. */
LocalStrain StrainOf(const std::vector<std::array<double, 3>>& before,
  const std::vector<std::array<double, 3>>& now, bool flat);

/* G(r) of grains in a box.

     g(r) = pairs with a distance in the bin / ((N / V)^2 4 pi r^2 dr C(r))

   C(r) is the volume of the box in which a point and its partner at a distance r lie, averaged
   over directions: g is 1 for independent points, whatever the shape of the box.

   D. Stoyan, W. S. Kendall, J. Mecke, Stochastic Geometry and its Applications, 1995, ch. 4 and A3. */

struct PairCorrelation
{
  std::vector<double> Distance; /**< [bins] m  middle of the bins */
  std::vector<double> G; /**< [bins] 1 */
  std::vector<double> Partners; /**< [bins] 1  mean number of partners up to the end of the bin */
};

/** Up to `range` (m), at most the shortest side of the box around the centres; `flat`: in the plane
 * z = 0, by areas. */
PairCorrelation CorrelationOf(const std::vector<Place>& points, double range, int bins, bool flat);

/* The part of space that belongs to a grain. The radical cell (Laguerre,
   Voronoi for equal radii) of a grain are the places whose power |x - x_i|^2 - r_i^2 is least for
   it: a polyhedron that a plane for each neighbour cuts out of a box. B. J. Gellatly, J. L.
   Finney, J. Non-Cryst. Solids 50 (1982) 313-329. */

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
