// analysis/local_strain.cxx -- how the neighbourhood of a grain has been deformed.
//
// Room: plugin/analysis.
#include "local_strain.h"

#include <cmath>
#include <limits>

namespace granum
{

namespace
{

using Matrix = std::array<std::array<double, 3>, 3>;

constexpr double Singular = 1e-9; // 1  of the determinant over that of equal spread

double Determinant(const Matrix& m)
{
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
    m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
    m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/** `det` is its determinant, not 0. */
Matrix Inverse(const Matrix& m, double det)
{
  Matrix inverse;
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      inverse[i][j] = (m[a][c] * m[b][d] - m[a][d] * m[b][c]) / det;
    }
  }
  return inverse;
}

Matrix Product(const Matrix& a, const Matrix& b)
{
  Matrix product = {};
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      for (int k = 0; k < 3; ++k)
      {
        product[i][j] += a[i][k] * b[k][j];
      }
    }
  }
  return product;
}

double ShearOf(const Matrix& f, int dimensions)
{
  Matrix e = {};
  double trace = 0.0;
  for (int i = 0; i < dimensions; ++i)
  {
    for (int j = 0; j < dimensions; ++j)
    {
      for (int k = 0; k < 3; ++k)
      {
        e[i][j] += 0.5 * f[k][i] * f[k][j];
      }
    }
    e[i][i] -= 0.5;
    trace += e[i][i];
  }
  double square = 0.0;
  for (int i = 0; i < dimensions; ++i)
  {
    for (int j = 0; j < dimensions; ++j)
    {
      const double deviator = e[i][j] - (i == j ? trace / dimensions : 0.0);
      square += 0.5 * deviator * deviator;
    }
  }
  return std::sqrt(square);
}

}

LocalStrain StrainOf(const std::vector<std::array<double, 3>>& before,
  const std::vector<std::array<double, 3>>& now, bool flat)
{
  const double none = std::numeric_limits<double>::quiet_NaN();
  Matrix spread = {}, moved = {}; // sums of R R and of r R
  for (std::size_t n = 0; n < before.size(); ++n)
  {
    for (int i = 0; i < 3; ++i)
    {
      for (int j = 0; j < 3; ++j)
      {
        spread[i][j] += before[n][i] * before[n][j];
        moved[i][j] += now[n][i] * before[n][j];
      }
    }
  }
  if (flat) // what is not there stays as it is
  {
    spread[2][2] = moved[2][2] = 0.5 * (spread[0][0] + spread[1][1]);
  }
  const double trace = (spread[0][0] + spread[1][1] + spread[2][2]) / 3.0;
  const double det = Determinant(spread);
  if (!(det > Singular * trace * trace * trace))
  {
    return { none, none, none };
  }
  const Matrix f = Product(moved, Inverse(spread, det));
  double square = 0.0;
  for (std::size_t n = 0; n < before.size(); ++n)
  {
    for (int i = 0; i < 3; ++i)
    {
      double off = now[n][i];
      for (int j = 0; j < 3; ++j)
      {
        off -= f[i][j] * before[n][j];
      }
      square += off * off;
    }
  }
  return { square / static_cast<double>(before.size()), ShearOf(f, flat ? 2 : 3),
    Determinant(f) - 1.0 };
}

}
