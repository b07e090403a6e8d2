// analysis/site_lattice.cxx -- a body and the lattice its sites lie on.
//
// Room: plugin/analysis.
#include "site_lattice.h"

#include <cmath>

namespace granum
{

Vector InBody(const double x[3], const double from[3], const double rotation[9])
{
  Vector along = { 0.0, 0.0, 0.0 };
  for (int axis = 0; axis < 3; ++axis)
  {
    for (int i = 0; i < 3; ++i)
    {
      along[axis] += rotation[3 * i + axis] * (x[i] - from[i]);
    }
  }
  return along;
}

Vector BodyFrame::PointToBody(const double x[3]) const
{
  return InBody(x, this->Position.data(), this->Rotation.data());
}

Vector BodyFrame::TurnToBody(const double v[3]) const
{
  const double none[3] = { 0.0, 0.0, 0.0 };
  return InBody(v, none, this->Rotation.data());
}

Vector BodyFrame::TurnToWorld(const Vector& v) const
{
  Vector turned;
  for (int i = 0; i < 3; ++i)
  {
    const double* row = &this->Rotation[3 * i];
    turned[i] = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
  }
  return turned;
}

Vector BodyFrame::PointToWorld(const Vector& y) const
{
  Vector x = this->TurnToWorld(y);
  for (int i = 0; i < 3; ++i)
  {
    x[i] += this->Position[i];
  }
  return x;
}

bool InSteps(const std::vector<double>& points, const double rotation[9], double step,
  std::vector<LatticePlace>& places)
{
  places.resize(points.size() / 3);
  bool exact = true;
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    const Vector at = InBody(&points[3 * i], points.data(), rotation);
    for (int axis = 0; axis < 3; ++axis)
    {
      places[i][axis] = std::llround(at[axis] / step);
      exact = exact && std::abs(at[axis] / step - places[i][axis]) < 0.1;
    }
  }
  return exact;
}

}
