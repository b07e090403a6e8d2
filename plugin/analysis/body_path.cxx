// analysis/body_path.cxx -- the path of a point of a body, from its poses over time.
//
// Room: plugin/analysis.
#include "body_path.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

double Distance(const Vector3& a, const Vector3& b)
{
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

bool IsFinite(const Vector3& v)
{
  return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]);
}

}

Vector3 Cross(const Vector3& a, const Vector3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

double LengthOf(const Vector3& v) { return std::hypot(v[0], v[1], v[2]); }

Vector3 Turned(const double q[4], const Vector3& v)
{
  // v + 2 w (u x v) + 2 u x (u x v)
  const Vector3 u = { q[1], q[2], q[3] };
  const Vector3 once = Cross(u, v);
  const Vector3 twice = Cross(u, once);
  Vector3 turned;
  for (int i = 0; i < 3; ++i)
  {
    turned[i] = v[i] + 2.0 * q[0] * once[i] + 2.0 * twice[i];
  }
  return turned;
}

std::vector<Vector3> PathOf(const std::vector<double>& position,
  const std::vector<double>& orientation, const Vector3& point)
{
  std::vector<Vector3> path(std::min(position.size() / 3, orientation.size() / 4));
  for (std::size_t k = 0; k < path.size(); ++k)
  {
    path[k] = Turned(&orientation[4 * k], point);
    for (int i = 0; i < 3; ++i)
    {
      path[k][i] += position[3 * k + i];
    }
  }
  return path;
}

std::vector<char> JumpsOf(const std::vector<Vector3>& centre, const std::vector<double>& speed,
  const std::vector<double>& time, double least)
{
  std::vector<char> jumps(centre.size(), 0);
  for (std::size_t k = 0; k + 1 < centre.size(); ++k)
  {
    const double step = Distance(centre[k + 1], centre[k]);
    const double way = std::max(speed[k], speed[k + 1]) * (time[k + 1] - time[k]);
    jumps[k] = step > least && step > 4.0 * way;
  }
  return jumps;
}

std::vector<PathPart> PartsOf(const std::vector<Vector3>& path, const std::vector<double>& time,
  const std::vector<char>& jumps)
{
  std::vector<PathPart> parts;
  bool open = false;
  for (std::size_t k = 0; k < path.size(); ++k)
  {
    if (!IsFinite(path[k]) || !std::isfinite(time[k]))
    {
      open = false;
      continue;
    }
    const bool follows = open && time[k] > time[k - 1] && (jumps.empty() || !jumps[k - 1]);
    if (!follows)
    {
      parts.push_back({ k, k });
    }
    parts.back().End = k + 1;
    open = true;
  }
  return parts;
}

std::vector<double> SpeedsIn(const PathPart& part, const std::vector<Vector3>& path,
  const std::vector<double>& time)
{
  std::vector<double> speeds(part.End - part.First, 0.0);
  for (std::size_t k = part.First; speeds.size() > 1 && k < part.End; ++k)
  {
    double& speed = speeds[k - part.First];
    if (k == part.First || k + 1 == part.End)
    {
      const std::size_t a = k == part.First ? k : k - 1;
      speed = Distance(path[a + 1], path[a]) / (time[a + 1] - time[a]);
      continue;
    }
    // The slope at k of the parabola through three rows.
    const double before = time[k] - time[k - 1], after = time[k + 1] - time[k];
    Vector3 slope;
    for (int i = 0; i < 3; ++i)
    {
      slope[i] = (path[k + 1][i] - path[k][i]) / after * (before / (before + after)) +
        (path[k][i] - path[k - 1][i]) / before * (after / (before + after));
    }
    speed = LengthOf(slope);
  }
  return speeds;
}

double LargestSpin(const std::vector<double>& orientation, const std::vector<double>& time)
{
  double largest = 0.0;
  for (std::size_t k = 0; k + 1 < std::min(time.size(), orientation.size() / 4); ++k)
  {
    const double* a = &orientation[4 * k];
    const double* b = a + 4;
    // |sin| and |cos| of half the angle between them.
    const double cosine = std::fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    const Vector3 u = { a[1], a[2], a[3] }, v = { b[1], b[2], b[3] };
    const Vector3 across = Cross(u, v);
    Vector3 sine;
    for (int i = 0; i < 3; ++i)
    {
      sine[i] = a[0] * v[i] - b[0] * u[i] - across[i];
    }
    const double rate = 2.0 * std::atan2(LengthOf(sine), cosine) / (time[k + 1] - time[k]);
    largest = std::isfinite(rate) ? std::max(largest, rate) : largest;
  }
  return largest;
}

Vector3 TorqueAbout(const Vector3& centre, const Vector3& origin, const Vector3& force,
  const Vector3& torque)
{
  const Vector3 arm = { origin[0] - centre[0], origin[1] - centre[1], origin[2] - centre[2] };
  const Vector3 moved = Cross(arm, force);
  return { torque[0] + moved[0], torque[1] + moved[1], torque[2] + moved[2] };
}

// An arrow as polygons: a shaft and a head.

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
