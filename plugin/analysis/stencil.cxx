// analysis/stencil.cxx -- which sites of a lattice serve a point, and which are nearest.
//
// Room: plugin/analysis.
#include "stencil.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace granum
{

namespace
{

/** Components along the body's axes: columns of the rotation. */
std::array<double, 3> InBody(const double x[3], const double from[3], const double rotation[9])
{
  std::array<double, 3> along = { 0.0, 0.0, 0.0 };
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int i = 0; i < 3; ++i)
    {
      along[axis] += rotation[3 * i + axis] * (x[i] - from[i]);
    }
  }
  return along;
}

using Place = std::array<std::int64_t, 3>;

/** Places in steps of the lattice from the first site; false where some lie between. */
bool InSteps(const Overlap& body, double step, std::vector<Place>& place)
{
  bool exact = true;
  for (std::size_t i = 0; i < place.size(); ++i)
  {
    const std::array<double, 3> at = InBody(&body.Place[3 * i], body.Place.data(), body.Rotation);
    for (int axis = 0; axis < 3; ++axis)
    {
      place[i][axis] = std::llround(at[axis] / step);
      exact = exact && std::abs(at[axis] / step - place[i][axis]) < 0.1;
    }
  }
  return exact;
}

}

bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9])
{
  const std::array<double, 3> along = InBody(site, x, rotation);
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
  std::vector<Place> place(n);
  if (!InSteps(body, body.Spacing, place)) // face-centred: half the side of a cube
  {
    InSteps(body, body.Spacing / std::sqrt(2.0), place);
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
