// analysis/stencil.cxx -- which sites of a cubic lattice serve a point.
//
// Room: plugin/analysis.
#include "stencil.h"

#include <cmath>

namespace granum
{

bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9])
{
  for (int axis = 0; axis < 3; ++axis)
  {
    double along = 0.0; // of the body's axis: a column of the rotation
    for (int i = 0; i < 3; ++i)
    {
      along += rotation[3 * i + axis] * (site[i] - x[i]);
    }
    if (!(std::abs(along) < spacing))
    {
      return false;
    }
  }
  return true;
}

}
