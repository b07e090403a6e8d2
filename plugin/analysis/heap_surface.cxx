// analysis/heap_surface.cxx -- the free surface of a heap, its volume and its slope.
//
// Room: plugin/analysis.
#include "heap_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace granum
{

namespace
{

constexpr double Pi = 3.14159265358979323846, Degree = 180.0 / Pi;
constexpr double Foot = 0.2, Top = 0.8; // 1  of the height, where the flank ends
constexpr int Most = 2000; // nodes along a side
constexpr int Blocks = 12; // of a flank, whose slopes give the error
constexpr int Rounds = 20; // at most, until the flank is that of its own fit

/** A node of the flank: place about the axis, height, and the part of the flank it is in. */
struct Node
{
  std::array<double, 3> At;
  int Block;
};

/** Sums over nodes: of 1, places and height, and of their products. */
struct Sums
{
  double Count = 0.0, One[3] = {}, Two[3][3] = {};

  void Add(const std::array<double, 3>& at, double sign)
  {
    this->Count += sign;
    for (int a = 0; a < 3; ++a)
    {
      this->One[a] += sign * at[a];
      for (int b = 0; b < 3; ++b)
      {
        this->Two[a][b] += sign * at[a] * at[b];
      }
    }
  }
};

/** h = A + B u + C v. */
struct Fit
{
  double A, B, C;

  double At(const Node& node) const
  {
    return this->A + this->B * node.At[0] + this->C * node.At[1];
  }
};

/** Heights of nodes, each that of the highest sphere over it. */
void FindHeights(const std::vector<Place>& points, const std::vector<double>& radius, int up,
  HeapSurface& heap)
{
  heap.Height.assign(static_cast<std::size_t>(heap.Count[0]) * heap.Count[1],
    -std::numeric_limits<double>::infinity());
  for (std::size_t g = 0; g < points.size(); ++g)
  {
    const double r = radius[g], at[2] = { points[g][0], up == 2 ? points[g][1] : 0.0 };
    int from[2], to[2];
    for (int c = 0; c < 2; ++c)
    {
      from[c] = std::max(0, static_cast<int>(std::ceil((at[c] - r - heap.Low[c]) / heap.Spacing)));
      to[c] = std::min(heap.Count[c] - 1,
        static_cast<int>(std::floor((at[c] + r - heap.Low[c]) / heap.Spacing)));
    }
    for (int j = from[1]; j <= to[1]; ++j)
    {
      for (int i = from[0]; i <= to[0]; ++i)
      {
        const double dx = heap.Low[0] + i * heap.Spacing - at[0];
        const double dy = heap.Low[1] + j * heap.Spacing - at[1];
        const double square = r * r - dx * dx - dy * dy;
        double& height = heap.Height[static_cast<std::size_t>(j) * heap.Count[0] + i];
        height = square < 0.0 ? height : std::max(height, points[g][up] + std::sqrt(square));
      }
    }
  }
  for (double& height : heap.Height)
  {
    height = std::isfinite(height) ? height : std::numeric_limits<double>::quiet_NaN();
  }
}

/** Solves the normal equations; C is 0 where there is one unknown slope. */
Fit FitOf(const Sums& sums, int unknowns)
{
  double s[3][3];
  for (int a = 0; a < 3; ++a)
  {
    for (int b = 0; b < 3; ++b)
    {
      s[a][b] = sums.Two[a][b] - sums.One[a] * sums.One[b] / sums.Count;
    }
  }
  Fit fit = { 0.0, s[0][2] / s[0][0], 0.0 };
  if (unknowns == 2)
  {
    const double det = s[0][0] * s[1][1] - s[0][1] * s[0][1];
    fit.B = (s[0][2] * s[1][1] - s[1][2] * s[0][1]) / det;
    fit.C = (s[1][2] * s[0][0] - s[0][2] * s[0][1]) / det;
  }
  fit.A = (sums.One[2] - fit.B * sums.One[0] - fit.C * sums.One[1]) / sums.Count;
  return fit;
}

/** The slope of a flank and its standard error, from the slopes without one block each (jackknife):
 * heights of neighbouring nodes are often those of the same grain.
 *
 * Whether a node is of the flank depends on the height that the fit has there; to choose by the
 * height of the node itself would leave out high ones below and low ones above. */
std::array<double, 2> SlopeOf(const std::vector<Node>& nodes, int unknowns, double top)
{
  std::vector<char> in;
  for (const Node& node : nodes)
  {
    in.push_back(node.At[2] > Foot * top && node.At[2] < Top * top);
  }
  Sums all;
  Fit fit;
  for (int round = 0; round < Rounds; ++round)
  {
    all = Sums();
    for (std::size_t n = 0; n < nodes.size(); ++n)
    {
      all.Add(nodes[n].At, in[n] ? 1.0 : 0.0);
    }
    fit = FitOf(all, unknowns);
    bool same = true;
    for (std::size_t n = 0; n < nodes.size(); ++n)
    {
      const double h = fit.At(nodes[n]);
      const char now = h > Foot * top && h < Top * top;
      same = same && now == in[n];
      in[n] = now;
    }
    if (same)
    {
      break;
    }
  }
  std::vector<double> slopes;
  for (int block = 0; block < Blocks; ++block)
  {
    Sums rest = all;
    for (std::size_t n = 0; n < nodes.size(); ++n)
    {
      rest.Add(nodes[n].At, in[n] && nodes[n].Block == block ? -1.0 : 0.0);
    }
    const Fit without = FitOf(rest, unknowns);
    if (rest.Count < all.Count)
    {
      slopes.push_back(std::hypot(without.B, without.C));
    }
  }
  const auto count = static_cast<double>(slopes.size());
  const double mean = std::accumulate(slopes.begin(), slopes.end(), 0.0) / count;
  double square = 0.0;
  for (const double slope : slopes)
  {
    square += (slope - mean) * (slope - mean) * (count - 1.0) / count;
  }
  return { std::hypot(fit.B, fit.C),
    count > 1.0 ? std::sqrt(square) : std::numeric_limits<double>::quiet_NaN() };
}

}

HeapSurface SurfaceOf(const std::vector<Place>& points, const std::vector<double>& radius,
  double spacing, bool flat, bool cone)
{
  HeapSurface heap;
  heap.Angle = heap.Error = std::numeric_limits<double>::quiet_NaN();
  if (points.empty() || !(spacing > 0.0))
  {
    return heap;
  }
  const int up = flat ? 1 : 2;
  Place low = points.front(), high = low;
  heap.Floor = points.front()[up];
  for (std::size_t g = 0; g < points.size(); ++g)
  {
    for (int c = 0; c < 3; ++c)
    {
      low[c] = std::min(low[c], points[g][c] - radius[g]);
      high[c] = std::max(high[c], points[g][c] + radius[g]);
    }
  }
  heap.Floor = low[up];
  heap.Spacing =
    std::max({ spacing, (high[0] - low[0]) / Most, flat ? 0.0 : (high[1] - low[1]) / Most });
  for (int c = 0; c < 2; ++c)
  {
    const bool line = flat && c == 1;
    heap.Low[c] = line ? 0.0 : low[c] + heap.Spacing / 2.0;
    heap.Count[c] = line ? 1 : 1 + static_cast<int>((high[c] - low[c]) / heap.Spacing);
  }
  FindHeights(points, radius, up, heap);

  const double cell = flat ? heap.Spacing : heap.Spacing * heap.Spacing;
  const auto each = [&heap](auto&& act)
  {
    for (std::size_t n = 0; n < heap.Height.size(); ++n)
    {
      if (!std::isnan(heap.Height[n]))
      {
        const auto i = static_cast<int>(n) % heap.Count[0], j = static_cast<int>(n) / heap.Count[0];
        act(heap.Low[0] + i * heap.Spacing, heap.Low[1] + j * heap.Spacing,
          heap.Height[n] - heap.Floor);
      }
    }
  };
  double top = 0.0, first[2] = { 0, 0 };
  each(
    [&](double x, double y, double h)
    {
      heap.Volume += cell * h;
      first[0] += cell * h * x;
      first[1] += cell * h * y;
      top = std::max(top, h);
    });
  heap.Axis = { first[0] / heap.Volume, first[1] / heap.Volume };
  std::vector<Node> flank;
  each(
    [&](double x, double y, double h)
    {
      const double dx = x - heap.Axis[0], dy = y - heap.Axis[1];
      const double part = flat ? (x - heap.Low[0]) / (heap.Count[0] * heap.Spacing)
                               : 0.5 + std::atan2(dy, dx) / (2.0 * Pi);
      const int block = std::min(Blocks - 1, static_cast<int>(Blocks * part));
      flank.push_back({ { cone ? std::hypot(dx, dy) : dx, cone ? 0.0 : dy, h }, block });
    });
  const auto slope = SlopeOf(flank, cone || flat ? 1 : 2, top);
  heap.Angle = Degree * std::atan(slope[0]);
  heap.Error = Degree * slope[1] / (1.0 + slope[0] * slope[0]);
  return heap;
}

}
