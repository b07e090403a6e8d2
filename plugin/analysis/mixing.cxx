// analysis/mixing.cxx -- how well kinds of grains are mixed.
//
// Room: plugin/analysis.
#include "mixing.h"

#include <algorithm>
#include <cmath>

namespace granum
{

std::size_t MixingCells::Of(const double x[3]) const
{
  int cell[3];
  for (int i = 0; i < 3; ++i)
  {
    const double place = std::floor((x[i] - this->Low[i]) / this->Size[i]);
    cell[i] = static_cast<int>(std::clamp(place, 0.0, this->Count[i] - 1.0));
  }
  return (static_cast<std::size_t>(cell[2]) * this->Count[1] + cell[1]) * this->Count[0] + cell[0];
}

MixingCells MixingCells::Fit(const std::array<double, 3>& low, const std::array<double, 3>& high,
  double total, double grains)
{
  MixingCells cells;
  cells.Low = low;
  double longest = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    longest = std::max(longest, high[i] - low[i]);
  }
  // A box that is flat or thin has one cell across it.
  double volume = 1.0;
  int across = 0;
  for (int i = 0; i < 3; ++i)
  {
    if (high[i] - low[i] > 1e-9 * longest)
    {
      volume *= high[i] - low[i];
      ++across;
    }
  }
  const double edge =
    across > 0 && total > 0.0 ? std::pow(volume * grains / total, 1.0 / across) : 1.0;
  for (int i = 0; i < 3; ++i)
  {
    const double span = high[i] - low[i];
    const double count = std::round(span / edge);
    cells.Count[i] = static_cast<int>(std::clamp(count, 1.0, 1000.0));
    cells.Size[i] = span > 0.0 ? span / cells.Count[i] : 1.0;
  }
  return cells;
}

namespace
{

double LaceyIndex(double segregated, double now, double random)
{
  return segregated > random ? (segregated - now) / (segregated - random) : 1.0;
}

}

Mixture::Mixture(const std::vector<double>& counts, std::size_t kinds)
  : Grains(kinds, 0.0)
  , Index(kinds, 1.0)
{
  const std::size_t cells = kinds > 0 ? counts.size() / kinds : 0;
  std::vector<double> inCell(cells, 0.0);
  for (std::size_t c = 0; c < cells; ++c)
  {
    for (std::size_t k = 0; k < kinds; ++k)
    {
      inCell[c] += counts[c * kinds + k];
      this->Grains[k] += counts[c * kinds + k];
    }
    this->Total += inCell[c];
    this->Filled += inCell[c] > 0.0 ? 1.0 : 0.0;
  }
  double sums[3] = { 0.0, 0.0, 0.0 }; // S0^2, S^2, SR^2
  for (std::size_t k = 0; this->Total > 1.0 && k < kinds; ++k)
  {
    const double p = this->Grains[k] / this->Total;
    double now = 0.0;
    for (std::size_t c = 0; c < cells; ++c)
    {
      const double off = inCell[c] > 0.0 ? counts[c * kinds + k] / inCell[c] - p : 0.0;
      now += inCell[c] * off * off / this->Total;
    }
    const double segregated = p * (1.0 - p);
    const double random = segregated * (this->Filled - 1.0) / (this->Total - 1.0);
    this->Index[k] = LaceyIndex(segregated, now, random);
    sums[0] += segregated;
    sums[1] += now;
    sums[2] += random;
  }
  this->Whole = LaceyIndex(sums[0], sums[1], sums[2]);
}

}
