// analysis/surface_load.cxx -- loads of contacts on the cells of a surface.
//
// Room: plugin/analysis.
#include "surface_load.h"

#include <algorithm>
#include <cmath>

namespace granum
{

void SurfaceLoad::Reset(std::size_t cells)
{
  this->Force.assign(3 * cells, 0.0);
  this->Push.assign(cells, 0.0);
  this->Contacts.assign(cells, 0.0);
}

void SurfaceLoad::Add(std::size_t cell, const double force[3], double push)
{
  for (std::size_t i = 0; i < 3; ++i)
  {
    this->Force[3 * cell + i] += force[i];
  }
  this->Push[cell] += push;
  this->Contacts[cell] += 1.0;
}

void BodyLoad::Reset(std::size_t bodies)
{
  this->Force.assign(3 * bodies, 0.0);
  this->Torque.assign(3 * bodies, 0.0);
}

void BodyLoad::Add(std::size_t body, const double force[3], const double point[3],
  const double origin[3])
{
  const double arm[3] = { point[0] - origin[0], point[1] - origin[1], point[2] - origin[2] };
  for (std::size_t i = 0; i < 3; ++i)
  {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    this->Force[3 * body + i] += force[i];
    this->Torque[3 * body + i] += arm[j] * force[k] - arm[k] * force[j];
  }
}

double Percentile(std::vector<double> values, double part)
{
  if (values.empty())
  {
    return 0.0;
  }
  std::sort(values.begin(), values.end());
  const double place = part * static_cast<double>(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

double PolygonArea(const std::vector<std::array<double, 3>>& corners)
{
  double twice[3] = { 0.0, 0.0, 0.0 };
  for (std::size_t c = 1; c + 1 < corners.size(); ++c)
  {
    double a[3], b[3];
    for (int i = 0; i < 3; ++i)
    {
      a[i] = corners[c][i] - corners[0][i];
      b[i] = corners[c + 1][i] - corners[0][i];
    }
    for (int i = 0; i < 3; ++i)
    {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      twice[i] += a[j] * b[k] - a[k] * b[j];
    }
  }
  return 0.5 * std::hypot(twice[0], twice[1], twice[2]);
}

}
