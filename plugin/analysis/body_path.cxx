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

}
