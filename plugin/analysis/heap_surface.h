/**
 * analysis/heap_surface.h -- the free surface of a heap, its volume and its slope.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_heap_surface_h
#define granum_heap_surface_h

#include "neighbour_grid.h"

namespace granum
{

/** Heights over a grid of nodes, i along the first level axis. */
struct HeapSurface
{
  std::array<int, 2> Count = { 0, 0 };
  std::array<double, 2> Low = { 0, 0 }; /**< m  of node (0, 0) */
  double Spacing = 0.0; /**< m */
  double Floor = 0.0; /**< m  the lowest point of the grains */
  std::vector<double> Height; /**< m  absolute; NaN where no grain is */
  double Volume = 0.0; /**< m3  below the surface; in a plane m2 */
  double Angle = 0.0; /**< degrees  of the flank; NaN if unknown */
  double Error = 0.0; /**< degrees  standard error, from parts of the flank */
  std::array<double, 2> Axis = { 0, 0 }; /**< m  about which the heap is round */
};

/** The highest grain over each node.  `flat`: in the plane z = 0, where y is up, else z is.  The
 * flank is the nodes where the fit lies between a fifth and four fifths of the height; `cone`: heights
 * are fitted by the distance from the middle of the volume, else by a plane. */
HeapSurface SurfaceOf(const std::vector<Place>& points, const std::vector<double>& radius,
  double spacing, bool flat, bool cone);

}

#endif
