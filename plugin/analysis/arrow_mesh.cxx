// analysis/arrow_mesh.cxx -- an arrow as polygons: a shaft and a head.
//
// Room: plugin/analysis.
#include "arrow_mesh.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr std::size_t Sides = 16;
constexpr double Pi = 3.14159265358979323846;

/** Two unit vectors that make a right-handed frame with the unit vector `n`. */
void Across(const Vector3& n, Vector3& a, Vector3& b)
{
  // The axis least along n gives a cross product far from 0.
  int least = 0;
  for (int i = 1; i < 3; ++i)
  {
    least = std::fabs(n[i]) < std::fabs(n[least]) ? i : least;
  }
  const int j = (least + 1) % 3, k = (least + 2) % 3;
  const double length = std::hypot(n[j], n[k]);
  a[least] = 0.0;
  a[j] = -n[k] / length;
  a[k] = n[j] / length;
  b = { n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2], n[0] * a[1] - n[1] * a[0] };
}

}

ArrowMesh ArrowOf(const Vector3& from, const Vector3& way, double full)
{
  const double length = LengthOf(way);
  const Vector3 n = { way[0] / length, way[1] / length, way[2] / length };
  Vector3 a, b;
  Across(n, a, b);
  const double size = std::min(full, 2.5 * length);
  const double head = 0.3 * size;

  ArrowMesh mesh;
  const auto ring = [&](double along, double radius)
  {
    for (std::size_t k = 0; k < Sides; ++k)
    {
      const double angle = 2.0 * Pi * static_cast<double>(k) / Sides;
      Vector3 x;
      for (int i = 0; i < 3; ++i)
      {
        x[i] = from[i] + along * n[i] + radius * (std::cos(angle) * a[i] + std::sin(angle) * b[i]);
      }
      mesh.Points.push_back(x);
    }
  };
  ring(0.0, 0.04 * size);
  ring(length - head, 0.04 * size);
  ring(length - head, 0.1 * size);
  mesh.Points.push_back({ from[0] + way[0], from[1] + way[1], from[2] + way[2] });

  std::vector<std::size_t> base;
  for (std::size_t k = Sides; k-- > 0;)
  {
    base.push_back(k);
  }
  mesh.Polygons.push_back(base);
  for (std::size_t k = 0; k < Sides; ++k)
  {
    const std::size_t next = (k + 1) % Sides;
    for (std::size_t r = 0; r < 2; ++r) // the shaft, and from it to the rim of the head
    {
      const std::size_t low = r * Sides, high = low + Sides;
      mesh.Polygons.push_back({ low + k, low + next, high + next, high + k });
    }
    mesh.Polygons.push_back({ 2 * Sides + k, 2 * Sides + next, 3 * Sides });
  }
  return mesh;
}

}
