/**
 * analysis/body_path.h -- the path of a point of a body, from its poses over time.
 *
 * Room: plugin/analysis.  Standard C++ only.  The numbers come from a file and may be
 * anything: rows that are not finite interrupt a path.
 */
#ifndef granum_body_path_h
#define granum_body_path_h

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

using Vector3 = std::array<double, 3>;

double LengthOf(const Vector3& v);
Vector3 Cross(const Vector3& a, const Vector3& b);

/** The vector of the body in the world: q v q*, with q = w x y z of unit length. */
Vector3 Turned(const double q[4], const Vector3& v);

/** The point `point` (m, body frame) in the world, a row for each of `position` [rows, 3] m
 * and `orientation` [rows, 4], which must have the same number of rows. */
std::vector<Vector3> PathOf(const std::vector<double>& position,
  const std::vector<double>& orientation, const Vector3& point);

/** The rows after which a body jumps, as across a periodic side: the step of its centre (m)
 * is longer than `least` (m) and than four times what `speed` (m/s) explains. */
std::vector<char> JumpsOf(const std::vector<Vector3>& centre, const std::vector<double>& speed,
  const std::vector<double>& time, double least);

/** Rows [First, End) of a path without interruption. */
struct PathPart
{
  std::size_t First, End;
};

/** The parts in which points are finite, times rise and no row jumps; `jumps` may be empty. */
std::vector<PathPart> PartsOf(const std::vector<Vector3>& path, const std::vector<double>& time,
  const std::vector<char>& jumps);

/** Speeds (m/s) in one part, by differences of second order between neighbouring rows, of
 * first order at its ends; 0 for a part of one row. */
std::vector<double> SpeedsIn(const PathPart& part, const std::vector<Vector3>& path,
  const std::vector<double>& time);

/** The largest angular velocity (rad/s) that the changes between rows of `orientation`
 * [rows, 4] show. */
double LargestSpin(const std::vector<double>& orientation, const std::vector<double>& time);

/** The torque (N m) about `centre` of a force and its torque about `origin` (m). */
Vector3 TorqueAbout(const Vector3& centre, const Vector3& origin, const Vector3& force,
  const Vector3& torque);

/* An arrow as polygons: a shaft and a head. */

/** Polygons over corners, which turn to the left seen from outside. */
struct ArrowMesh
{
  std::vector<Vector3> Points; /**< m */
  std::vector<std::vector<std::size_t>> Polygons;
};

/** A closed arrow from `from` (m) along `way` (m), whose length is above 0.  An arrow of the
 * length `full` (m) has a shaft of 0.04 and a head of 0.1 of it as radii; one below 0.4 of it
 * is thinner, so that the arrow keeps its shape. */
ArrowMesh ArrowOf(const Vector3& from, const Vector3& way, double full);

}

#endif
