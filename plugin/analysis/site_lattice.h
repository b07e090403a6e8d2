/**
 * analysis/site_lattice.h -- a body and the lattice its sites lie on.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_site_lattice_h
#define granum_site_lattice_h

#include <array>
#include <cstdint>
#include <vector>

namespace granum
{

using Vector = std::array<double, 3>;

/** Where a body is: x_world = Position + Rotation x_body, Rotation row by row. */
struct BodyFrame
{
  std::array<double, 9> Rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  Vector Position = { 0, 0, 0 }; /**< m */

  Vector PointToBody(const double x[3]) const;
  Vector PointToWorld(const Vector& y) const;
  Vector TurnToBody(const double v[3]) const;
  Vector TurnToWorld(const Vector& v) const;
};

/** Components of x - from along the body's axes: the columns of the rotation. */
Vector InBody(const double x[3], const double from[3], const double rotation[9]);

using LatticePlace = std::array<std::int64_t, 3>;

/** Places of points ([n, 3] m, in the world) in steps of a cubic lattice, along the axes of
 * the body, from the first point; false where some lie between. */
bool InSteps(const std::vector<double>& points, const double rotation[9], double step,
  std::vector<LatticePlace>& places);

}

#endif
