// analysis/pair_correlation.cxx -- g(r) of grains in a box.
//
// Room: plugin/analysis.
#include "pair_correlation.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr double Pi = 3.14159265358979323846;

/** Of a box with sides s, or of its face; r is at most the shortest side. */
double MeanCovered(const Place& s, double r, bool flat)
{
  if (flat)
  {
    return s[0] * s[1] - 2.0 * (s[0] + s[1]) * r / Pi + r * r / Pi;
  }
  return s[0] * s[1] * s[2] - (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]) * r / 2.0 +
    2.0 * (s[0] + s[1] + s[2]) * r * r / (3.0 * Pi) - r * r * r / (4.0 * Pi);
}

}

PairCorrelation CorrelationOf(const std::vector<Place>& points, double range, int bins, bool flat)
{
  PairCorrelation found;
  if (points.size() < 2 || !(range > 0.0))
  {
    return found;
  }
  NeighbourGrid box(points, range);
  Place side;
  for (int c = 0; c < 3; ++c)
  {
    side[c] = box.High[c] - box.Low[c];
    range = c == 2 && flat ? range : std::min(range, side[c]);
  }
  if (!(range > 0.0))
  {
    return found;
  }
  const NeighbourGrid grid(points, range);
  const double width = range / bins, count = static_cast<double>(points.size());
  std::vector<double> pairs(static_cast<std::size_t>(bins), 0.0);
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    for (const auto& [square, j] : grid.Near(points[i]))
    {
      const auto bin = static_cast<std::size_t>(std::sqrt(square) / width);
      pairs[std::min(bin, pairs.size() - 1)] += j == i ? 0.0 : 1.0;
    }
  }
  const double space = side[0] * side[1] * (flat ? 1.0 : side[2]);
  const double density = count / space;
  double partners = 0.0;
  for (int b = 0; b < bins; ++b)
  {
    const double r = (b + 0.5) * width, from = b * width, to = from + width;
    const double shell =
      flat ? Pi * (to * to - from * from) : 4.0 / 3.0 * Pi * (to * to * to - from * from * from);
    partners += pairs[static_cast<std::size_t>(b)] / count;
    found.Distance.push_back(r);
    found.G.push_back(pairs[static_cast<std::size_t>(b)] /
      (density * density * shell * MeanCovered(side, r, flat)));
    found.Partners.push_back(partners);
  }
  return found;
}

}
