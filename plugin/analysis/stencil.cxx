// analysis/stencil.cxx -- the sites of the stencil of a point, and the nearest sites.
//
// Room: plugin/analysis.
#include "stencil.h"

#include "site_lattice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace granum
{

bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9])
{
  const Vector along = InBody(site, x, rotation);
  return std::all_of(along.begin(), along.end(),
    [spacing](double a) { return std::abs(a) < spacing; });
}

double CornerWeight(const double site[3], const double x[3], double spacing,
  const double rotation[9])
{
  double weight = 1.0;
  for (const double a : InBody(site, x, rotation))
  {
    weight *= std::max(0.0, 1.0 - std::abs(a) / spacing);
  }
  return weight;
}

std::vector<char> NearestSites(const Overlap& body)
{
  const std::size_t n = body.Distance.size();
  std::vector<LatticePlace> place;
  if (!InSteps(body.Place, body.Rotation, body.Spacing, place)) // face-centred: half a cube
  {
    InSteps(body.Place, body.Rotation, body.Spacing / std::sqrt(2.0), place);
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
    [&](std::size_t a, std::size_t b)
    {
      if (place[a] != place[b])
      {
        return place[a] < place[b];
      }
      const double nearA = std::abs(body.Distance[a]), nearB = std::abs(body.Distance[b]);
      return nearA != nearB ? nearA < nearB : body.Patch[a] < body.Patch[b];
    });
  std::vector<char> nearest(n, 0);
  for (std::size_t k = 0; k < n; ++k)
  {
    nearest[order[k]] = k == 0 || place[order[k]] != place[order[k - 1]];
  }
  return nearest;
}

}
