/**
 * analysis/mixing.h -- how well kinds of grains are mixed.
 *
 * Room: plugin/analysis.  Standard C++ only.  Counts are returned as counts, so that
 * those of several ranks can be added.
 *
 *   M = (S0^2 - S^2) / (S0^2 - SR^2)      0 segregated, 1 random (Lacey)
 *
 *   S^2  = sum n_c (p_c - p)^2 / N        cells c of n_c grains, p_c of the kind
 *   S0^2 = p (1 - p)                      every cell pure
 *   SR^2 = p (1 - p) (K - 1) / (N - 1)    K cells filled at random: the expectation
 *
 * Cells count by their grains, so that SR^2 is exact however many each holds.
 *
 * P. M. C. Lacey, J. Appl. Chem. 4 (1954) 257-268.
 */
#ifndef granum_mixing_h
#define granum_mixing_h

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

/** Cells of equal size that fill a box. */
struct MixingCells
{
  std::array<double, 3> Low = { 0, 0, 0 }; /**< m */
  std::array<double, 3> Size = { 1, 1, 1 }; /**< m  of a cell */
  std::array<int, 3> Count = { 1, 1, 1 };

  std::size_t All() const
  {
    return static_cast<std::size_t>(this->Count[0]) * this->Count[1] * this->Count[2];
  }
  /** The cell of a place; places outside count to the nearest one. */
  std::size_t Of(const double x[3]) const;

  /** About cubic cells that hold `grains` of `total` each on average, in a box. */
  static MixingCells Fit(const std::array<double, 3>& low, const std::array<double, 3>& high,
    double total, double grains);
};

/** Statistics of the counts [cells, kinds]. */
struct Mixture
{
  std::vector<double> Grains; /**< [kinds]                             */
  std::vector<double> Index; /**< [kinds]  Lacey's, of each kind      */
  double Total = 0.0;
  double Filled = 0.0; /**< cells with grains                          */
  double Whole = 0.0; /**< Lacey's with the sums over all kinds       */

  Mixture(const std::vector<double>& counts, std::size_t kinds);
};

}

#endif
