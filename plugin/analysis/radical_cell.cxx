// analysis/radical_cell.cxx -- the part of space that belongs to a grain.
//
// Room: plugin/analysis.
#include "radical_cell.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

constexpr double Least = 1e-12; // 1  of the distance of two grains, cut off at least

double Dot(const Place& a, const Place& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Place Minus(const Place& a, const Place& b) { return { a[0] - b[0], a[1] - b[1], a[2] - b[2] }; }

Place Cross(const Place& a, const Place& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

Place MiddleOf(const std::vector<Place>& corners)
{
  Place middle = { 0, 0, 0 };
  for (const Place& x : corners)
  {
    for (int c = 0; c < 3; ++c)
    {
      middle[c] += x[c] / static_cast<double>(corners.size());
    }
  }
  return middle;
}

/** The part of a convex polygon with negative distance from a plane, and its new corners. */
std::vector<Place> Clipped(const std::vector<Place>& face, const std::vector<double>& away,
  std::vector<Place>& cut)
{
  std::vector<Place> kept;
  for (std::size_t i = 0; i < face.size(); ++i)
  {
    const std::size_t j = (i + 1) % face.size();
    if (away[i] < 0.0)
    {
      kept.push_back(face[i]);
    }
    if ((away[i] < 0.0) != (away[j] < 0.0))
    {
      const double part = away[i] / (away[i] - away[j]);
      Place x;
      for (int c = 0; c < 3; ++c)
      {
        x[c] = face[i][c] + part * (face[j][c] - face[i][c]);
      }
      kept.push_back(x);
      cut.push_back(x);
    }
  }
  return kept;
}

/** Points of a convex polygon, each of them twice, around its middle. */
void SortAround(std::vector<Place>& corners, const Place& normal)
{
  const Place middle = MiddleOf(corners);
  const int least = std::fabs(normal[0]) < std::fabs(normal[1])
    ? (std::fabs(normal[0]) < std::fabs(normal[2]) ? 0 : 2)
    : (std::fabs(normal[1]) < std::fabs(normal[2]) ? 1 : 2);
  Place axis = { 0, 0, 0 };
  axis[least] = 1.0;
  const Place u = Cross(normal, axis), v = Cross(normal, u);
  std::vector<std::pair<double, Place>> turned;
  const double scale = std::sqrt(Dot(v, v) / Dot(u, u));
  for (const Place& x : corners)
  {
    const Place way = Minus(x, middle);
    turned.emplace_back(std::atan2(Dot(way, v), scale * Dot(way, u)), x);
  }
  std::sort(turned.begin(), turned.end());
  for (std::size_t i = 0; i < corners.size(); ++i)
  {
    corners[i] = turned[i].second;
  }
}

}

RadicalCell::RadicalCell(const Place& low, const Place& high)
{
  for (int c = 0; c < 3; ++c)
  {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    for (const double at : { low[c], high[c] })
    {
      std::vector<Place> face(4);
      for (int i = 0; i < 4; ++i)
      {
        face[i][c] = at;
        face[i][a] = i == 1 || i == 2 ? high[a] : low[a];
        face[i][b] = i > 1 ? high[b] : low[b];
      }
      this->Faces.push_back(face);
    }
  }
}

bool RadicalCell::Cut(const Place& normal, double offset)
{
  std::vector<std::vector<double>> away;
  bool some = false;
  for (const std::vector<Place>& face : this->Faces)
  {
    away.emplace_back();
    for (const Place& x : face)
    {
      away.back().push_back(Dot(normal, x) - offset);
      some = some || away.back().back() > Least * Dot(normal, normal);
    }
  }
  if (!some)
  {
    return false;
  }
  std::vector<std::vector<Place>> kept;
  std::vector<Place> cut;
  for (std::size_t f = 0; f < this->Faces.size(); ++f)
  {
    std::vector<Place> part = Clipped(this->Faces[f], away[f], cut);
    if (part.size() > 2)
    {
      kept.push_back(std::move(part));
    }
  }
  if (cut.size() > 2)
  {
    SortAround(cut, normal);
    kept.push_back(cut);
  }
  this->Faces = std::move(kept);
  return true;
}

double RadicalCell::Volume() const
{
  if (this->Faces.empty())
  {
    return 0.0;
  }
  std::vector<Place> middles;
  for (const std::vector<Place>& face : this->Faces)
  {
    middles.push_back(MiddleOf(face));
  }
  const Place inside = MiddleOf(middles);
  double volume = 0.0;
  for (const std::vector<Place>& face : this->Faces)
  {
    const Place a = Minus(face[0], inside);
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
    {
      const Place normal = Cross(Minus(face[i], inside), Minus(face[i + 1], inside));
      volume += std::fabs(Dot(a, normal)) / 6.0;
    }
  }
  return volume;
}

double RadicalCell::Reach(const Place& x) const
{
  double reach = 0.0;
  for (const std::vector<Place>& face : this->Faces)
  {
    for (const Place& corner : face)
    {
      const Place way = Minus(corner, x);
      reach = std::max(reach, Dot(way, way));
    }
  }
  return reach;
}

Share ShareOf(std::size_t i, const std::vector<Place>& points, const std::vector<double>& radius,
  const NeighbourGrid& grid, double range, const Place& low, const Place& high)
{
  const Place& x = points[i];
  Place from, to;
  for (int c = 0; c < 3; ++c)
  {
    from[c] = std::max(low[c], x[c] - range);
    to[c] = std::min(high[c], x[c] + range);
  }
  RadicalCell cell(from, to);
  Share share;
  double reach = cell.Reach(x);
  for (const auto& [square, j] : grid.Near(x))
  {
    const double shift = radius[j] * radius[j] - radius[i] * radius[i];
    if (j == i || square == 0.0)
    {
      continue;
    }
    const double distance = std::sqrt(square);
    if ((square - shift) / (2.0 * distance) > std::sqrt(reach))
    {
      continue; // its plane is beyond all corners
    }
    const Place way = Minus(points[j], x);
    if (cell.Cut(way, Dot(way, x) + (square - shift) / 2.0))
    {
      ++share.Neighbours;
      reach = cell.Reach(x);
    }
  }
  share.Volume =
    4.0 * reach > range * range ? std::numeric_limits<double>::quiet_NaN() : cell.Volume();
  return share;
}

}
