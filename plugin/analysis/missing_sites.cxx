// analysis/missing_sites.cxx -- the corners of a cell of the lattice without a virtual particle.
//
// Room: plugin/analysis.
//
// The corners lie at whole steps of the spacing, along the axes of the body, from any site of
// the structure; the site nearest to the point is taken, since places are of single precision.
#include "missing_sites.h"

#include "site_lattice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace granum
{

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
