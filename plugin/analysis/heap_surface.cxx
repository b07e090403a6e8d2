// analysis/heap_surface.cxx -- the free surface of a heap, its volume and its slope.
//
// Room: plugin/analysis.
#include "heap_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace granum
{

namespace
{

constexpr double Degree = 180.0 / 3.14159265358979323846;
constexpr double Foot = 0.2, Top = 0.8; // 1  of the height, where the flank ends
constexpr int Most = 2000; // nodes along a side

/** A node of the flank: place about the axis, and height. */
using Node = std::array<double, 3>;

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

/** Solves the normal equations of h = a + b u + c v, of which the last may be left out; returns
 * the slope and its standard error. */
std::array<double, 2> SlopeOf(const std::vector<Node>& nodes, int unknowns)
{
  double mean[3] = { 0, 0, 0 }, s[3][3] = {};
  const double count = static_cast<double>(nodes.size());
  for (const Node& node : nodes)
  {
    for (int c = 0; c < 3; ++c)
    {
      mean[c] += node[c] / count;
    }
  }
  for (const Node& node : nodes)
  {
    for (int a = 0; a < 3; ++a)
    {
      for (int b = 0; b < 3; ++b)
      {
        s[a][b] += (node[a] - mean[a]) * (node[b] - mean[b]);
      }
    }
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  double b = 0.0, c = 0.0;
  if (unknowns == 1)
  {
    b = s[0][2] / s[0][0];
  }
  else
  {
    const double det = s[0][0] * s[1][1] - s[0][1] * s[0][1];
    b = (s[0][2] * s[1][1] - s[1][2] * s[0][1]) / det;
    c = (s[1][2] * s[0][0] - s[0][2] * s[0][1]) / det;
  }
  const double free = count - 1.0 - unknowns;
  const double rest = s[2][2] - b * s[0][2] - c * s[1][2];
  const double spread = unknowns == 1 ? s[0][0] : 0.5 * (s[0][0] + s[1][1]);
  return free > 0.0 && spread > 0.0
    ? std::array<double, 2>{ std::hypot(b, c), std::sqrt(std::max(rest, 0.0) / free / spread) }
    : std::array<double, 2>{ none, none };
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
      if (h > Foot * top && h < Top * top)
      {
        const double dx = x - heap.Axis[0], dy = y - heap.Axis[1];
        flank.push_back(cone ? Node{ std::hypot(dx, dy), 0.0, h } : Node{ dx, dy, h });
      }
    });
  const auto slope = SlopeOf(flank, cone || flat ? 1 : 2);
  heap.Angle = Degree * std::atan(slope[0]);
  heap.Error = Degree * slope[1] / (1.0 + slope[0] * slope[0]);
  return heap;
}

}
