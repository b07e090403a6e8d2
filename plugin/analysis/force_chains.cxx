// analysis/force_chains.cxx -- chains of grains that carry the load of a packing.
//
// Room: plugin/analysis.
#include "force_chains.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace granum
{

namespace
{

// Stresses and angles that are equal but for round-off pass.
constexpr double RoundOff = 1e-9;

void AddMoment(const double* force, const double* arm, double sign, double* sum)
{
  // A repulsive force on a grain points against the arm: the minus makes it positive.
  const int rows[6] = { 0, 1, 2, 0, 1, 0 };
  const int columns[6] = { 0, 1, 2, 1, 2, 2 };
  for (int i = 0; i < 6; ++i)
  {
    const int r = rows[i], c = columns[i];
    sum[i] -= 0.5 * sign * (force[r] * arm[c] + force[c] * arm[r]);
  }
}

/** One rotation of Jacobi's method makes a[p][q] zero; v collects the rotations. */
void Rotate(double a[3][3], double v[3][3], int p, int q)
{
  if (a[p][q] == 0.0)
  {
    return;
  }
  const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
  const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::fabs(theta) + std::hypot(theta, 1.0));
  const double c = 1.0 / std::hypot(t, 1.0), s = t * c;
  for (int k = 0; k < 3; ++k)
  {
    const double kp = a[k][p], kq = a[k][q];
    a[k][p] = c * kp - s * kq;
    a[k][q] = s * kp + c * kq;
  }
  for (int k = 0; k < 3; ++k)
  {
    const double pk = a[p][k], qk = a[q][k];
    a[p][k] = c * pk - s * qk;
    a[q][k] = s * pk + c * qk;
    const double vp = v[k][p], vq = v[k][q];
    v[k][p] = c * vp - s * vq;
    v[k][q] = s * vp + c * vq;
  }
}

/** Is the branch within the angle, whose cosine is given, of the direction? */
bool Aligned(const double* branch, const double* direction, double cosine)
{
  const double length = std::hypot(branch[0], branch[1], branch[2]);
  const double along =
    branch[0] * direction[0] + branch[1] * direction[1] + branch[2] * direction[2];
  return length > 0.0 && std::fabs(along) >= length * (cosine - RoundOff);
}

}

std::vector<double> LoadMoments(const ChainContacts& contacts, std::size_t grains)
{
  std::vector<double> sums(6 * grains, 0.0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    if (contacts.A[k] >= 0)
    {
      AddMoment(&contacts.Force[3 * k], &contacts.ArmA[3 * k], 1.0, &sums[6 * contacts.A[k]]);
    }
    if (contacts.B[k] >= 0)
    {
      AddMoment(&contacts.Force[3 * k], &contacts.ArmB[3 * k], -1.0, &sums[6 * contacts.B[k]]);
    }
  }
  return sums;
}

Principal MostCompressive(const double* t)
{
  double a[3][3] = { { t[0], t[3], t[5] }, { t[3], t[1], t[4] }, { t[5], t[4], t[2] } };
  double v[3][3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
  for (int sweep = 0; sweep < 12; ++sweep) // converges in five or so
  {
    Rotate(a, v, 0, 1);
    Rotate(a, v, 0, 2);
    Rotate(a, v, 1, 2);
  }
  int most = 0;
  for (int i = 1; i < 3; ++i)
  {
    most = a[i][i] > a[most][most] ? i : most;
  }
  return { a[most][most], { v[0][most], v[1][most], v[2][most] } };
}

std::vector<char> ChainLinks(const ChainContacts& contacts, const std::vector<Principal>& stress,
  const std::vector<double>& touched, double angle, double& mean)
{
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < stress.size(); ++i)
  {
    sum += touched[i] > 0.0 ? stress[i].Value : 0.0;
    count += touched[i] > 0.0 ? 1.0 : 0.0;
  }
  mean = count > 0.0 ? sum / count : 0.0;
  const double least = mean * (1.0 - RoundOff);
  const double cosine = std::cos(angle);
  std::vector<char> joins(contacts.Count(), 0);
  for (std::size_t k = 0; k < contacts.Count(); ++k)
  {
    const std::int64_t a = contacts.A[k], b = contacts.B[k];
    joins[k] = a >= 0 && b >= 0 && a != b && contacts.Pushes[k] && stress[a].Value >= least &&
      stress[b].Value >= least && Aligned(&contacts.Branch[3 * k], stress[a].Direction, cosine) &&
      Aligned(&contacts.Branch[3 * k], stress[b].Direction, cosine);
  }
  return joins;
}

Chains JoinChains(const std::vector<std::int64_t>& joined, std::size_t grains, int least)
{
  std::vector<std::size_t> root(grains);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&root](std::size_t i)
  {
    while (root[i] != i)
    {
      root[i] = root[root[i]];
      i = root[i];
    }
    return i;
  };
  for (std::size_t k = 0; k + 1 < joined.size(); k += 2)
  {
    const std::size_t a = find(joined[k]), b = find(joined[k + 1]);
    root[std::max(a, b)] = std::min(a, b); // the root is the first grain of the chain
  }
  std::vector<int> size(grains, 0);
  for (std::size_t i = 0; i < grains; ++i)
  {
    ++size[find(i)];
  }
  std::vector<std::size_t> heads;
  for (std::size_t i = 0; i < grains; ++i)
  {
    if (size[i] >= std::max(least, 2))
    {
      heads.push_back(i);
    }
  }
  std::stable_sort(heads.begin(), heads.end(),
    [&size](std::size_t i, std::size_t j) { return size[i] > size[j]; });
  Chains chains;
  chains.Count = static_cast<int>(heads.size());
  chains.Id.assign(grains, 0);
  chains.Length.assign(grains, 0);
  for (std::size_t h = 0; h < heads.size(); ++h)
  {
    chains.Id[heads[h]] = static_cast<int>(h) + 1;
  }
  for (std::size_t i = 0; i < grains; ++i)
  {
    const std::size_t head = find(i);
    chains.Id[i] = chains.Id[head];
    chains.Length[i] = chains.Id[head] > 0 ? size[head] : 0;
  }
  return chains;
}

}
