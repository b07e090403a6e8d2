// analysis/force_network.cxx -- sums over a network of contacts.
//
// Room: plugin/analysis.
#include "force_network.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace granum
{

Tally PushingForce(const std::vector<double>& force, const std::vector<char>& chosen)
{
  Tally tally;
  for (std::size_t k = 0; k < force.size(); ++k)
  {
    if (chosen[k] && force[k] > 0.0)
    {
      tally.Sum += force[k];
      tally.Count += 1.0;
    }
  }
  return tally;
}

std::vector<double> ForceRatio(const std::vector<double>& force, double mean)
{
  std::vector<double> ratio(force.size(), 0.0);
  if (mean > 0.0)
  {
    for (std::size_t k = 0; k < force.size(); ++k)
    {
      ratio[k] = force[k] / mean;
    }
  }
  return ratio;
}

// Chains of grains that carry the load of a packing.

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

// Distributions of contact forces, directions, coordination.

std::vector<double> Histogram(const std::vector<double>& values, double largest, int bins)
{
  std::vector<double> counts(bins, 0.0);
  for (const double value : values)
  {
    if (value >= 0.0 && value <= largest && largest > 0.0)
    {
      counts[std::min(static_cast<int>(bins * (value / largest)), bins - 1)] += 1.0;
    }
  }
  return counts;
}

std::vector<double> NormalSums(const std::vector<double>& normal)
{
  std::vector<double> sums(6, 0.0);
  for (std::size_t k = 0; k + 2 < normal.size(); k += 3)
  {
    const double x = normal[k], y = normal[k + 1], z = normal[k + 2];
    const double products[6] = { x * x, y * y, z * z, x * y, y * z, x * z };
    for (int i = 0; i < 6; ++i)
    {
      sums[i] += products[i];
    }
  }
  return sums;
}

double Anisotropy(const std::vector<double>& tensor)
{
  const double mean = (tensor[0] + tensor[1] + tensor[2]) / 3.0;
  double square = 0.0;
  for (int i = 0; i < 3; ++i)
  {
    square += (tensor[i] - mean) * (tensor[i] - mean) + 2.0 * tensor[i + 3] * tensor[i + 3];
  }
  return std::sqrt(1.5 * square);
}

double PlaneAnisotropy(const std::vector<double>& tensor)
{
  return std::hypot(tensor[0] - tensor[1], 2.0 * tensor[3]);
}

std::vector<double> Rose(const std::vector<double>& normal, const std::vector<double>& weight,
  int firstAxis, int secondAxis, int sectors)
{
  const double pi = std::acos(-1.0);
  std::vector<double> sums(sectors, 0.0);
  for (std::size_t k = 0; 3 * k < normal.size(); ++k)
  {
    const double x = normal[3 * k + firstAxis], y = normal[3 * k + secondAxis];
    if (std::hypot(x, y) < 1e-6)
    {
      continue;
    }
    for (const double sign : { 1.0, -1.0 })
    {
      const double turn = std::atan2(sign * y, sign * x) / (2.0 * pi);
      const int sector = static_cast<int>(std::floor(sectors * (turn + 1.0) + 0.5));
      sums[sector % sectors] += weight.empty() ? 1.0 : weight[k];
    }
  }
  return sums;
}

double Coordination::Rattlers() const
{
  return static_cast<double>(std::count(this->Rattler.begin(), this->Rattler.end(), 1));
}

double Coordination::Mean() const
{
  return this->Grains() > 0.0 ? this->Ends / this->Grains() : 0.0;
}

double Coordination::MeanHeld() const
{
  const double held = this->Grains() - this->Rattlers();
  return held > 0.0 ? this->EndsHeld / held : 0.0;
}

Coordination CountContacts(const std::vector<std::int64_t>& id, const std::vector<std::int64_t>& a,
  const std::vector<std::int64_t>& b, int least)
{
  std::unordered_map<std::int64_t, int> rows;
  for (const auto* ids : { &id, &a, &b })
  {
    for (const std::int64_t i : *ids)
    {
      if (i >= 0)
      {
        rows.emplace(i, static_cast<int>(rows.size()));
      }
    }
  }
  // Partners of each grain; -1: a structure, which is never taken away.
  std::vector<std::vector<int>> partners(rows.size());
  for (std::size_t k = 0; k < a.size(); ++k)
  {
    const int rowA = a[k] >= 0 ? rows[a[k]] : -1;
    const int rowB = b[k] >= 0 ? rows[b[k]] : -1;
    if (rowA >= 0)
    {
      partners[rowA].push_back(rowB);
    }
    if (rowB >= 0)
    {
      partners[rowB].push_back(rowA);
    }
  }

  Coordination result;
  result.Rattler.assign(rows.size(), 0);
  std::vector<int> left, leaving;
  for (std::size_t i = 0; i < partners.size(); ++i)
  {
    left.push_back(static_cast<int>(partners[i].size()));
    result.Ends += left.back();
    if (left.back() < least)
    {
      result.Rattler[i] = 1;
      leaving.push_back(static_cast<int>(i));
    }
  }
  result.Contacts = left;
  while (!leaving.empty())
  {
    const int gone = leaving.back();
    leaving.pop_back();
    for (const int partner : partners[gone])
    {
      if (partner >= 0 && --left[partner] < least && !result.Rattler[partner])
      {
        result.Rattler[partner] = 1;
        leaving.push_back(partner);
      }
    }
  }
  for (std::size_t i = 0; i < left.size(); ++i)
  {
    result.EndsHeld += result.Rattler[i] ? 0 : left[i];
  }
  return result;
}

}
