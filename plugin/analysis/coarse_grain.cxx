// analysis/coarse_grain.cxx -- fields on a grid from grains and contacts.
//
// Room: plugin/analysis.
#include "coarse_grain.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr int First[6] = { 0, 1, 2, 0, 1, 0 };
constexpr int Second[6] = { 0, 1, 2, 1, 2, 2 };

double Lucy(double ratio) // of distance to radius, < 1
{
  const double left = 1.0 - ratio;
  return (1.0 + 3.0 * ratio) * left * left * left;
}

constexpr std::size_t Outside = static_cast<std::size_t>(-1);

}

CoarseGrain::CoarseGrain(const Grid& grid, double reach)
  : Sums(Columns * grid.Count(), 0.0)
  , Grid_(grid)
  , Reach(reach)
{
}

void CoarseGrain::Deposit(const double x[3], const double* values, std::size_t first,
  std::size_t count)
{
  const Grid& grid = this->Grid_;
  int low[3], high[3];
  double place[3]; // in steps of the grid
  for (int i = 0; i < 3; ++i)
  {
    place[i] = (x[i] - grid.Origin[i]) / grid.Spacing[i];
    const double steps = this->Reach / grid.Spacing[i];
    const double near = std::max(steps, 0.5); // of the nearest node
    const bool flat = grid.Flat && i == 2;
    if (!flat && !(place[i] + near >= 0.0 && place[i] - near <= grid.Nodes[i] - 1.0))
    {
      return; // beyond the grid, perhaps by more steps than an int counts
    }
    low[i] = flat ? 0 : static_cast<int>(std::ceil(place[i] - steps));
    high[i] = flat ? 0 : static_cast<int>(std::floor(place[i] + steps));
  }
  if (grid.Flat)
  {
    place[2] = 0.0;
  }
  const auto node = [&grid](const int n[3])
  {
    for (int i = 0; i < 3; ++i)
    {
      if (n[i] < 0 || n[i] >= grid.Nodes[i])
      {
        return Outside;
      }
    }
    return (static_cast<std::size_t>(n[2]) * grid.Nodes[1] + n[1]) * grid.Nodes[0] + n[0];
  };

  this->Weight.clear();
  this->Node.clear();
  double sum = 0.0;
  int n[3];
  for (n[2] = low[2]; n[2] <= high[2]; ++n[2])
  {
    for (n[1] = low[1]; n[1] <= high[1]; ++n[1])
    {
      for (n[0] = low[0]; n[0] <= high[0]; ++n[0])
      {
        const double away = std::hypot((n[0] - place[0]) * grid.Spacing[0],
          (n[1] - place[1]) * grid.Spacing[1], (n[2] - place[2]) * grid.Spacing[2]);
        if (away < this->Reach)
        {
          this->Weight.push_back(Lucy(away / this->Reach));
          this->Node.push_back(node(n));
          sum += this->Weight.back();
        }
      }
    }
  }
  if (!(sum > 0.0)) // the grid is too coarse for the reach: all goes to the nearest node
  {
    const int nearest[3] = { static_cast<int>(std::lround(place[0])),
      static_cast<int>(std::lround(place[1])), static_cast<int>(std::lround(place[2])) };
    this->Weight.assign(1, 1.0);
    this->Node.assign(1, node(nearest));
    sum = 1.0;
  }
  const double share = 1.0 / (sum * grid.Spacing[0] * grid.Spacing[1] * grid.Spacing[2]);
  for (std::size_t k = 0; k < this->Node.size(); ++k)
  {
    if (this->Node[k] != Outside)
    {
      double* row = &this->Sums[Columns * this->Node[k] + first];
      for (std::size_t c = 0; c < count; ++c)
      {
        row[c] += share * this->Weight[k] * values[c];
      }
    }
  }
}

void CoarseGrain::AddGrain(const double x[3], const double v[3], double mass, double volume)
{
  double values[11] = { mass, volume, mass * v[0], mass * v[1], mass * v[2] };
  for (int i = 0; i < 6; ++i)
  {
    values[5 + i] = mass * v[First[i]] * v[Second[i]];
  }
  this->Deposit(x, values, 0, 11);
}

void CoarseGrain::AddContact(const double a[3], const double b[3], const double force[3])
{
  double branch[3];
  for (int i = 0; i < 3; ++i)
  {
    branch[i] = a[i] - b[i];
  }
  const double length = std::hypot(branch[0], branch[1], branch[2]);
  // The kernel is smooth over an eighth of its radius; a reach far below the length of a
  // contact needs no more samples than there are nodes to receive them.
  constexpr double most = 4096.0;
  const int samples =
    static_cast<int>(std::clamp(std::ceil(8.0 * length / this->Reach), 1.0, most));
  double values[6];
  for (int i = 0; i < 6; ++i)
  {
    values[i] =
      0.5 * (force[First[i]] * branch[Second[i]] + force[Second[i]] * branch[First[i]]) / samples;
  }
  for (int s = 0; s < samples; ++s)
  {
    const double along = (s + 0.5) / samples;
    const double x[3] = { b[0] + along * branch[0], b[1] + along * branch[1],
      b[2] + along * branch[2] };
    this->Deposit(x, values, 11, 6);
  }
}

NodeFields::NodeFields(const double* sums)
  : Density(sums[0])
  , SolidFraction(sums[1])
{
  for (int i = 0; i < 3; ++i)
  {
    this->Velocity[i] = sums[0] > 0.0 ? sums[2 + i] / sums[0] : 0.0;
  }
  for (int i = 0; i < 6; ++i)
  {
    this->Kinetic[i] = sums[5 + i] - sums[0] * this->Velocity[First[i]] * this->Velocity[Second[i]];
    this->Contact[i] = sums[11 + i];
  }
}

}
