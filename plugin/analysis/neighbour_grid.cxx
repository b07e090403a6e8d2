// analysis/neighbour_grid.cxx -- the points near a place.
//
// Room: plugin/analysis.
#include "neighbour_grid.h"

#include <algorithm>
#include <cmath>

namespace granum
{

NeighbourGrid::NeighbourGrid(const std::vector<Place>& points, double range)
  : Points(points)
  , Range(range)
  , Cell(range)
{
  if (!points.empty())
  {
    this->Low = this->High = points.front();
  }
  for (const Place& x : points)
  {
    for (int c = 0; c < 3; ++c)
    {
      this->Low[c] = std::min(this->Low[c], x[c]);
      this->High[c] = std::max(this->High[c], x[c]);
    }
  }
  // Not many more cells than points, however small the range.
  const double most = std::cbrt(4.0 * static_cast<double>(points.size()) + 8.0);
  for (int c = 0; c < 3; ++c)
  {
    this->Cell = std::max(this->Cell, (this->High[c] - this->Low[c]) / most);
  }
  for (int c = 0; c < 3; ++c)
  {
    this->Count[c] = 1 + static_cast<long>((this->High[c] - this->Low[c]) / this->Cell);
  }
  const auto cells = static_cast<std::size_t>(this->Count[0] * this->Count[1] * this->Count[2]);
  std::vector<std::size_t> cell(points.size());
  this->First.assign(cells + 1, 0);
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const auto at = this->CellOf(points[i]);
    cell[i] = static_cast<std::size_t>((at[2] * this->Count[1] + at[1]) * this->Count[0] + at[0]);
    ++this->First[cell[i] + 1];
  }
  for (std::size_t c = 0; c < cells; ++c)
  {
    this->First[c + 1] += this->First[c];
  }
  this->Row.resize(points.size());
  std::vector<std::size_t> next(this->First.begin(), this->First.end() - 1);
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    this->Row[next[cell[i]]++] = i;
  }
}

std::array<long, 3> NeighbourGrid::CellOf(const Place& x) const
{
  std::array<long, 3> cell;
  for (int c = 0; c < 3; ++c)
  {
    const double at = std::floor((x[c] - this->Low[c]) / this->Cell);
    cell[c] = static_cast<long>(std::clamp(at, 0.0, static_cast<double>(this->Count[c] - 1)));
  }
  return cell;
}

std::vector<std::pair<double, std::size_t>> NeighbourGrid::Near(const Place& x) const
{
  std::vector<std::pair<double, std::size_t>> near;
  const auto middle = this->CellOf(x);
  std::array<long, 3> from, to;
  for (int c = 0; c < 3; ++c)
  {
    from[c] = std::max(middle[c] - 1, 0L);
    to[c] = std::min(middle[c] + 1, this->Count[c] - 1);
  }
  for (long k = from[2]; k <= to[2]; ++k)
  {
    for (long j = from[1]; j <= to[1]; ++j)
    {
      const auto row = static_cast<std::size_t>((k * this->Count[1] + j) * this->Count[0]);
      for (std::size_t r = this->First[row + from[0]]; r < this->First[row + to[0] + 1]; ++r)
      {
        const Place& y = this->Points[this->Row[r]];
        double square = 0.0;
        for (int c = 0; c < 3; ++c)
        {
          square += (y[c] - x[c]) * (y[c] - x[c]);
        }
        if (square < this->Range * this->Range)
        {
          near.emplace_back(square, this->Row[r]);
        }
      }
    }
  }
  std::sort(near.begin(), near.end());
  return near;
}

}
