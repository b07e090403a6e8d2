// analysis/sample_grid.cxx -- a regular grid of points, on a plane or in a box.
//
// Room: plugin/analysis.
#include "sample_grid.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

double Dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector Along(const Vector& from, double length, const Vector& axis)
{
  return { from[0] + length * axis[0], from[1] + length * axis[1], from[2] + length * axis[2] };
}

Vector Cross(const Vector& a, const Vector& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

/** So many in their middle, half a spacing from the ends if it divides the length: points
 * that are a whole part of a lattice apart do not lie on its faces. */
double Points(double length, double spacing)
{
  return std::max(1.0, std::floor(length / spacing + 1e-6));
}

/** Counts along `n` axes of those lengths, and the spacing that keeps them below `most`. */
double Divide(const double* length, int n, double spacing, double most, SampleGrid& grid)
{
  for (;;)
  {
    double size = 1.0;
    for (int a = 0; a < n; ++a)
    {
      size *= Points(length[a], spacing);
    }
    if (size <= std::max(most, 1.0))
    {
      break;
    }
    spacing *= std::max(1.01, std::pow(size / std::max(most, 1.0), 1.0 / n));
  }
  grid.Count = { 1, 1, 1 };
  for (int a = 0; a < n; ++a)
  {
    grid.Count[a] = static_cast<std::size_t>(Points(length[a], spacing));
  }
  return spacing;
}

/** Axes of the plane: the first as near as may be to an axis of the body. */
void Axes(Vector& normal, Vector& first, Vector& second)
{
  const double length = std::sqrt(Dot(normal, normal));
  normal = length > 0.0 ? Along({ 0, 0, 0 }, 1.0 / length, normal) : Vector{ 0, 0, 1 };
  int flat = 0;
  for (int a = 1; a < 3; ++a)
  {
    flat = std::abs(normal[a]) < std::abs(normal[flat]) ? a : flat;
  }
  Vector axis = { 0, 0, 0 };
  axis[flat] = 1.0;
  first = Along(axis, -normal[flat], normal);
  first = Along({ 0, 0, 0 }, 1.0 / std::sqrt(Dot(first, first)), first);
  second = Cross(normal, first);
}

}

Vector SampleGrid::Point(std::size_t row) const
{
  const std::size_t i = row % this->Count[0], j = row / this->Count[0] % this->Count[1],
                    k = row / this->Count[0] / this->Count[1];
  return Along(Along(Along(this->Origin, static_cast<double>(i), this->Step[0]),
                 static_cast<double>(j), this->Step[1]),
    static_cast<double>(k), this->Step[2]);
}

SampleGrid PlaneGrid(const Vector& low, const Vector& high, const Vector& origin,
  const Vector& normal, double spacing, double most)
{
  Vector up = normal, axis[2];
  Axes(up, axis[0], axis[1]);
  // The twelve edges of the box, where they meet the plane.
  double first[2] = { HUGE_VAL, HUGE_VAL }, last[2] = { -HUGE_VAL, -HUGE_VAL };
  for (int corner = 0; corner < 8; ++corner)
  {
    for (int a = 0; a < 3; ++a)
    {
      Vector ends[2];
      double before[2];
      for (int end = 0; end < 2; ++end)
      {
        for (int c = 0; c < 3; ++c)
        {
          const bool far = (corner >> c & 1) || (c == a && end == 1);
          ends[end][c] = (far ? high[c] : low[c]) - origin[c];
        }
        before[end] = Dot(ends[end], up);
      }
      if (before[0] * before[1] > 0.0)
      {
        continue;
      }
      const double span = before[0] - before[1];
      const double share = span != 0.0 ? before[0] / span : 0.0;
      for (int side = 0; side < 2; ++side)
      {
        const double at =
          (1.0 - share) * Dot(ends[0], axis[side]) + share * Dot(ends[1], axis[side]);
        first[side] = std::min(first[side], at);
        last[side] = std::max(last[side], at);
      }
    }
  }
  SampleGrid grid;
  if (first[0] > last[0])
  {
    return grid;
  }
  const double length[2] = { last[0] - first[0], last[1] - first[1] };
  spacing = Divide(length, 2, spacing, most, grid);
  grid.Origin = origin;
  for (int side = 0; side < 2; ++side)
  {
    const double used = spacing * static_cast<double>(grid.Count[side] - 1);
    grid.Origin = Along(grid.Origin, first[side] + 0.5 * (length[side] - used), axis[side]);
    grid.Step[side] = Along({ 0, 0, 0 }, spacing, axis[side]);
  }
  return grid;
}

SampleGrid BoxGrid(const Vector& low, const Vector& high, double spacing, double most)
{
  SampleGrid grid;
  const double length[3] = { high[0] - low[0], high[1] - low[1], high[2] - low[2] };
  spacing = Divide(length, 3, spacing, most, grid);
  for (int a = 0; a < 3; ++a)
  {
    const double used = spacing * static_cast<double>(grid.Count[a] - 1);
    grid.Origin[a] = low[a] + 0.5 * (length[a] - used);
    grid.Step[a][a] = spacing;
  }
  return grid;
}

}
