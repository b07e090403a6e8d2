// analysis/site_lattice.cxx -- a body and the lattice its sites lie on.
//
// Room: plugin/analysis.
#include "site_lattice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace granum
{

Vector InBody(const double x[3], const double from[3], const double rotation[9])
{
  Vector along = { 0.0, 0.0, 0.0 };
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int i = 0; i < 3; ++i)
    {
      along[axis] += rotation[3 * i + axis] * (x[i] - from[i]);
    }
  }
  return along;
}

Vector BodyFrame::PointToBody(const double x[3]) const
{
  return InBody(x, this->Position.data(), this->Rotation.data());
}

Vector BodyFrame::TurnToBody(const double v[3]) const
{
  const double none[3] = { 0.0, 0.0, 0.0 };
  return InBody(v, none, this->Rotation.data());
}

Vector BodyFrame::TurnToWorld(const Vector& v) const
{
  Vector turned;
  for (int i = 0; i < 3; ++i)
  {
    const double* row = &this->Rotation[3 * i];
    turned[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
  }
  return turned;
}

Vector BodyFrame::PointToWorld(const Vector& y) const
{
  Vector x = this->TurnToWorld(y);
  for (int i = 0; i < 3; ++i)
  {
    x[i] += this->Position[i];
  }
  return x;
}

bool InSteps(const std::vector<double>& points, const double rotation[9], double step,
  std::vector<LatticePlace>& places)
{
  places.resize(points.size() / 3);
  bool exact = true;
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    const Vector at = InBody(&points[3 * i], points.data(), rotation);
    for (int axis = 0; axis < 3; ++axis)
    {
      places[i][axis] = std::llround(at[axis] / step);
      exact = exact && std::abs(at[axis] / step - places[i][axis]) < 0.1;
    }
  }
  return exact;
}

// The sites of the stencil of a point, and the nearest sites.

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

// The corners of a cell of the lattice without a virtual particle.

namespace
{

double Apart(const double a[3], const double b[3])
{
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

LatticePlace PlaceOf(const double site[3], const double from[3], const SitesAround& sites)
{
  LatticePlace place;
  const Vector along = InBody(site, from, sites.Rotation);
  for (int axis = 0; axis < 3; ++axis)
  {
    place[axis] = std::llround(along[axis] / sites.Spacing);
  }
  return place;
}

/** The sites of one patch. */
struct PatchSites
{
  std::set<LatticePlace> Places;
  double Nearest = HUGE_VAL; // m  of its sites from the point
  double Distance = HUGE_VAL; // m  of the point from the patch
};

}

std::vector<PatchCell> CellsAround(const SitesAround& sites, const double x[3])
{
  const std::size_t n = sites.Patch.size();
  std::size_t first = 0;
  for (std::size_t i = 1; i < n; ++i)
  {
    first = Apart(&sites.Place[3 * i], x) < Apart(&sites.Place[3 * first], x) ? i : first;
  }
  if (n == 0)
  {
    return {};
  }
  const double* from = &sites.Place[3 * first];
  std::map<std::int64_t, PatchSites> patches;
  for (std::size_t i = 0; i < n; ++i)
  {
    const double* at = &sites.Place[3 * i];
    PatchSites& patch = patches[sites.Patch[i]];
    patch.Places.insert(PlaceOf(at, from, sites));
    const double away = Apart(at, x);
    if (away < patch.Nearest)
    {
      patch.Nearest = away;
      patch.Distance = sites.Distance[i];
      for (int c = 0; c < 3 && !sites.Normal.empty(); ++c)
      {
        patch.Distance += sites.Normal[3 * i + c] * (x[c] - at[c]);
      }
    }
  }
  BodyFrame frame;
  std::copy_n(sites.Rotation, 9, frame.Rotation.begin());
  std::copy_n(from, 3, frame.Position.begin());
  const Vector along = frame.PointToBody(x);
  std::vector<PatchCell> cells;
  for (const auto& [number, patch] : patches)
  {
    PatchCell cell;
    cell.Patch = number;
    cell.Distance = patch.Distance;
    for (int corner = 0; corner < 8; ++corner)
    {
      LatticePlace place;
      Vector body;
      for (int axis = 0; axis < 3; ++axis)
      {
        place[axis] = static_cast<std::int64_t>(std::floor(along[axis] / sites.Spacing)) +
          ((corner >> axis) & 1);
        body[axis] = static_cast<double>(place[axis]) * sites.Spacing;
      }
      if (patch.Places.count(place))
      {
        ++cell.Corners;
      }
      else
      {
        cell.Missing.push_back(frame.PointToWorld(body));
      }
    }
    cells.push_back(cell);
  }
  return cells;
}

std::vector<double> CubeEdges(const std::array<double, 3>& middle, double edge,
  const double rotation[9])
{
  BodyFrame frame;
  std::copy_n(rotation, 9, frame.Rotation.begin());
  frame.Position = middle;
  std::vector<double> ends;
  for (int corner = 0; corner < 8; ++corner)
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      if ((corner >> axis) & 1)
      {
        continue;
      }
      for (const int end : { corner, corner | (1 << axis) })
      {
        Vector body;
        for (int c = 0; c < 3; ++c)
        {
          body[c] = ((end >> c) & 1 ? 0.5 : -0.5) * edge;
        }
        const Vector at = frame.PointToWorld(body);
        ends.insert(ends.end(), at.begin(), at.end());
      }
    }
  }
  return ends;
}

std::string CellsInWords(const std::vector<PatchCell>& cells)
{
  int fewest = 8;
  std::string lacking;
  for (const PatchCell& cell : cells)
  {
    fewest = std::min(fewest, cell.Corners);
    if (cell.Corners < 8)
    {
      lacking += (lacking.empty() ? "; patch " : ", patch ") + std::to_string(cell.Patch) +
        " lacks " + std::to_string(8 - cell.Corners);
    }
  }
  return cells.empty() ? "no virtual particles around"
                       : std::to_string(fewest) + " of 8 virtual particles" + lacking;
}

}
