/**
 * analysis/pair_correlation.h -- g(r) of grains in a box.
 *
 * Room: plugin/analysis.  Standard C++ only.
 *
 *   g(r) = pairs with a distance in the bin / ((N / V)^2 4 pi r^2 dr C(r))
 *
 * C(r) is the volume of the box in which a point and its partner at a distance r lie, averaged
 * over directions: g is 1 for independent points, whatever the shape of the box.
 *
 * D. Stoyan, W. S. Kendall, J. Mecke, Stochastic Geometry and its Applications, 1995, ch. 4 and A3.
 */
#ifndef granum_pair_correlation_h
#define granum_pair_correlation_h

#include "neighbour_grid.h"

namespace granum
{

struct PairCorrelation
{
  std::vector<double> Distance; /**< [bins] m  middle of the bins */
  std::vector<double> G; /**< [bins] 1 */
  std::vector<double> Partners; /**< [bins] 1  mean number of partners up to the end of the bin */
};

/** Up to `range` (m), at most the shortest side of the box around the centres; `flat`: in the plane
 * z = 0, by areas. */
PairCorrelation CorrelationOf(const std::vector<Place>& points, double range, int bins, bool flat);

}

#endif
