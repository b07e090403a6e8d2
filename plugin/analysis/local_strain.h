/**
 * analysis/local_strain.h -- how the neighbourhood of a grain has been deformed.
 *
 * Room: plugin/analysis.  Standard C++ only.
 *
 *   D2min = min_F sum_j |r_ij - F R_ij|^2 / N     R before, r now, N neighbours before
 *   E     = (F^T F - 1) / 2                       Green and Lagrange
 *
 * M. L. Falk, J. S. Langer, Phys. Rev. E 57 (1998) 7192-7205;
 * F. Shimizu, S. Ogata, J. Li, Mater. Trans. 48 (2007) 2923-2927.
 */
#ifndef granum_local_strain_h
#define granum_local_strain_h

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

/** NaN where neighbours are too few or lie in a plane (in two dimensions: in a line). */
struct LocalStrain
{
  double NonAffine; /**< m2  D2min */
  double Shear; /**< 1   sqrt of half the square of the deviator of E */
  double Volume; /**< 1   det F - 1 */
};

/** `before` and `now`: vectors to the neighbours, m, in the same order; `flat`: in the plane z = 0,
 * where the deviator is that of the plane. */
LocalStrain StrainOf(const std::vector<std::array<double, 3>>& before,
  const std::vector<std::array<double, 3>>& now, bool flat);

}

#endif
