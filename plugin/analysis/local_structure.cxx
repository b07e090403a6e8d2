// analysis/local_structure.cxx -- how the neighbourhood of a grain has been deformed.
//
// Room: plugin/analysis.
#include "local_structure.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

using Matrix = std::array<std::array<double, 3>, 3>;

constexpr double Singular = 1e-9; // 1  of the determinant over that of equal spread

double Determinant(const Matrix& m)
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/** `det` is its determinant, not 0. */
Matrix Inverse(const Matrix& m, double det)
{
  Matrix inverse;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      inverse[i][j] = (m[a][c] * m[b][d] - m[a][d] * m[b][c]) / det;
    }
  }
  return inverse;
}

Matrix Product(const Matrix& a, const Matrix& b)
{
  Matrix product = {};
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      for (int k = 0; k < 3; ++k)
      {
        product[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return product;
}

double ShearOf(const Matrix& f, int dimensions)
{
  Matrix e = {};
  double trace = 0.0;
  for (int i = 0; i < dimensions; ++i)
  {
    for (int j = 0; j < dimensions; ++j)
    {
      for (int k = 0; k < 3; ++k)
      {
        e[i][j] += 0.5 * f[k][i] * f[k][j];
      }
    }
    e[i][i] -= 0.5;
    trace += e[i][i];
  }
  double square = 0.0;
  for (int i = 0; i < dimensions; ++i)
  {
    for (int j = 0; j < dimensions; ++j)
    {
      const double deviator = e[i][j] - (i == j ? trace / dimensions : 0.0);
      square += 0.5 * deviator * deviator;
    }
  }
  return std::sqrt(square);
}

}

LocalStrain StrainOf(const std::vector<std::array<double, 3>>& before,
  const std::vector<std::array<double, 3>>& now, bool flat)
{
  const double none = std::numeric_limits<double>::quiet_NaN();
  Matrix spread = {}, moved = {}; // sums of R R and of r R
  for (std::size_t n = 0; n < before.size(); ++n)
  {
    for (int i = 0; i < 3; ++i)
    {
      for (int j = 0; j < 3; ++j)
      {
        spread[i][j] += before[n][i] * before[n][j];
        moved[i][j] += now[n][i] * before[n][j];
      }
    }
  }
  if (flat) // what is not there stays as it is
  {
    spread[2][2] = moved[2][2] = 0.5 * (spread[0][0] + spread[1][1]);
  }
  const double trace = (spread[0][0] + spread[1][1] + spread[2][2]) / 3.0;
  const double det = Determinant(spread);
  if (!(det > Singular * trace * trace * trace))
  {
    return { none, none, none };
  }
  const Matrix f = Product(moved, Inverse(spread, det));
  double square = 0.0;
  for (std::size_t n = 0; n < before.size(); ++n)
  {
    for (int i = 0; i < 3; ++i)
    {
      double off = now[n][i];
      for (int j = 0; j < 3; ++j)
      {
        off -= f[i][j] * before[n][j];
      }
      square += off * off;
    }
  }
  return { square / static_cast<double>(before.size()), ShearOf(f, flat ? 2 : 3),
    Determinant(f) - 1.0 };
}

// G(r) of grains in a box.

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

// The part of space that belongs to a grain.

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
