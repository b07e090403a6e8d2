// analysis/force_statistics.cxx -- how forces, directions and contacts are distributed.
//
// Room: plugin/analysis.
#include "force_statistics.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace granum
{

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
